/** The way from the samples to a highlighted page by keyboard alone, against a host that is up: `node dev/keyboard.mjs [BASE_URL]`. */
import { chromium } from 'playwright-core'

const base = process.argv[2] ?? 'http://127.0.0.1:4310'
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ locale: 'en-US' })
await page.goto(base)

/** Tabs until the focused element answers to the name. */
async function tabTo(name, most = 60) {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    if (name.test(focused)) return
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

await page.getByRole('button', { name: /Add (samples|PDFs…)/ }).first().waitFor()
if (await page.getByRole('button', { name: 'Add samples' }).isVisible()) {
  await tabTo(/^Add samples$/)
  await page.keyboard.press('Enter')
  await page.getByText('Ready').first().waitFor({ timeout: 120_000 })
}
await page.keyboard.press('Control+n')
await page.keyboard.type('When does the device enter its low-power state?')
await page.keyboard.press('Enter')
await page.getByRole('button', { name: /^Source 1:/ }).first().waitFor({ timeout: 60_000 })
await page.getByRole('button', { name: 'Ask again' }).waitFor({ timeout: 60_000 })
await page.keyboard.press('Shift+Tab')
for (let presses = 0; presses < 40; presses += 1) {
  const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  if (name.startsWith('Source ')) break
  await page.keyboard.press('Shift+Tab')
}
await page.keyboard.press('Enter')
await page.getByTestId('highlight').first().waitFor({ timeout: 20_000 })
await page.keyboard.press('Escape')
await page.getByTestId('highlight').first().waitFor({ state: 'detached' })
await browser.close()
console.log('reached the highlighted page by keyboard')
