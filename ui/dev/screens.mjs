/**
 * Writes pictures of every view, in both themes and two widths, and reports what axe finds on them.
 * `node dev/screens.mjs OUT [BASE_URL] [filter]`; needs a Chromium (CHROMIUM or /usr/bin/chromium) and a host that is up.
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
for (const [name, view] of Object.entries(VIEWS)) {
  for (const width of view.widths ?? [900, 1600]) {
    for (const theme of view.themes ?? ['light', 'dark']) {
      const label = `${name}-${width}-${theme}`
      if (!label.includes(filter)) continue
      const context = await browser.newContext({ viewport: { width, height: width > 1000 ? 960 : 720 }, colorScheme: theme, locale: view.locale ?? 'en-US', reducedMotion: 'reduce', bypassCSP: true })
      const page = await context.newPage()
      page.on('pageerror', (error) => console.log(label, 'page error:', error.message))
      page.on('console', (message) => message.type() === 'error' && console.log(label, 'console:', message.text()))
      try {
        await page.goto(base)
        await view.run(page)
        await page.waitForTimeout(350)
        await page.screenshot({ path: `${out}/${label}.png` })
        await page.evaluate(axeSource)
        const report = await page.evaluate(() => window.axe.run())
        for (const { id, impact, nodes } of report.violations) {
          violations += 1
          console.log(label, 'axe', impact, id, nodes.slice(0, 2).map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join(' | '))
        }
      } catch (error) {
        console.log(label, 'failed:', error.message.split('\n')[0])
      }
      await context.close()
    }
  }
}
await browser.close()
console.log(`${violations} axe violations`)
process.exitCode = violations > 0 ? 1 : 0
