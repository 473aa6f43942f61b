/** The command list as the window sees it: name → request and response. Mirrors the list of the Rust `api` crate. */
import type {
  AddReport,
  AddRequest,
  Conversation,
  ConversationRow,
  DocumentDetail,
  DocumentRow,
  LibraryStatus,
  OllamaStatus,
  SearchRequest,
  SearchResponse,
  Settings,
} from './generated/types'

export interface Commands {
  library_status: { request: null; response: LibraryStatus }
  documents_list: { request: null; response: DocumentRow[] }
  documents_add: { request: AddRequest; response: AddReport }
  samples_add: { request: null; response: AddReport }
  document_remove: { request: { ids: number[] }; response: null }
  document_retry: { request: { id: number; password: string | null }; response: null }
  document_cancel: { request: { id: number }; response: null }
  document_detail: { request: { id: number }; response: DocumentDetail }
  ingest_pause: { request: { paused: boolean }; response: null }
  search: { request: SearchRequest; response: SearchResponse }
  stop: { request: { stream: number }; response: null }
  conversations_list: { request: null; response: ConversationRow[] }
  conversation_get: { request: { id: number }; response: Conversation }
  conversation_rename: { request: { id: number; title: string }; response: null }
  conversation_delete: { request: { id: number }; response: null }
  settings_get: { request: null; response: Settings }
  settings_set: { request: Settings; response: Settings }
  ollama_status: { request: null; response: OllamaStatus }
}

export type CommandName = keyof Commands
