/**
 * Records what the main thread of the window does while 200 documents are scrolled, filtered and searched, and how long pages of a
 * 400-page document stay blank after scrolling. Prints figures and what is over the limits; a busy machine is no fault of the window,
 * so everything is done several times and the least is judged as well.
 *
 * `node dev/trace.mjs BASE_URL [ROUNDS]` against `node dev/fake-server.mjs 4311 many`, or any host with a long document;
 * `node dev/trace.mjs --host PROGRAM --library DIR --long PDF [--rounds N] [--read N] FOLDER...` starts `waymark-host` on a library that is filled
 * with 200 PDFs of the folders when it has fewer, and kept. `--read` names how many of them must be read before it begins.
 * `--why` names what the longest tasks were busy with.
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from 'playwright-core'

import { fill, startHost } from './trace-host.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { host: { type: 'string' }, library: { type: 'string' }, long: { type: 'string' }, rounds: { type: 'string' }, read: { type: 'string' }, why: { type: 'boolean' } } })
/** A task is long from here on, and a page blank for too long, milliseconds. */
const LONG = 100
const BLANK = 300
const WANTED = 200

const host = values.host ? await startHost(values.host, values.library) : null
const base = host?.base ?? positionals[0] ?? 'http://127.0.0.1:4311'
const rounds = Number(values.rounds ?? (host ? 3 : (positionals[1] ?? 1)))
const filing = host ? await fill(host.rpc, positionals, WANTED, values.long, Number(values.read ?? 0.9 * WANTED)) : null
// By its file name, as titles are not known beforehand.
const longName = filing ? basename(values.long, '.pdf') : 'HARBOUR_2022'

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const figures = new Map()

/** Tasks of the renderer's main thread during `work`: wall and processor time of each, milliseconds. */
async function record(session, work) {
  const events = []
  const collect = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', collect)
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', ...(values.why ? ['devtools.timeline', 'blink.user_timing'] : []), 'disabled-by-default-devtools.timeline', '__metadata'] } })
  await work()
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const mains = new Set(events.filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain').map((event) => `${event.pid}/${event.tid}`))
  const main = events.filter((event) => event.ph === 'X' && mains.has(`${event.pid}/${event.tid}`))
  const tasks = main.filter((event) => event.name.endsWith('RunTask'))
  if (values.why) explain(main, tasks)
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
}

/** What the three longest tasks hold, the longest parts first. */
function explain(main, tasks) {
  for (const task of [...tasks].sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 3)) {
    const parts = main.filter((event) => event !== task && !event.name.endsWith('RunTask') && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= task.ts + task.dur && (event.tdur ?? 0) > 5000)
    const told = parts.sort((a, b) => b.tdur - a.tdur).slice(0, 8).map(({ name, tdur, args }) => `${name} ${(tdur / 1000).toFixed(0)} ${args?.data?.functionName ?? args?.data?.type ?? ''}`)
    console.log(`  ${(task.tdur / 1000).toFixed(0)} ms of processor, ${(task.dur / 1000).toFixed(0)} by the clock: ${told.join(', ')}`)
  }
}

const note = (name, value) => figures.set(name, [...(figures.get(name) ?? []), value])

async function measure(session, name, work) {
  if (values.why) console.log(name)
  const tasks = await record(session, work)
  const most = (key) => Math.max(0, ...tasks.map((task) => task[key]))
  note(`${name}: longest task by the clock`, most('wall'))
  note(`${name}: longest task in processor time`, most('cpu'))
}

/** Milliseconds from now until every page in sight is drawn; measured inside the page, frame by frame. */
const untilDrawn = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const from = performance.now()
        const look = () => {
          const frame = document.querySelector('[role=region][aria-label^="Pages of"]').getBoundingClientRect()
          const seen = [...document.querySelectorAll('[data-page]')].filter((element) => {
            const box = element.getBoundingClientRect()
            return box.bottom > frame.top && box.top < frame.bottom
          })
          const drawn = seen.length > 0 && seen.every((element) => element.querySelector('img')?.complete)
          if (drawn || performance.now() - from > 10_000) done(performance.now() - from)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )

async function overTheLibrary(page, session) {
  await page.getByRole('table').waitFor()
  await page.locator('[role=rowgroup]').hover()
  await measure(session, 'scrolling the list', async () => {
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, step < 30 ? 480 : -480)
      await page.waitForTimeout(16)
    }
  })
  const box = page.getByPlaceholder('Filter documents')
  await measure(session, 'filtering the list', async () => {
    await box.pressSequentially('annual report 2022', { delay: 40 })
    await box.fill('')
    await page.getByRole('radio', { name: /^Ready/ }).click()
    await page.getByRole('radio', { name: /^All/ }).click()
  })
  await measure(session, 'typing into the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').pressSequentially('annual report', { delay: 40 })
    await page.waitForTimeout(300)
    await page.keyboard.press('Escape')
  })
  await measure(session, 'typing a question', async () => {
    await page.keyboard.press('Control+n')
    await page.getByRole('textbox', { name: 'Ask a question' }).pressSequentially('When does the device enter its low-power state?', { delay: 25 })
  })
}

/** Where the strip is flung to, as shares of its length; then a little further by wheel. */
const PLACES = [0.5, 0.1, 0.9, 0.3, 0.75, 0.2, 0.6, 0.95, 0.05, 0.4]

async function overTheFiling(page, session) {
  await page.keyboard.press('Control+1')
  await page.getByPlaceholder('Filter documents').fill(longName)
  await page.locator('[role=rowgroup] button').first().click()
  await page.locator('[data-page] img').first().waitFor()
  const pages = page.getByRole('region', { name: /^Pages of/ })
  await pages.hover()
  await measure(session, 'scrolling the filing', async () => {
    for (let stop = 0; stop < 9; stop += 1) {
      for (let step = 0; step < 15; step += 1) await page.mouse.wheel(0, (stop % 3 === 2 ? -1 : 1) * (600 + 900 * (stop % 4)))
      note('pages blank after flinging', await untilDrawn(page))
    }
  })
  await measure(session, 'jumping in the filing', async () => {
    for (const place of PLACES) {
      await pages.evaluate((element, share) => (element.scrollTop = share * element.scrollHeight), place)
      note('pages blank after jumping', await untilDrawn(page))
    }
  })
}

for (let round = 0; round < rounds; round += 1) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1600, height: 960 } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const session = await context.newCDPSession(page)
  await page.goto(base)
  await overTheLibrary(page, session)
  await overTheFiling(page, session)
  await context.close()
}
await browser.close()
host?.stop()

for (const [name, list] of figures) {
  const sorted = [...list].sort((a, b) => a - b)
  const limit = name.startsWith('pages') ? BLANK : LONG
  const [least, middle, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((value) => value.toFixed(0))
  console.log(`${name}: least ${least}, median ${middle}, most ${most} ms of ${sorted.length}; over ${limit} ms: ${sorted.filter((value) => value > limit).length}`)
}
