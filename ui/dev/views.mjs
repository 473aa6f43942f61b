/** How to come to each view from a fresh start; `dev/screens.mjs` photographs them. */

const ask = async (page, question) => {
  await page.getByRole('button', { name: /New question|新提问/ }).click()
  await page.getByRole('textbox', { name: /Ask a question|提问/ }).fill(question)
  await page.keyboard.press('Enter')
}
/** The page about a document, at one of its parts. */
const details = async (page, words, part) => {
  await page.getByPlaceholder(/Filter documents|筛选文档/).fill(words)
  await page.getByRole('button', { name: /^More for “|”的更多操作$/ }).first().click()
  await page.getByRole('menuitem', { name: /Details…|详细信息…/ }).click()
  await page.getByRole('tab', { name: part }).click()
}
/** The linked folders. */
const folders = async (page) => {
  await page.getByRole('button', { name: /^Linked folders/ }).click()
  await page.getByRole('menuitem', { name: 'Manage linked folders' }).click()
  await page.getByRole('heading', { name: 'Linked folders' }).waitFor()
}
/** Answers the next question for paths, which stands in for the system's dialog. */
const choosing = (page, paths) => page.once('dialog', (dialog) => void dialog.accept(paths))
const answered = (page) => page.getByRole('button', { name: /Ask again|重新提问/ }).last().waitFor()
/** The library as cards, the pictures of those in sight drawn. */
const grid = async (page) => {
  await page.getByRole('radio', { name: 'Grid' }).click()
  await page.locator('[data-card] img').nth(3).waitFor()
}
const pagesDrawn = (page) => page.locator('[data-page] img').first().waitFor()

export const VIEWS = {
  library: {
    run: async (page) => page.getByRole('table').waitFor(),
  },
  'grid-library': { run: grid, then: async (page) => page.waitForTimeout(600) },
  'grid-selected': {
    themes: ['light'],
    run: async (page) => {
      await grid(page)
      await page.locator('[data-card] input').nth(1).click()
      await page.locator('[data-card] input').nth(4).click({ modifiers: ['Shift'] })
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
    },
  },
  'grid-many': {
    scenario: 'many',
    run: async (page) => {
      await grid(page)
      await page.locator('[data-open]').first().focus()
      await page.keyboard.press('Control+End')
      await page.locator('[data-card="199"] img').waitFor()
    },
    then: async (page) => page.waitForTimeout(600),
  },
  'grid-titles': {
    themes: ['light'],
    run: async (page) => {
      await grid(page)
      await page.getByPlaceholder('Filter documents').fill('harbour')
    },
  },
  'grid-empty': {
    themes: ['light'],
    run: async (page) => {
      await grid(page)
      await page.getByPlaceholder('Filter documents').fill('nothing of the kind')
      await page.getByText('No document matches.').waitFor()
    },
  },
  'grid-reader': {
    widths: [1600],
    run: async (page) => {
      await grid(page)
      await page.locator('[data-card="13"] [data-open]').focus()
      await page.keyboard.press('Enter')
      await pagesDrawn(page)
    },
    then: async (page) => page.waitForTimeout(600),
  },
  'grid-menu': {
    widths: [900],
    axe: false,
    run: async (page) => {
      await grid(page)
      await page.locator('[data-card] [aria-haspopup=menu]').nth(1).click()
      await page.getByRole('menuitem', { name: 'Details…' }).waitFor()
    },
  },
  'library-selected': {
    themes: ['light'],
    run: async (page) => {
      await page.getByRole('checkbox').nth(2).click()
      await page.getByRole('checkbox').nth(5).click({ modifiers: ['Shift'] })
    },
  },
  'library-collection': {
    run: async (page) => {
      await page.getByRole('button', { name: /^Harbour filings/ }).click()
      await page.getByRole('checkbox').nth(1).click()
      await page.getByRole('button', { name: 'Add to collection' }).waitFor()
    },
  },
  'library-undo': {
    widths: [900],
    run: async (page) => {
      await page.getByRole('checkbox').nth(8).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  'library-loading': { scenario: 'slow', run: async (page) => page.locator('.skeleton').first().waitFor() },
  'library-failed': { scenario: 'shut', run: async (page) => page.getByRole('alert').first().waitFor() },
  'library-problem': { scenario: 'broken', themes: ['light'], run: async (page) => page.getByText('is missing', { exact: false }).first().waitFor() },
  'first-run': { scenario: 'empty', run: async (page) => page.getByRole('button', { name: 'Add samples' }).waitFor() },
  'library-folder': {
    run: async (page) => {
      await page.getByRole('button', { name: /^Linked folders/ }).click()
      await page.getByRole('menuitemcheckbox', { name: /^Annual reports on Form 10-K/ }).click()
      await page.getByRole('button', { name: /^Annual reports on Form 10-K/ }).waitFor()
    },
  },
  'library-folder-menu': {
    axe: false,
    run: async (page) => {
      await VIEWS['library-folder'].run(page)
      await page.getByRole('button', { name: /^Annual reports on Form 10-K/ }).click()
      await page.getByRole('menuitem', { name: 'Manage linked folders' }).waitFor()
    },
  },
  'library-intake': {
    widths: [900],
    run: async (page) => {
      await page.getByRole('table').waitFor()
      choosing(page, '/data/ellison/many')
      await page.getByRole('button', { name: 'Add folder…' }).click()
      await page.getByRole('checkbox', { name: /^Keep this folder linked/ }).check()
    },
  },
  folders: { run: folders },
  'folders-refused': {
    run: async (page) => {
      await folders(page)
      await page.getByRole('button', { name: '2 files could not be added' }).click()
    },
  },
  'folders-rules': {
    run: async (page) => {
      await folders(page)
      await page.getByRole('button', { name: 'Edit… Ignore rules of “Datasheets”' }).click()
      await page.getByRole('textbox', { name: 'Ignore rules' }).press('Control+End')
      await page.keyboard.type('\n[2019')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  'folders-unlink': {
    run: async (page) => {
      await folders(page)
      await page.getByRole('button', { name: 'More for “临床指南”' }).click()
      await page.getByRole('menuitem', { name: 'Unlink…' }).click()
      await page.getByRole('button', { name: 'Unlink', exact: true }).waitFor()
    },
  },
  'folders-removed': {
    widths: [900],
    run: async (page) => {
      await folders(page)
      await page.getByRole('button', { name: /^Remove from library: NS2205/ }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
    },
    after: async (page) => page.getByRole('button', { name: 'Undo' }).click({ timeout: 2000 }).catch(() => undefined),
  },
  'folders-empty': {
    scenario: 'empty',
    themes: ['light'],
    run: async (page) => {
      await page.getByRole('button', { name: 'Add samples' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('linked folders')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByText('No folder is linked yet').waitFor()
    },
  },
  'folders-loading': {
    scenario: 'slow',
    themes: ['light'],
    run: async (page) => {
      await page.locator('.skeleton').first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('linked folders')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Linked folders' }).waitFor()
    },
  },
  'library-edit': {
    run: async (page) => {
      await page.getByPlaceholder('Filter documents').fill('WM3310')
      await page.getByRole('button', { name: /^More for “WM3310/ }).click()
      await page.getByRole('menuitem', { name: 'Details…' }).click()
      await page.getByRole('button', { name: 'Edit…' }).click()
    },
  },
  'library-trouble': {
    themes: ['light'],
    run: async (page) => page.getByRole('radio', { name: /Need attention/ }).click(),
  },
  'library-unlock': {
    widths: [900],
    run: async (page) => {
      await page.getByRole('radio', { name: /Need attention/ }).click()
      await page.getByRole('button', { name: /^Unlock… minutes/ }).click()
    },
  },
  'library-health': {
    // A narrow list has no room for what opens it.
    widths: [1600],
    run: async (page) => {
      await page.getByRole('button', { name: /^Health of “Annual Report.*2022/ }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'library-details': {
    run: async (page) => {
      await page.getByPlaceholder('Filter documents').fill('WM3310')
      await page.getByRole('button', { name: /^More for “WM3310/ }).click()
      await page.getByRole('menuitem', { name: 'Details…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'document-outline': {
    run: async (page) => {
      await details(page, 'WM3320', /Outline/)
      await page.getByRole('radio', { name: /^Assisted/ }).click()
      await page.getByText('to read,', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Start' }).scrollIntoViewIfNeeded()
    },
  },
  'document-advised': {
    themes: ['light'],
    run: async (page) => {
      await details(page, 'WM3320', /Outline/)
      await page.getByRole('radio', { name: /^Full/ }).scrollIntoViewIfNeeded()
    },
  },
  'document-formatting': {
    run: async (page) => {
      await details(page, 'HARBOUR_2022', /Outline/)
      await page.getByRole('radio', { name: /^Full/ }).click()
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByText('window 3 of', { exact: false }).waitFor()
    },
    after: async (page) => page.getByRole('button', { name: 'Stop' }).click(),
  },
  'document-stopped': {
    widths: [900],
    run: async (page) => {
      await details(page, 'HARBOUR_2022', /Outline/)
      await page.getByRole('button', { name: 'Go on' }).scrollIntoViewIfNeeded()
    },
  },
  'document-format-failed': {
    widths: [900],
    run: async (page) => {
      await details(page, 'Handbook', /Outline/)
      await page.getByRole('radio', { name: /^Assisted/ }).click()
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('alert').scrollIntoViewIfNeeded()
    },
  },
  'document-summaries': {
    run: async (page) => {
      await details(page, 'WM3310', /Summaries/)
      await page.getByRole('button', { name: 'Unfold all' }).click()
    },
  },
  'document-summaries-begin': {
    widths: [900],
    run: async (page) => details(page, 'NS2105', /Summaries/),
  },
  'document-summarising': {
    run: async (page) => {
      await details(page, 'WM3320', /Summaries/)
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.getByText('step 2 of', { exact: false }).waitFor()
    },
    after: async (page) => page.getByRole('button', { name: 'Stop' }).click(),
  },
  'chinese-document-outline': {
    locale: 'zh-CN',
    run: async (page) => {
      await details(page, 'WM3310', /目录/)
      await page.getByRole('radio', { name: /^辅助/ }).click()
      await page.getByText('读入', { exact: false }).waitFor()
      await page.getByRole('button', { name: '开始' }).scrollIntoViewIfNeeded()
    },
  },
  'chinese-document-summaries': { locale: 'zh-CN', run: async (page) => details(page, 'WM3310', /摘要/) },
  'library-reader': {
    run: async (page) => {
      await page.getByRole('button', { name: /^Annual Report.*2022/ }).first().click()
      await pagesDrawn(page)
      await page.getByRole('button', { name: 'Outline' }).click()
    },
  },
  'reader-gone': {
    run: async (page) => {
      await page.getByPlaceholder('Filter documents').fill('NS2120')
      await page.getByRole('button', { name: /^NS2120/ }).first().click()
      await page.getByRole('button', { name: 'Locate file…' }).first().waitFor()
    },
  },
  'reader-find': {
    run: async (page) => {
      await page.getByRole('button', { name: /^Annual Report.*2022/ }).first().click()
      await pagesDrawn(page)
      await page.keyboard.press('Control+f')
      await page.keyboard.type('capacitor')
      await page.getByText(/^1 of \d+$/).waitFor()
      await page.getByRole('button', { name: 'Thumbnails' }).click()
      await page.getByRole('button', { name: 'Next hit' }).click()
    },
  },
  'reader-select': {
    themes: ['light'],
    run: async (page) => {
      await page.getByPlaceholder('Filter documents').fill('WM3310')
      await page.getByRole('button', { name: /^WM3310/ }).first().click()
      await pagesDrawn(page)
      const words = page.locator('[data-page="1"] [data-testid="text-layer"] span')
      await words.first().waitFor({ state: 'attached' })
      const from = await words.nth(4).boundingBox()
      const to = await words.nth(30).boundingBox()
      await page.mouse.move(from.x + 1, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 6 })
      await page.mouse.up()
      await page.getByRole('toolbar', { name: 'Selected text' }).waitFor()
    },
  },
  'chat-empty': {
    themes: ['light'],
    run: async (page) => page.getByRole('button', { name: 'New question' }).click(),
  },
  'chat-answer': {
    run: async (page) => {
      await ask(page, 'When does the WM3310 enter its low-power state, and does the WM3320 differ?')
      await answered(page)
    },
  },
  'chat-sources': {
    run: async (page) => {
      await ask(page, 'When does the WM3310 enter its low-power state?')
      await answered(page)
      await page.getByRole('button', { name: /^\d sources/ }).last().click()
    },
  },
  'chat-reader': {
    run: async (page) => {
      await ask(page, 'When does the WM3310 enter its low-power state?')
      await answered(page)
      await page.getByRole('button', { name: /^Source 2:/ }).first().click()
      await page.getByTestId('highlight').first().waitFor()
      await pagesDrawn(page)
    },
  },
  'chat-quotes': {
    run: async (page) => {
      await ask(page, 'quote: enable pin threshold')
      await answered(page)
    },
  },
  'chat-nothing': {
    themes: ['light'],
    run: async (page) => {
      await ask(page, 'nothing about this in here?')
      await answered(page)
      await page.getByRole('button', { name: /^\d sources?/ }).last().click()
    },
  },
  'chat-failed': {
    widths: [900],
    run: async (page) => {
      await ask(page, 'fail please')
      await page.getByRole('alert').waitFor()
    },
  },
  'chat-writing': {
    widths: [1600],
    themes: ['light'],
    run: async (page) => {
      await ask(page, 'slow answer please')
      await page.waitForTimeout(1500)
    },
  },
  chinese: {
    locale: 'zh-CN',
    run: async (page) => {
      await ask(page, '引用：血压应如何测量？')
      await answered(page)
      await page.getByRole('button', { name: /^来源 4：/ }).first().click()
      await page.getByTestId('highlight').first().waitFor()
    },
  },
  'chinese-inspector': {
    locale: 'zh-CN',
    themes: ['light'],
    run: async (page) => {
      await ask(page, 'WM3310 何时进入低功耗状态？')
      await answered(page)
      await page.keyboard.press('Control+i')
      await page.getByText('语义占', { exact: false }).waitFor()
    },
  },
  'chinese-laboratory': {
    locale: 'zh-CN',
    themes: ['light'],
    run: async (page) => {
      await page.getByRole('button', { name: /^实验室/ }).click()
      await page.getByRole('button', { name: /^运行 \d+ 个问题/ }).click()
      await page.getByRole('progressbar', { name: /^正在检索/ }).waitFor()
      await page.getByRole('progressbar', { name: /^正在检索/ }).waitFor({ state: 'detached' })
    },
  },
  'chinese-settings': { locale: 'zh-CN', themes: ['dark'], run: async (page) => page.getByRole('button', { name: '设置' }).click() },
  'chinese-library': { locale: 'zh-CN', themes: ['light'], run: async (page) => page.getByRole('table').waitFor() },
  palette: {
    run: async (page) => {
      await page.getByRole('table').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('harbour 10-K')
      await page.waitForTimeout(500)
    },
  },
  details: {
    widths: [900],
    run: async (page) => {
      await page.getByRole('button', { name: /^More for “Annual Report.*2022/ }).click()
      await page.getByRole('menuitem', { name: 'Details…' }).click()
    },
  },
  scope: {
    widths: [900],
    themes: ['light'],
    run: async (page) => {
      await page.getByRole('button', { name: /New question/ }).click()
      await page.getByRole('button', { name: 'Choose documents' }).click()
      await page.getByRole('checkbox').nth(1).click()
      await page.getByRole('checkbox').nth(3).click()
    },
  },
  inspector: {
    run: async (page) => {
      await ask(page, 'When does the WM3310 enter its low-power state, and does the WM3320 differ?')
      await answered(page)
      await page.getByRole('button', { name: /^How this was found/ }).last().click()
      await page.getByText('Meaning counts', { exact: false }).waitFor()
    },
  },
  'inspector-hit': {
    run: async (page) => {
      await ask(page, 'When does the WM3310 enter its low-power state?')
      await answered(page)
      await page.keyboard.press('Control+i')
      await page.getByRole('checkbox', { name: 'Numbers' }).check()
      await page.getByRole('button', { name: /^1 / }).first().click()
      await page.getByRole('button', { name: /^5 / }).first().click()
      await page.getByRole('button', { name: /^5 / }).first().scrollIntoViewIfNeeded()
    },
  },
  'inspector-failed': {
    widths: [900],
    run: async (page) => {
      await ask(page, 'fail please')
      await page.getByRole('alert').waitFor()
      await page.keyboard.press('Control+i')
      await page.getByRole('alert').nth(1).waitFor()
    },
  },
  laboratory: {
    run: async (page) => {
      await page.getByRole('button', { name: /^Laboratory/ }).click()
      for (let times = 0; times < 2; times += 1) {
        await page.getByRole('button', { name: /^Run \d+ questions/ }).click()
        await page.getByRole('progressbar', { name: /^Searching/ }).waitFor()
        await page.getByRole('progressbar', { name: /^Searching/ }).waitFor({ state: 'detached' })
      }
    },
  },
  'laboratory-table': {
    run: async (page) => {
      await VIEWS.laboratory.run(page)
      await page.getByText('As a table').click()
      await page.getByRole('table', { name: 'Questions' }).scrollIntoViewIfNeeded()
    },
  },
  'laboratory-empty': { scenario: 'empty', themes: ['light'], run: async (page) => page.getByRole('button', { name: /^Laboratory/ }).click() },
  'laboratory-failed': {
    scenario: 'broken',
    themes: ['light'],
    run: async (page) => {
      await page.getByRole('button', { name: /^Laboratory/ }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  'chat-no-documents': { scenario: 'empty', themes: ['light'], run: async (page) => page.getByRole('button', { name: 'New question' }).click() },
  'laboratory-save': {
    run: async (page) => {
      await ask(page, 'quote: enable pin threshold')
      await answered(page)
      await page.getByRole('button', { name: /^Save as a test question/ }).last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'library-added': {
    run: async (page) => {
      await page.getByRole('table').waitFor()
      choosing(page, '/data/ellison/Documents/Assembly and test/2026;/data/ellison/Documents/letter to the board.docx')
      await page.getByRole('button', { name: 'Add folder…' }).click()
      await page.getByRole('button', { name: 'Keep linked' }).waitFor()
    },
  },
  settings: {
    run: async (page) => page.getByRole('button', { name: 'Settings' }).click(),
  },
  'settings-plain': { scenario: 'plain', run: async (page) => page.getByRole('button', { name: 'Settings' }).click() },
  'settings-models': {
    run: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      page.once('dialog', (dialog) => void dialog.accept('/models/Qwen3-4B-Instruct-Q4_K_M.gguf'))
      await page.getByRole('button', { name: 'Import a model file…' }).click()
      await page.getByRole('heading', { name: 'Local models' }).evaluate((element) => element.scrollIntoView())
    },
  },
  'settings-adding': {
    widths: [900],
    run: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Fetch', exact: true }).click()
      await page.getByText(' of 2.6 GB', { exact: false }).waitFor()
      await page.getByRole('heading', { name: 'Local models' }).evaluate((element) => element.scrollIntoView())
    },
    after: async (page) => page.getByRole('button', { name: 'Stop' }).click(),
  },
  'settings-delete-failed': {
    widths: [900],
    run: async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('button', { name: /^Delete gemma3/ }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  'chinese-settings-models': {
    locale: 'zh-CN',
    run: async (page) => {
      await page.getByRole('button', { name: '设置' }).click()
      await page.getByRole('heading', { name: '本地模型' }).evaluate((element) => element.scrollIntoView())
    },
  },
}
