/**
 * Records what the main thread of the window does while 200 documents are scrolled, filtered and searched, and how long pages of a
 * 400-page document stay blank after scrolling. Prints figures; judges nothing, because a busy machine is no fault of the window.
 * `node dev/trace.mjs [BASE_URL]` against `node dev/fake-server.mjs 4311 many`, or any host with a long document.
 */
import { chromium } from 'playwright-core'

const base = process.argv[2] ?? 'http://127.0.0.1:4311'
/** A task is long from here on, milliseconds. */
const LONG = 100
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1600, height: 960 } })
page.setDefaultTimeout(60_000)
const session = await page.context().newCDPSession(page)

/** Tasks of the renderer's main thread during `work`: wall and processor time of each, milliseconds. */
async function record(work) {
  const events = []
  const collect = ({ value }) => events.push(...value)
  session.on('Tracing.dataCollected', collect)
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] } })
  await work()
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  const mains = new Set(events.filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain').map((event) => `${event.pid}/${event.tid}`))
  return events.filter((event) => event.name.endsWith('RunTask') && event.ph === 'X' && mains.has(`${event.pid}/${event.tid}`)).map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
}

function tell(name, tasks) {
  const most = (key) => Math.max(0, ...tasks.map((task) => task[key])).toFixed(0)
  const long = (key) => tasks.filter((task) => task[key] > LONG).length
  console.log(`${name}: ${tasks.length} tasks, longest ${most('cpu')} ms of processor time (${most('wall')} ms by the clock), over ${LONG} ms: ${long('cpu')} (${long('wall')})`)
}

await page.goto(base)
await page.getByRole('table').waitFor()
const list = page.locator('[role=rowgroup]')
await list.hover()
tell(
  'scrolling the list',
  await record(async () => {
    for (let step = 0; step < 40; step += 1) {
      await page.mouse.wheel(0, step < 20 ? 480 : -480)
      await page.waitForTimeout(16)
    }
  }),
)
tell(
  'filtering the list',
  await record(async () => {
    const box = page.getByPlaceholder('Filter documents')
    await box.pressSequentially('power switch 21', { delay: 40 })
    await box.fill('')
    await page.getByRole('radio', { name: /^Ready/ }).click()
    await page.getByRole('radio', { name: /^All/ }).click()
  }),
)
tell(
  'typing into the palette',
  await record(async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').pressSequentially('harbour annual report', { delay: 40 })
    await page.waitForTimeout(300)
    await page.keyboard.press('Escape')
  }),
)
tell(
  'typing a question',
  await record(async () => {
    await page.keyboard.press('Control+n')
    await page.getByRole('textbox', { name: 'Ask a question' }).pressSequentially('When does the device enter its low-power state?', { delay: 25 })
  }),
)

/** Milliseconds from now until every page in sight is drawn; measured inside the page, frame by frame. */
const untilDrawn = () =>
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

await page.keyboard.press('Control+1')
await page.getByRole('button', { name: /^Annual Report.*2022/ }).first().click()
await page.locator('[data-page] img').first().waitFor()
const pages = page.getByRole('region', { name: /^Pages of/ })
await pages.hover()
const blank = []
tell(
  'scrolling 400 pages',
  await record(async () => {
    for (let stop = 0; stop < 12; stop += 1) {
      for (let step = 0; step < 15; step += 1) await page.mouse.wheel(0, (stop % 3 === 2 ? -1 : 1) * (600 + 900 * (stop % 4)))
      blank.push(await untilDrawn())
    }
  }),
)
blank.sort((a, b) => a - b)
console.log(`pages blank after scrolling stopped: median ${blank[Math.floor(blank.length / 2)].toFixed(0)} ms, longest ${blank.at(-1).toFixed(0)} ms (of ${blank.length} stops)`)
await browser.close()
