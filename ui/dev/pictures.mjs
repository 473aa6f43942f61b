/**
 * The six pictures of the README, from the sample documents through the real engine: `node dev/pictures.mjs PATH_TO_WAYMARK_HOST [OUT]`,
 * after `npm run build`. Starts the host on a library of its own, adds the samples and leaves nothing behind but the pictures.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from 'playwright-core'

const [program, out = new URL('../../assets/screenshots/', import.meta.url).pathname] = process.argv.slice(2)
if (!program) throw new Error('name the built `waymark-host`')
const LARGEST = 300_000
const library = mkdtempSync(join(tmpdir(), 'waymark-pictures-'))
const host = spawn(program, ['--library', library, '--ui', new URL('../dist', import.meta.url).pathname], {
  // No model: the pictures are the same on every machine.
  env: { WAYMARK_SAMPLES: new URL('../../assets/samples', import.meta.url).pathname, ...process.env, OLLAMA_HOST: '127.0.0.1:9' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const base = await new Promise((done, failed) => {
  host.stdout.once('data', (line) => done(String(line).trim()))
  host.once('exit', () => failed(new Error('the host did not start')))
})

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const rpc = async (name, request = null) => (await fetch(`${base}/rpc/${name}`, { method: 'POST', body: JSON.stringify(request) })).json()

/** Wide enough for the outline beside the pages, of the same shape as the others. */
const WIDE = { width: 1632, height: 960 }

async function open(theme, locale = 'en-US', viewport = { width: 1360, height: 800 }) {
  const page = await browser.newPage({ viewport, colorScheme: theme, locale, reducedMotion: 'reduce' })
  page.setDefaultTimeout(90_000)
  await page.goto(base)
  // Keys that come before the window is there are lost.
  await page.getByRole('navigation').first().waitFor()
  return page
}

async function ask(page, question, again = 'Ask again') {
  await page.keyboard.press('Control+n')
  await page.getByRole('textbox', { name: /Ask a question|提问/ }).fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: again }).last().waitFor()
}

async function cite(page, name) {
  await page.getByRole('button', { name }).first().click()
  await page.getByTestId('highlight').first().waitFor()
  await page.locator('[data-page] img').first().waitFor()
}

async function take(page, name) {
  // Nothing has the focus in a picture, and the pages are drawn sharply.
  await page.mouse.move(4, 792)
  await page.waitForTimeout(1200)
  const path = join(out, `${name}.png`)
  await page.screenshot({ path })
  await page.close()
  const { size } = statSync(path)
  console.log(`${name}.png ${Math.round(size / 1000)} kB`)
  if (size > LARGEST) process.exitCode = 1
}

const RESISTANCE = 'What is the junction-to-ambient thermal resistance of the LA3150?'
try {
  mkdirSync(out, { recursive: true })
  await rpc('samples_add')
  for (let tries = 0; (await rpc('documents_list')).filter((row) => row.state === 'ready').length < 4; tries += 1) {
    if (tries > 600) throw new Error('the samples do not become ready')
    await new Promise((done) => setTimeout(done, 500))
  }
  const documents = await rpc('documents_list')
  const id = (file) => documents.find((row) => row.file_name === file).id
  const saved = [
    [RESISTANCE, 'la3150.pdf', 3],
    ['What is the junction-to-ambient thermal resistance of the LA3115?', 'la3115.pdf', 3],
    ['How much did carbon dioxide emissions fall in 2024?', 'ferries.pdf', 4],
    ['How large was the capital expenditure?', 'ferries.pdf', 3],
  ]

  let page = await open('light')
  await ask(page, RESISTANCE)
  await cite(page, /^Source 1:/)
  await take(page, 'answer')

  page = await open('light')
  await ask(page, RESISTANCE)
  await page.getByRole('button', { name: /^How this was found/ }).last().click()
  await page.getByText('Meaning counts', { exact: false }).waitFor()
  await take(page, 'inspector')

  for (const [question, file, number] of saved) await rpc('question_save', { question, document: id(file), page: number })
  page = await open('dark')
  await page.getByRole('button', { name: /^Laboratory/ }).click()
  for (let run = 1; run <= 2; run += 1) {
    await page.getByRole('button', { name: /^Run \d+ questions/ }).click()
    await page.getByRole('img', { name: new RegExp(`^Figures of ${run} run`) }).waitFor()
  }
  await take(page, 'laboratory')

  page = await open('dark', 'en-US', WIDE)
  await page.getByRole('button', { name: /^Sundline Ferries/ }).first().click()
  await page.locator('[data-page] img').first().waitFor()
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByText('4.2 Energy and Emissions').click()
  await take(page, 'library')

  page = await open('light')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('thermal')
  await page.getByRole('option').nth(4).waitFor()
  await take(page, 'palette')

  page = await open('light', 'zh-CN')
  await ask(page, '家庭血压达到多少可以诊断为高血压？', '重新提问')
  await cite(page, /^来源 1：/)
  await take(page, 'chinese')
} finally {
  await browser.close()
  host.kill()
  rmSync(library, { recursive: true, force: true })
}
