// Generated from the Rust types by `cargo xtask bindings`. Do not edit.

export type DocumentId = number
export type SegmentId = number
export type CollectionId = number

export type Rect = { x0: number; y0: number; x1: number; y1: number }

export type Locator = { page: number; label: string | null; rects: Array<Rect>; char_start: number; char_end: number }

export type ErrorCode =
  | 'invalid_input'
  | 'not_found'
  | 'password_needed'
  | 'unreadable'
  | 'library_busy'
  | 'library_unusable'
  | 'runtime_missing'
  | 'ollama_absent'
  | 'model_missing'
  | 'model_failed'
  | 'too_long'
  | 'ollama_busy'
  | 'disk_full'
  | 'cancelled'
  | 'internal'

export type WireError = { code: ErrorCode; message: string; hint?: string }

export type FactKind = 'company' | 'author' | 'year' | 'period' | 'form' | 'model' | 'revision' | 'language' | 'alias'
export type FactSource = 'title_page' | 'file_name' | 'metadata' | 'running_header' | 'text' | 'user'
export type Fact = { kind: FactKind; value: string; source: FactSource; page: number | null }
export type DocumentFacts = { title: string; facts: Array<Fact>; keywords: Array<string> }

export type SegmentKind = 'text' | 'table' | 'figure'
export type ScoreParts = { dense: number | null; lexical: number | null; keyword: number | null; rerank: number | null }
export type Explanation = {
  raw_dense: number | null
  raw_lexical: number | null
  keywords: Array<string>
  facts: Array<string>
  alpha: number
  beta: number
  notes: Array<string>
}
export type Hit = {
  rank: number
  score: number
  segment: SegmentId
  document: DocumentId
  title: string
  file_name: string
  section_path: Array<string>
  section: number
  kind: SegmentKind
  text: string
  locators: Array<Locator>
  scores: ScoreParts
  explanation: Explanation
}

export type AnswerMode = 'auto' | 'extractive' | 'model'
export type Support = 'quoted' | 'supported' | 'attributed' | 'unsupported'
export type Citation = {
  number: number
  segment: SegmentId
  document: DocumentId
  title: string
  file_name: string
  section_path: Array<string>
  text: string
  quote: string | null
  locators: Array<Locator>
}
export type Sentence = { text: string; citations: Array<number>; support: Support }
export type AnswerEvent =
  | { event: 'sources'; hits: Array<Hit>; query: string | null; mode: AnswerMode; model: string | null }
  | { event: 'token'; text: string }
  | {
      event: 'done'
      sentences: Array<Sentence>
      citations: Array<Citation>
      found: boolean
      stopped: boolean
      warnings: Array<string>
      search_ms: number
      total_ms: number
      prompt_tokens: number | null
      answer_tokens: number | null
    }
  | { event: 'failed'; error: WireError }

export type DocumentState = 'queued' | 'working' | 'searchable' | 'ready' | 'locked' | 'failed' | 'cancelled'
export type Stage = 'queued' | 'opening' | 'parsing' | 'structuring' | 'indexing' | 'embedding' | 'ready'
export type Progress = { stage: Stage; done: number; total: number }
export type PageHealth = { text: number; scanned: number; garbled: number; empty: number }

export type DocumentRow = {
  id: DocumentId
  title: string
  file_name: string
  path: string
  duplicates: Array<string>
  size: number
  hash: string
  state: DocumentState
  progress: Progress | null
  reason: string | null
  pages: number
  segments: number
  vectors: number
  health: PageHealth
  facts: DocumentFacts
  confidence: number
  added_ms: number
  warnings: Array<string>
}
export type OutlineNode = {
  section: number
  parent: number | null
  level: number
  title: string
  page: number
  page_label: string | null
  last_page: number
  evidence: Array<string>
  confidence: number
  rects: Array<Rect>
}
export type PageSize = { width: number; height: number; rotation: number; label: string | null }
export type DocumentDetail = { row: DocumentRow; outline: Array<OutlineNode>; pages: Array<PageSize> }

export type AddRequest = { paths: Array<string> }
export type Rejected = { path: string; code: ErrorCode; reason: string }
export type AddReport = { added: Array<DocumentId>; known: Array<DocumentId>; rejected: Array<Rejected> }

export type SearchRequest = {
  query: string
  top_k: number
  scope: Array<DocumentId>
  method: string | null
  alpha: number | null
  beta: number | null
}
export type SearchTimings = { embed: number; dense: number; lexical: number; total: number }
export type SearchResponse = { query: string; hits: Array<Hit>; timings: SearchTimings; documents: number; vectors: number }

export type AskRequest = {
  question: string
  conversation: number | null
  scope: Array<DocumentId>
  mode: AnswerMode
  model: string | null
}
export type ConversationRow = { id: number; title: string; updated_ms: number; turns: number }
export type Turn = {
  id: number
  question: string
  sentences: Array<Sentence>
  citations: Array<Citation>
  found: boolean
  stopped: boolean
  warnings: Array<string>
  mode: AnswerMode
  model: string | null
  total_ms: number
  asked_ms: number
}
export type Conversation = { row: ConversationRow; turns: Array<Turn> }

export type EmbedderIdentity = { name: string; digest: string; dimensions: number; max_tokens: number }
export type LibraryStatus = {
  folder: string
  documents: number
  ready: number
  failed: number
  pending: number
  pages: number
  segments: number
  vectors: number
  database_bytes: number
  lexical_bytes: number
  embedder: EmbedderIdentity | null
  paused: boolean
  problems: Array<string>
}
export type ModelRow = { name: string; size: number; parameters: string | null; quantization: string | null }
export type OllamaStatus = {
  host: string
  running: boolean
  installed: boolean
  version: string | null
  models: Array<ModelRow>
  problem: string | null
}
export type Settings = {
  theme: string
  language: string
  ollama_host: string
  model: string
  mode: AnswerMode
  alpha: number | null
  beta: number | null
  passages: number
}
export type LibraryEvent =
  | { event: 'document'; row: DocumentRow }
  | { event: 'removed'; id: DocumentId }
  | { event: 'invalidate'; tags: Array<string> }
