/** Every view without violations that axe can see in a document without layout (contrast is checked on pictures of the views). */
import { cleanup, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Hit, Turn } from '@/backend'
import { applyLanguage } from '@/lib/i18n'
import { installBackend, row } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { renderWithQueries } from '@/lib/testing/render'
import { useUi } from '@/lib/ui'

import { App } from './App'

const LOCATORS = [{ page: 0, label: 'i', rects: [{ x0: 10, y0: 10, x1: 90, y1: 20 }], char_start: 0, char_end: 5 }]
const CITATION = { number: 1, segment: 4, document: 1, title: 'Pump manual', file_name: 'pump.pdf', section_path: ['Pump manual', '2 Limits'], text: 'The pressure is 16 bar.', quote: null, locators: LOCATORS }
const TURN: Turn = { id: 3, question: 'How much?', sentences: [{ text: '16 bar.', citations: [1], support: 'quoted' }], citations: [CITATION], found: true, stopped: false, warnings: ['one warning'], mode: 'extractive', model: null, total_ms: 1, asked_ms: 1 }
const ROW = { id: 7, title: 'Pumps', updated_ms: 1, turns: 1 }
const NODE = { section: 1, parent: null, level: 1, title: '1 Limits', page: 1, page_label: 'i', last_page: 2, evidence: [], confidence: 1, rects: [] }
const DETAIL = { row: row(1, { title: 'Pump manual' }), outline: [NODE], pages: [{ width: 600, height: 800, rotation: 0, label: 'i' }], formatter: 'native', format_advised: false }
const DOCUMENTS = [row(1, { title: 'Pump manual', duplicates: ['/x.pdf'] }), row(2, { state: 'failed', reason: 'cut off' }), row(3, { state: 'locked' }), row(4, { state: 'working', progress: { stage: 'parsing', done: 1, total: 9 } })]

const FOLDER = { id: 1, path: '/library', ignore: ['drafts/'], state: 'current', reason: null, watched: true, documents: 3, gone: [1, 2], refused: [{ path: '/library/x.pdf', code: 'unreadable', reason: 'empty' }], scanned_ms: 1 }
const FOLDERS = [FOLDER, { ...FOLDER, id: 2, path: '/drive', state: 'missing', scanned_ms: null }, { ...FOLDER, id: 3, path: '/srv', state: 'failed', reason: 'denied', gone: [], refused: [] }]

const FULL: Parameters<typeof installBackend>[0] = {
  documents_list: () => DOCUMENTS,
  collections_list: () => [{ id: 1, name: 'Manuals', documents: [1] }],
  document_detail: () => DETAIL,
  conversations_list: () => [ROW],
  conversation_get: () => ({ row: ROW, turns: [TURN] }),
  search: () => ({ query: '', hits: [] as Hit[], timings: { embed: 0, dense: 0, lexical: 0, total: 0 }, documents: 1, vectors: 1 }),
  folders_list: () => FOLDERS,
  places_find: () => ({ headings: [{ document: 1, document_title: 'Pump manual', section: 1, title: 'Limits', page: 1, page_label: null, rects: [] }], figures: [], messages: [] }),
}

const VIEWS: Record<string, { table?: Parameters<typeof installBackend>[0]; prepare?: () => void; there: () => Promise<unknown> }> = {
  'first run': { table: { documents_list: () => [] }, there: () => screen.findByRole('button', { name: 'Add samples' }) },
  library: { there: () => screen.findByRole('button', { name: 'Pump manual' }) },
  'library as a grid': { prepare: () => localStorage.setItem('waymark.library', 'grid'), there: () => screen.findByRole('grid') },
  'library that failed': { table: { documents_list: () => Promise.reject({ code: 'library_busy', message: 'in use' }) }, there: () => screen.findByRole('alert') },
  'linked folders': { prepare: () => useUi.setState({ view: { name: 'folders' } }), there: () => screen.findByRole('heading', { name: 'drive' }) },
  'new question': { prepare: () => useUi.setState({ view: { name: 'chat', conversation: null }, scope: [1], collections: [1] }), there: () => screen.findByRole('textbox', { name: 'Ask a question' }) },
  conversation: { prepare: () => useUi.setState({ view: { name: 'chat', conversation: 7 } }), there: () => screen.findByRole('heading', { name: 'How much?' }) },
  reader: { prepare: () => useUi.getState().openReader({ document: 1, page: 1, locators: LOCATORS, source: null }), there: () => screen.findByRole('toolbar', { name: 'Reader tools' }) },
  settings: { prepare: () => useUi.setState({ view: { name: 'settings' } }), there: () => screen.findByRole('heading', { name: 'Privacy' }) },
  palette: { prepare: () => useUi.setState({ palette: true }), there: () => screen.findByRole('combobox', { name: 'Find or ask' }) },
  'large import': { prepare: () => useUi.setState({ intake: { paths: ['/x'], files: 90, bytes: 5 } }), there: () => screen.findByRole('dialog') },
}

beforeEach(() => {
  pretendSize()
})
afterEach(() => {
  cleanup()
  applyLanguage('en')
  localStorage.removeItem('waymark.library')
})

describe('axe', () => {
  for (const [name, view] of Object.entries(VIEWS)) {
    it(`finds nothing in the ${name}`, async () => {
      installBackend({ ...FULL, ...view.table })
      view.prepare?.()
      renderWithQueries(<App />)
      await view.there()
      const report = await axe.run(document.body, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } })
      expect(report.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    })
  }
})
