/**
 * Writes pictures of every view, in both themes and two widths, and reports what axe finds on them.
 * `node dev/screens.mjs OUT [BASE_URL] [filter]`; needs a Chromium (CHROMIUM or /usr/bin/chromium) and a host that is up.
 * A view is walked to once; the window is then resized and the theme switched, as a reader might.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { chromium } from 'playwright-core'

import { VIEWS } from './views.mjs'

const [out = 'screens', base = 'http://127.0.0.1:4310', filter = ''] = process.argv.slice(2)
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
mkdirSync(out, { recursive: true })

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
let violations = 0
let failures = 0

/** One picture of what is shown now, and what axe finds on it. */
async function take(page, label) {
  await page.waitForTimeout(250)
  await page.screenshot({ path: `${out}/${label}.png` })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const report = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
  for (const { id, impact, nodes } of report.violations) {
    violations += 1
    console.log(label, 'axe', impact, id, nodes.slice(0, 2).map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | '))
  }
}

for (const [name, view] of Object.entries(VIEWS)) {
  const widths = view.widths ?? [900, 1600]
  const themes = view.themes ?? ['light', 'dark']
  if (!widths.some((width) => themes.some((theme) => `${name}-${width}-${theme}`.includes(filter)))) continue
  const context = await browser.newContext({ viewport: { width: widths.at(-1), height: 960 }, colorScheme: themes[0], locale: view.locale ?? 'en-US', reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => console.log(name, 'page error:', error.message))
  // A refusal that a view is about is no fault of the page.
  page.on('console', (message) => message.type() === 'error' && !message.text().includes('Failed to load resource') && console.log(name, 'console:', message.text()))
  try {
    await page.goto(base)
    await view.run(page)
    for (const width of [...widths].reverse()) {
      await page.setViewportSize({ width, height: width > 1000 ? 960 : 720 })
      await view.then?.(page)
      for (const theme of themes) {
        const label = `${name}-${width}-${theme}`
        if (!label.includes(filter)) continue
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await take(page, label)
      }
    }
    // What goes on in the engine would meet the next view.
    await view.after?.(page)
  } catch (error) {
    failures += 1
    console.log(name, 'failed:', error.message.split('\n')[0])
    await page.screenshot({ path: `${out}/${name}-FAILED.png` }).catch(() => undefined)
  }
  await context.close()
}
await browser.close()
console.log(`${violations} axe violations, ${failures} views not reached`)
process.exitCode = violations + failures > 0 ? 1 : 0
