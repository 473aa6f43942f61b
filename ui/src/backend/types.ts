/** What the window needs from whatever runs the engine. Implemented over Tauri and over HTTP. */
import type { AnswerEvent, AskRequest, CommandName, Commands, LibraryEvent, WireError } from './generated/types'

export type * from './generated/types'

/** A running answer. */
export interface AnswerStream {
  /** Conversation that the question was filed under, known as soon as the answer has begun; rejects when it is filed nowhere. */
  conversation: Promise<number>
  /** Ends the answer early; a `done` event with what there is still arrives. */
  stop(): void
  /** Settles after the last event; rejects when the question was refused. */
  done: Promise<void>
}

export type Unsubscribe = () => void

export interface Backend {
  /** Rejects with a `WireError`. */
  call<K extends CommandName>(name: K, request: Commands[K]['request']): Promise<Commands[K]['response']>
  ask(request: AskRequest, onEvent: (event: AnswerEvent) => void): AnswerStream
  onLibraryEvent(listener: (event: LibraryEvent) => void): Unsubscribe
  /** Files dragged over the window: `onHover` tells whether something is held above it, `onPaths` what was let go. */
  onDrop(onPaths: (paths: string[]) => void, onHover: (over: boolean) => void): Unsubscribe
  pickFiles(): Promise<string[]>
  pickFolder(): Promise<string[]>
  /** A model file (GGUF); `null` when the dialog was left. */
  pickModelFile(): Promise<string | null>
  /** Address of a page image; `page` from 1, `width` in device pixels. */
  pageImageUrl(document: number, page: number, width: number): string
  /** Why a page image cannot be had; `null` when nothing speaks against asking again. */
  pageTrouble(document: number, page: number, width: number): Promise<WireError | null>
  /** Address of the drawn figure that a segment holds. */
  figureImageUrl(segment: number, dpi: number): string
  /** Opens a file with the system's own viewer. */
  openExternal(path: string): Promise<void>
  /** Shows a folder or file in the system's file manager. */
  reveal(path: string): Promise<void>
  /** Opens the page that Ollama is downloaded from, in the system's browser. */
  openOllamaPage(): Promise<void>
  /** Asks where a text shall be saved and writes it there; gives the path, or `null` when the dialog was left. */
  saveText(name: string, text: string): Promise<string | null>
}
