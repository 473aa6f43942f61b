/** The same backend over HTTP, for browser tests against a command host. */
import type { AnswerEvent, AnswerStream, AskRequest, Backend, LibraryEvent, WireError } from './types'
import { deferred, settleConversation, toWireError } from './wire'

type Started = { event: 'started'; stream: number; conversation: number | null }

async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? null),
      signal: signal ?? null,
    })
  } catch (thrown) {
    throw toWireError(thrown)
  }
  if (response.ok) return response
  throw await refusalOf(path, response)
}

/** The refusal of an answer that is not the one wanted. */
async function refusalOf(path: string, response: Response): Promise<WireError> {
  const text = await response.text()
  try {
    return toWireError(JSON.parse(text))
  } catch {
    return toWireError(new Error(`${path} answered ${response.status}`))
  }
}

async function pageTrouble(document: number, page: number, width: number): Promise<WireError | null> {
  const path = httpBackend.pageImageUrl(document, page, width)
  try {
    const response = await fetch(path)
    return response.ok ? null : await refusalOf(path, response)
  } catch (thrown) {
    return toWireError(thrown)
  }
}

/** Complete lines of a response body, parsed as JSON. */
async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    rest += decoder.decode(value, { stream: !done })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line)
    if (done) break
  }
  if (rest.trim() !== '') yield JSON.parse(rest)
}

function ask(request: AskRequest, onEvent: (event: AnswerEvent) => void): AnswerStream {
  const conversation = deferred<number>()
  let stream: number | null = null
  let stopWanted = false
  const stopNow = (id: number) => void post('/rpc/stop', { stream: id }).catch(() => undefined)

  const done = (async () => {
    const response = await post('/ask', request)
    if (!response.body) throw toWireError(new Error('/ask answered without a body'))
    for await (const line of jsonLines(response.body)) {
      const event = line as AnswerEvent | Started
      if (event.event !== 'started') {
        onEvent(event)
        continue
      }
      stream = event.stream
      settleConversation(conversation, event.conversation)
      if (stopWanted) stopNow(event.stream)
    }
  })()
  done.catch((error: unknown) => conversation.reject(error))
  return {
    conversation: conversation.promise,
    done,
    stop() {
      stopWanted = true
      if (stream !== null) stopNow(stream)
    },
  }
}

/** A browser hides the paths of dropped files; tests drop `text/plain` with one path per line instead. */
function onDrop(onPaths: (paths: string[]) => void, onHover: (over: boolean) => void) {
  let depth = 0
  const over = (event: DragEvent) => event.preventDefault()
  const enter = (event: DragEvent) => {
    event.preventDefault()
    depth += 1
    onHover(true)
  }
  const leave = () => {
    depth = Math.max(0, depth - 1)
    if (depth === 0) onHover(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    depth = 0
    onHover(false)
    const paths = (event.dataTransfer?.getData('text/plain') ?? '').split('\n').filter(Boolean)
    if (paths.length > 0) onPaths(paths)
  }
  const listeners = { dragover: over, dragenter: enter, dragleave: leave, drop } as const
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener as EventListener)
  }
}

/** Stands in for the native dialog, which a browser cannot offer with full paths. */
function askForPaths(): Promise<string[]> {
  const answer = window.prompt('Paths, separated by ;') ?? ''
  return Promise.resolve(answer.split(';').map((path) => path.trim()).filter(Boolean))
}

/** A browser saves where it always does. */
function saveText(name: string, text: string): Promise<string | null> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return Promise.resolve(name)
}

export const httpBackend: Backend = {
  call: async (name, request) => (await post(`/rpc/${name}`, request)).json(),
  ask,
  onLibraryEvent(listener) {
    const source = new EventSource('/events')
    source.onmessage = (message) => listener(JSON.parse(message.data as string) as LibraryEvent)
    return () => source.close()
  },
  onDrop,
  pickFiles: askForPaths,
  pickFolder: askForPaths,
  pickModelFile: async () => (await askForPaths())[0] ?? null,
  pageImageUrl: (document, page, width) => `/page/${document}/${page}?w=${width}`,
  pageTrouble,
  figureImageUrl: (segment, dpi) => `/figure/${segment}?dpi=${dpi}`,
  openExternal: () => Promise.resolve(),
  reveal: () => Promise.resolve(),
  openOllamaPage: () => Promise.resolve(),
  saveText,
}
