/** The backend inside the desktop shell. */
import { Channel, invoke } from '@tauri-apps/api/core'
import { listen } from '@tauri-apps/api/event'
import { getCurrentWebview } from '@tauri-apps/api/webview'
import { open } from '@tauri-apps/plugin-dialog'
import { openPath, openUrl, revealItemInDir } from '@tauri-apps/plugin-opener'

import type { AnswerEvent, AnswerStream, AskRequest, Backend, LibraryEvent, Unsubscribe, WireError } from './types'
import { deferred, settleConversation, toWireError } from './wire'

async function request<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args)
  } catch (thrown) {
    throw toWireError(thrown)
  }
}

function ask(askRequest: AskRequest, onEvent: (event: AnswerEvent) => void): AnswerStream {
  const conversation = deferred<number>()
  const done = deferred<undefined>()
  let stream: number | null = null
  let stopWanted = false
  const stopNow = (id: number) => void request('rpc', { name: 'stop', request: { stream: id } }).catch(() => undefined)

  const channel = new Channel<AnswerEvent>()
  let failed = false
  channel.onmessage = (event) => {
    onEvent(event)
    if (event.event === 'done') done.resolve(undefined)
    // Quotations may still follow a failure, so a little grace before the stream counts as over.
    if (event.event === 'failed' && !failed) {
      failed = true
      setTimeout(() => done.resolve(undefined), 1500)
    }
  }
  request<{ stream: number; conversation: number | null }>('ask', { request: askRequest, channel }).then(
    (started) => {
      stream = started.stream
      settleConversation(conversation, started.conversation)
      if (stopWanted) stopNow(started.stream)
    },
    (error: unknown) => {
      conversation.reject(error)
      done.reject(error)
    },
  )
  return {
    conversation: conversation.promise,
    done: done.promise,
    stop() {
      stopWanted = true
      if (stream !== null) stopNow(stream)
    },
  }
}

/** Undoes a subscription that is still being made. */
function later(subscription: Promise<Unsubscribe>): Unsubscribe {
  return () => void subscription.then((unsubscribe) => unsubscribe(), () => undefined)
}

async function pick(directory: boolean): Promise<string[]> {
  const filters = directory ? [] : [{ name: 'PDF', extensions: ['pdf', 'PDF'] }]
  const chosen = await open({ directory, multiple: true, filters })
  if (chosen === null) return []
  return Array.isArray(chosen) ? chosen : [chosen]
}

/** No folder and one file only, so the dialog gives a path or nothing. */
const pickModelFile = () => open({ filters: [{ name: 'GGUF', extensions: ['gguf', 'GGUF'] }] })

/**
 * An image says only that it did not come, and a custom protocol cannot be read from the page. The words of a page are read from
 * the same file in the same way, and a command tells why not.
 */
const pageTrouble = (document: number, page: number): Promise<WireError | null> =>
  request('rpc', { name: 'page_words', request: { id: document, page } }).then(() => null, toWireError)

/** Custom protocols are plain `http` hosts where the web view is Chromium (Windows, Android). */
const PAGE_ROOT = navigator.userAgent.includes('Windows') ? 'http://page.localhost' : 'page://localhost'

export const tauriBackend: Backend = {
  call: (name, body) => request('rpc', { name, request: body }),
  ask,
  onLibraryEvent: (listener) => later(listen<LibraryEvent>('library', (event) => listener(event.payload))),
  onDrop: (onPaths, onHover) =>
    later(
      getCurrentWebview().onDragDropEvent(({ payload }) => {
        if (payload.type === 'over') return
        onHover(payload.type === 'enter')
        if (payload.type === 'drop') onPaths(payload.paths)
      }),
    ),
  pickFiles: () => pick(false),
  pickFolder: () => pick(true),
  pickModelFile,
  pageImageUrl: (document, page, width) => `${PAGE_ROOT}/${document}/${page}?w=${width}`,
  pageTrouble,
  figureImageUrl: (segment, dpi) => `${PAGE_ROOT}/figure/${segment}?dpi=${dpi}`,
  openExternal: (path) => openPath(path),
  reveal: (path) => revealItemInDir(path),
  openOllamaPage: () => openUrl('https://ollama.com/download'),
  saveText: (name, text) => request<string | null>('save_text', { name, text }),
}
