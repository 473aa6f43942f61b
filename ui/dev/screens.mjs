/**
 * Writes pictures of every view, in both languages, both themes and two widths, and reports what axe finds on them.
 * `node dev/screens.mjs OUT [BASE_URL] [filter]`, after `npm run build`; needs a Chromium (CHROMIUM or /usr/bin/chromium).
 * Without an address (or with `-`) made-up engines are started, one for each scenario that a view asks for; a filter holds parts of
 * `VIEW-WIDTH-THEME` or, in Chinese, `VIEW-WIDTH-THEME-zh`, parted by commas. A view is walked to once, in English; the window is then resized, the
 * language changed and the theme switched, as a reader might.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { chromium } from 'playwright-core'

import { VIEWS } from './views.mjs'

const [out = 'screens', given = '-', wanted = ''] = process.argv.slice(2)
const filters = wanted.split(',')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
mkdirSync(out, { recursive: true })

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const hosts = new Map()
let violations = 0
let failures = 0

/** The made-up engine of a scenario, started when it is asked for first. */
function hostOf(scenario) {
  const start = () => {
    const child = spawn(process.execPath, [new URL('fake-server.mjs', import.meta.url).pathname, '0', scenario], { stdio: ['ignore', 'pipe', 'inherit'] })
    return new Promise((done, failed) => {
      child.stdout.once('data', (line) => done({ child, base: String(line).split(' ')[0] }))
      child.once('exit', () => failed(new Error(`no host for \`${scenario}\``)))
    })
  }
  if (!hosts.has(scenario)) hosts.set(scenario, start())
  return hosts.get(scenario)
}

const baseOf = async (scenario) => (given === '-' ? (await hostOf(scenario)).base : given)

/** One picture of what is shown now, and what axe finds on it; behind an open menu everything is hidden from it. */
async function take(page, label, axe) {
  await page.waitForTimeout(200)
  await page.screenshot({ path: `${out}/${label}.png` })
  if (!axe) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const report = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  for (const { id, impact, nodes } of report.violations) {
    violations += 1
    console.log(label, 'axe', impact, id, nodes.slice(0, 2).map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | '))
  }
}

/** Changes the language through the settings, or by starting anew where the library does not open; English is that of the page's system. */
async function speak(page, base, language) {
  const value = language === 'en' ? 'system' : language
  const call = async (name, request) => (await page.request.post(`${base}/rpc/${name}`, { data: request ?? 'null', headers: { 'content-type': 'application/json' } })).json()
  const settings = await call('settings_get')
  if ('code' in settings) {
    await page.evaluate((kept) => localStorage.setItem('waymark.language', kept), value)
    await page.reload()
  } else await call('settings_set', { ...settings, language: value })
  await page.waitForFunction((spoken) => document.documentElement.lang === spoken, language)
}

/** The pictures that a view asks for, in the order they are taken: languages within widths, themes within languages. */
function plan(name, view) {
  const languages = view.locale ? [view.locale] : ['en', 'zh-CN']
  const pictures = []
  for (const width of [...(view.widths ?? [900, 1600])].reverse()) {
    for (const language of languages) {
      for (const theme of view.themes ?? ['light', 'dark']) pictures.push({ width, language, theme, label: [name, width, theme, ...(language === 'zh-CN' && !view.locale ? ['zh'] : [])].join('-') })
    }
  }
  return pictures.filter(({ label }) => filters.some((part) => label.includes(part)))
}

for (const [name, view] of Object.entries(VIEWS)) {
  const pictures = plan(name, view)
  if (pictures.length === 0) continue
  const base = await baseOf(view.scenario ?? 'full')
  const context = await browser.newContext({ viewport: { width: pictures[0].width, height: 960 }, colorScheme: pictures[0].theme, locale: view.locale ?? 'en-US', reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => console.log(name, 'page error:', error.message))
  // A refusal that a view is about is no fault of the page.
  page.on('console', (message) => message.type() === 'error' && !message.text().includes('Failed to load resource') && console.log(name, 'console:', message.text()))
  let spoken = view.locale ?? 'en'
  const say = async (language) => {
    if (language !== spoken) await speak(page, base, language)
    spoken = language
  }
  try {
    await page.goto(base)
    await view.run(page)
    for (const { width, language, theme, label } of pictures) {
      await page.setViewportSize({ width, height: width > 1000 ? 960 : 720 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await say(language)
      await view.then?.(page)
      await take(page, label, view.axe ?? true)
    }
    if (!view.locale) await say('en')
    // What goes on in the engine would meet the next view.
    await view.after?.(page)
  } catch (error) {
    failures += 1
    console.log(name, 'failed:', error.message.split('\n')[0])
    await page.screenshot({ path: `${out}/${name}-FAILED.png` }).catch(() => undefined)
    await say(view.locale ?? 'en').catch(() => undefined)
  }
  await context.close()
}
await browser.close()
for (const host of hosts.values()) (await host).child.kill()
console.log(`${violations} axe violations, ${failures} views not reached`)
process.exitCode = violations + failures > 0 ? 1 : 0
