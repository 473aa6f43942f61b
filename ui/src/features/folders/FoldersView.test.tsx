import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { backend, type FolderRow } from '@/backend'
import { useRemoval } from '@/lib/removal'
import { row, type Table } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { openApp } from '@/lib/testing/open'
import { useUi } from '@/lib/ui'

const SHEETS: FolderRow = { id: 1, path: '/data/Sheets', ignore: ['drafts/'], state: 'current', reason: null, watched: true, documents: 2, gone: [], refused: [], scanned_ms: 1 }
const ROWS = [row(1, { title: 'Pump manual', path: '/data/Sheets/pump.pdf' }), row(2, { title: 'Valve manual', path: '/data/Sheets/valve.pdf' }), row(3, { title: 'Filing', path: '/data/filing.pdf' })]

/** The view over folders that can be changed. */
function open(folders: FolderRow[], table: Table = {}) {
  let kept = folders
  useUi.setState({ view: { name: 'folders' } })
  const app = openApp({
    documents_list: () => ROWS,
    folders_list: () => kept,
    folder_link: ({ path, ignore }: { path: string; ignore: string[] }) => {
      kept = [...kept, { ...SHEETS, id: 9, path, ignore, documents: 0, state: 'waiting', scanned_ms: null }]
      return kept.at(-1)
    },
    folder_unlink: ({ id }: { id: number }) => {
      kept = kept.filter((folder) => folder.id !== id)
      return null
    },
    ...table,
  })
  return app
}
const choose = (...paths: string[]) => vi.spyOn(backend(), 'pickFolder').mockResolvedValue(paths)
const card = async (name: string) => within((await screen.findByRole('heading', { name, level: 2 })).closest('li') as HTMLElement)

beforeEach(() => pretendSize())

describe('linked folders', () => {
  it('are offered where there is none, and linked', async () => {
    const { requests, user } = open([])
    expect(await screen.findByRole('heading', { name: 'No folder is linked yet' })).toBeVisible()
    choose('/data/New')
    await user.click(screen.getByRole('button', { name: 'Link a folder…' }))
    expect((await card('New')).getByText('Not looked through yet')).toBeVisible()
    expect(requests('folder_link')).toEqual([{ path: '/data/New', ignore: [] }])
  })

  it('keep their rules when they are chosen again', async () => {
    const { requests, user } = open([SHEETS])
    await card('Sheets')
    choose('/data/Sheets/', '/data/New')
    await user.click(screen.getByRole('button', { name: 'Link a folder…' }))
    await card('New')
    expect(requests('folder_link')).toEqual([{ path: '/data/New', ignore: [] }])
  })

  it('say why one cannot be linked', async () => {
    const { user } = open([SHEETS], { folder_link: () => Promise.reject({ code: 'invalid_input', message: '`/data/Sheets/x` lies in `/data/Sheets`, which is linked already' }) })
    await card('Sheets')
    choose('/data/Sheets/x')
    await user.click(screen.getByRole('button', { name: 'Link a folder…' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('which is linked already')
  })

  it('tell when they are watched, away or failed', async () => {
    open([SHEETS, { ...SHEETS, id: 2, path: '/drive/Archive', state: 'missing', watched: false, gone: [3] }, { ...SHEETS, id: 3, path: '/srv/board', state: 'failed', reason: '`/srv/board` cannot be opened' }])
    expect((await card('Sheets')).getByText(/new files come in at once/)).toBeVisible()
    const away = await card('Archive')
    expect(away.getByText('Not there at the moment')).toBeVisible()
    expect(away.getByText(/A drive may be unplugged/)).toBeVisible()
    // What lay on an unplugged drive is not gone.
    expect(away.queryByRole('button', { name: /files? of/ })).toBeNull()
    const failed = await card('board')
    expect(failed.getByText('Could not be looked through')).toBeVisible()
    expect(failed.getByText(/cannot be opened/)).toBeVisible()
  })

  it('name the files that were refused, with the reason', async () => {
    const { user } = open([{ ...SHEETS, refused: [{ path: '/data/Sheets/letter.pdf', code: 'unreadable', reason: 'not a PDF' }] }])
    const sheets = await card('Sheets')
    await user.click(sheets.getByRole('button', { name: '1 file could not be added' }))
    expect(sheets.getByText('letter.pdf')).toBeVisible()
    expect(sheets.getByText('not a PDF')).toBeVisible()
  })

  it('let documents go whose files are gone, one or all, and bring them back', async () => {
    const { requests, user } = open([{ ...SHEETS, gone: [1, 2] }], { document_remove: () => null })
    const sheets = await card('Sheets')
    expect(sheets.getByRole('button', { name: 'The files of 2 documents are gone' })).toHaveAttribute('aria-expanded', 'true')
    await user.click(sheets.getByRole('button', { name: 'Remove from library: Pump manual' }))
    expect(sheets.getByRole('button', { name: 'The file of 1 document is gone' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(sheets.getByRole('button', { name: 'Remove all 2 from the library' }))
    expect(sheets.queryByText('Pump manual')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Sheets' })).toHaveFocus()
    await useRemoval.getState().flush()
    expect(requests('document_remove')).toEqual([{ ids: [1, 2] }])
  })

  it('show what is wrong with a rule at the field, and keep the others', async () => {
    let fails = true
    const { requests, user } = open([SHEETS], {
      folder_change: (request: { id: number; ignore: string[] }) => (fails ? Promise.reject({ code: 'invalid_input', message: '`[a` is no ignore rule: unclosed' }) : { ...SHEETS, ...request }),
    })
    const sheets = await card('Sheets')
    await user.click(sheets.getByRole('button', { name: 'Edit… Ignore rules of “Sheets”' }))
    const field = sheets.getByRole('textbox', { name: 'Ignore rules' })
    expect(field).toHaveFocus()
    await user.type(field, '{Enter}[[a')
    await user.click(sheets.getByRole('button', { name: 'Save' }))
    expect(await sheets.findByRole('alert')).toHaveTextContent('is no ignore rule')
    expect(field).toBeInvalid()
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    fails = false
    await user.type(field, ']')
    expect(field).toBeValid()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sheets.getByRole('button', { name: 'Edit… Ignore rules of “Sheets”' })).toHaveFocus())
    expect(requests('folder_change').at(-1)).toEqual({ id: 1, ignore: ['drafts/', '[a]'] })
  })

  it('are unlinked after a word, and their documents stay', async () => {
    const { requests, user } = open([SHEETS])
    const sheets = await card('Sheets')
    await user.click(sheets.getByRole('button', { name: 'More for “Sheets”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unlink…' }))
    const question = within(await sheets.findByRole('group', { name: 'Unlink “Sheets”?' }))
    expect(question.getByText(/documents stay in the library/)).toBeVisible()
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(requests('folder_unlink')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Unlink' }))
    expect(await screen.findByText('No folder is linked yet')).toBeVisible()
    expect(requests('folder_unlink')).toEqual([{ id: 1 }])
    expect(requests('document_remove')).toEqual([])
  })

  it('are looked through now, and say what came of it', async () => {
    const { user } = open([SHEETS], { folders_scan: () => ({ added: [7, 8], known: [], rejected: [] }) })
    await card('Sheets')
    await user.click(screen.getByRole('button', { name: 'Look through now' }))
    expect(await screen.findByText('2 documents added')).toBeVisible()
  })

  it('are refused and read again', async () => {
    let fails = true
    const { user } = open([], { folders_list: () => (fails ? Promise.reject({ code: 'library_busy', message: 'in use' }) : [SHEETS]) })
    await screen.findByText('In use.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Sheets')
  })
})

describe('the library with linked folders', () => {
  const openLibrary = (folders: FolderRow[], table: Table = {}) => {
    const app = open(folders, table)
    useUi.setState({ view: { name: 'library' } })
    return app
  }

  it('lists the documents of one, and asks it', async () => {
    const { asked, user } = openLibrary([SHEETS, { ...SHEETS, id: 2, path: '/drive/Archive', state: 'missing' }])
    await user.click(await screen.findByRole('button', { name: 'Linked folders 1 needs a look' }))
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Archive Not there at the moment' })).toBeVisible()
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Sheets 2' }))
    expect(screen.queryByRole('button', { name: 'Filing' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Pump manual' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Sheets 2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ask “Sheets”' }))
    await user.type(await screen.findByRole('textbox', { name: 'Ask a question' }), 'Q{Enter}')
    expect(asked[0]?.request.scope).toEqual([1, 2])
  })

  it('is reached from a folder, limited to it, and shows everything again', async () => {
    const { user } = open([SHEETS])
    await user.click((await card('Sheets')).getByRole('button', { name: /^Show the documents of “Sheets”/ }))
    expect(await screen.findByRole('button', { name: 'Sheets 2' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Filing' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(screen.getByRole('button', { name: 'Filing' })).toBeVisible()
  })

  it('leads to them', async () => {
    const { user } = openLibrary([SHEETS])
    await user.click(await screen.findByRole('button', { name: 'Linked folders' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Manage linked folders' }))
    await card('Sheets')
  })

  it('offers to keep linked a folder that was added', async () => {
    const { requests, user } = openLibrary([SHEETS], { documents_add: () => ({ added: [4], known: [], rejected: [] }) })
    await screen.findByRole('button', { name: 'Pump manual' })
    choose('/data/New')
    await user.click(screen.getByRole('button', { name: 'Add folder…' }))
    expect(await screen.findByText(/^Keep “New” linked/)).toBeVisible()
    expect(requests('folder_link')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Keep linked' }))
    expect(await screen.findByText(/^“New” is linked/)).toBeVisible()
    expect(requests('folder_link')).toEqual([{ path: '/data/New', ignore: [] }])
  })

  it('does not offer what lies in a linked folder', async () => {
    const { user } = openLibrary([SHEETS], { documents_add: () => ({ added: [4], known: [], rejected: [] }) })
    await screen.findByRole('button', { name: 'Pump manual' })
    choose('/data/Sheets/deep')
    await user.click(screen.getByRole('button', { name: 'Add folder…' }))
    expect(await screen.findByText('1 document added')).toBeVisible()
    expect(screen.queryByText(/linked, so that/)).toBeNull()
  })

  it('keeps a large folder linked when that is ticked', async () => {
    const { requests, user } = openLibrary([], { documents_count: () => ({ files: 90, bytes: 1 }), documents_add: () => ({ added: [4], known: [], rejected: [] }) })
    await screen.findByRole('button', { name: 'Pump manual' })
    choose('/many')
    await user.click(screen.getByRole('button', { name: 'Add folder…' }))
    await user.click(await screen.findByRole('checkbox', { name: /^Keep this folder linked/ }))
    await user.click(screen.getByRole('button', { name: 'Add all' }))
    await waitFor(() => expect(requests('folder_link')).toEqual([{ path: '/many', ignore: [] }]))
    expect(requests('documents_add')).toEqual([{ paths: ['/many'] }])
  })

  it('has them in the palette', async () => {
    const { requests, user } = openLibrary([SHEETS], { folders_scan: () => ({ added: [], known: [], rejected: [] }), places_find: () => ({ headings: [], figures: [], messages: [] }), search: () => Promise.reject({ code: 'internal', message: '' }) })
    await screen.findByRole('button', { name: 'Pump manual' })
    useUi.getState().setPalette(true)
    await user.type(await screen.findByRole('combobox', { name: 'Find or ask' }), 'look through')
    await user.click(await screen.findByRole('option', { name: 'Look through linked folders now' }))
    expect(await screen.findByText('Nothing new.')).toBeVisible()
    expect(requests('folders_scan')).toEqual([null])
  })
})
