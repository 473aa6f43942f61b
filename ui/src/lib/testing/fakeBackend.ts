/** A backend for tests: answers from a table, answer events pushed by hand. */
import { setBackend, type AnswerEvent, type AskRequest, type Backend, type CommandName, type DocumentDetail, type DocumentHealth, type DocumentRow, type LibraryEvent, type LibraryStatus, type Settings } from '@/backend'
import { deferred, toWireError } from '@/backend/wire'

export const SETTINGS: Settings = { theme: 'light', language: 'en', ollama_host: '', model: '', mode: 'auto', scheme: 'auto', alpha: null, beta: null, passages: 8, enrich: 'off' }

export const STATUS: LibraryStatus = {
  folder: '/library',
  documents: 1,
  ready: 1,
  failed: 0,
  pending: 0,
  pages: 10,
  segments: 20,
  vectors: 20,
  database_bytes: 1000,
  lexical_bytes: 1000,
  embedder: null,
  paused: false,
  problems: [],
}

export function row(id: number, more: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id,
    title: `Document ${id}`,
    file_name: `doc-${id}.pdf`,
    path: `/library/doc-${id}.pdf`,
    duplicates: [],
    size: 1000,
    hash: '',
    state: 'ready',
    progress: null,
    reason: null,
    pages: 10,
    segments: 20,
    vectors: 20,
    health: { text: 10, scanned: 0, garbled: 0, empty: 0 },
    facts: { title: `Document ${id}`, facts: [], keywords: [] },
    confidence: 1,
    added_ms: id,
    warnings: [],
    report: null,
    edited: false,
    file: { state: 'here', replaced_by: null },
    ...more,
  }
}

/** The health report of a document with a few scans. */
export const REPORT: DocumentHealth = {
  pages: { text: 8, scanned: 2, garbled: 0, empty: 0 },
  headings: 31,
  induced: 3,
  evidence: [
    { evidence: 'numbering', headings: 28 },
    { evidence: 'induced', headings: 3 },
  ],
  tables: 12,
  figures: 5,
  captioned: 4,
  confidence: 0.83,
  warnings: ['2 of 10 pages are images without text'],
}

/** A document with what the reader needs, without pages. */
export function detail(of: DocumentRow, more: Partial<DocumentDetail> = {}): DocumentDetail {
  return { row: of, outline: [], pages: [], formatter: 'native', format_advised: false, ...more }
}

export type Table = Partial<Record<CommandName, (request: never) => unknown>>

export function installBackend(table: Table) {
  const calls: { name: CommandName; request: unknown }[] = []
  const asked: { request: AskRequest; push(event: AnswerEvent): void; end(): void; refuse(error: unknown): void; stopped: boolean }[] = []
  const saved: { name: string; text: string }[] = []
  let library: ((event: LibraryEvent) => void) | null = null
  const defaults: Table = {
    library_status: () => STATUS,
    documents_list: () => [],
    conversations_list: () => [],
    figures_among: () => [],
    page_words: () => [],
    documents_count: () => ({ files: 1, bytes: 1000 }),
    collections_list: () => [],
    folders_list: () => [],
    ollama_pulling: () => null,
    documents_formatting: () => [],
    enrichment_status: () => ({ jobs: [], pending_vectors: 0 }),
    document_summaries: () => ({ sections: [], missing: 0, passages: 0, long_passages: 0, terms: [], terms_model: null }),
    questions_list: () => [],
    question_runs: () => [],
    settings_get: () => SETTINGS,
    ollama_status: () => ({ host: 'http://127.0.0.1:11434', running: false, installed: false, version: null, models: [], problem: null }),
  }
  const fake: Backend = {
    call: async (name, request) => {
      calls.push({ name, request })
      const answer = (table[name] ?? defaults[name]) as ((request: unknown) => unknown) | undefined
      if (!answer) throw { code: 'internal', message: `no answer for ${name}` }
      return answer(request) as never
    },
    ask(request, onEvent) {
      const done = deferred<undefined>()
      const record = { request, push: onEvent, end: () => done.resolve(undefined), refuse: done.reject, stopped: false }
      asked.push(record)
      return { conversation: Promise.resolve(7), done: done.promise, stop: () => (record.stopped = true) }
    },
    onLibraryEvent(listener) {
      library = listener
      return () => (library = null)
    },
    onDrop: () => () => undefined,
    pickFiles: async () => [],
    pickFolder: async () => [],
    pickModelFile: async () => null,
    pageImageUrl: (document, page, width) => `/page/${document}/${page}?w=${width}`,
    pageTrouble: (id, page) => fake.call('page_words', { id, page }).then(() => null, toWireError),
    figureImageUrl: (segment, dpi) => `/figure/${segment}?dpi=${dpi}`,
    openExternal: async () => undefined,
    reveal: async () => undefined,
    openOllamaPage: async () => undefined,
    saveText: async (name, text) => {
      saved.push({ name, text })
      return name
    },
  }
  setBackend(fake)
  const requests = (name: CommandName) => calls.filter((call) => call.name === name).map((call) => call.request)
  return { calls, requests, asked, saved, broadcast: (event: LibraryEvent) => library?.(event) }
}
