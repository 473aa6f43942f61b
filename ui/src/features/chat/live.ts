/** Answers that are being written, across conversations, until the engine has filed them. */
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import { backend, toWireError, type AnswerEvent, type AskRequest, type Conversation, type Turn } from '@/backend'
import { keyOf } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { extrasOf, type Extras, type TurnView } from './turn'

export interface Live {
  turn: TurnView
  conversation: number | null
  /** Newest filed turn when the question was asked; later ones of the conversation are this answer. */
  after: number
  request: AskRequest
  stop(): void
}

interface LiveState {
  live: Live[]
  /** What is known of filed turns of this sitting but not filed with them, by turn id. */
  extras: Record<number, Extras>
}

export const useLive = create<LiveState>(() => ({ live: [], extras: {} }))

let counter = 0

function blank(key: string, request: AskRequest): TurnView {
  return {
    key,
    question: request.question,
    phase: 'searching',
    draft: '',
    sentences: [],
    citations: [],
    hits: [],
    query: null,
    found: true,
    stopped: false,
    warnings: [],
    mode: request.mode,
    model: null,
    totalMs: 0,
    searchMs: null,
    tokens: null,
    step: null,
    scheme: null,
    meter: null,
    error: null,
    scope: request.scope,
  }
}

/** What an event makes of a turn. */
export function advance(turn: TurnView, event: AnswerEvent): TurnView {
  switch (event.event) {
    case 'step':
      return { ...turn, step: { step: event.step, done: event.done, of: event.of } }
    case 'sources':
      return { ...turn, phase: 'writing', hits: event.hits, query: event.query, mode: event.mode, model: event.model }
    case 'token':
      return { ...turn, phase: 'writing', step: null, draft: turn.draft + event.text }
    case 'done':
      return {
        ...turn,
        phase: 'done',
        draft: '',
        step: null,
        scheme: event.scheme,
        meter: event.meter,
        sentences: event.sentences,
        citations: event.citations,
        found: event.found,
        stopped: event.stopped,
        warnings: event.warnings,
        totalMs: event.total_ms,
        searchMs: event.search_ms,
        tokens: { prompt: event.prompt_tokens, answer: event.answer_tokens },
      }
    case 'failed':
      return { ...turn, phase: 'done', step: null, error: event.error }
  }
}

function update(key: string, change: (live: Live) => Live): void {
  useLive.setState((state) => ({ live: state.live.map((live) => (live.turn.key === key ? change(live) : live)) }))
}

export function dismiss(key: string): void {
  useLive.setState((state) => ({ live: state.live.filter((live) => live.turn.key !== key) }))
}

/** Forgets questions that were refused or are filed nowhere, once the reader turns to something else. */
export function dropUnfiled(): void {
  useLive.setState((state) => ({ live: state.live.filter((live) => live.conversation !== null || live.turn.phase !== 'done') }))
}

/** Tokens come faster than a screen is drawn; they are taken over a few times a second at most. */
function batched(apply: (events: AnswerEvent[]) => void) {
  let waiting: AnswerEvent[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const events = waiting
    waiting = []
    if (events.length > 0) apply(events)
  }
  return {
    flush,
    push(event: AnswerEvent) {
      waiting.push(event)
      if (event.event === 'token') timer ??= setTimeout(flush, 60)
      else flush()
    },
  }
}

/** Replaces a finished live answer by the filed turn; an answer that broke before it was filed stays, with its error. */
async function settle(client: QueryClient, key: string): Promise<void> {
  const live = useLive.getState().live.find((candidate) => candidate.turn.key === key)
  if (!live || live.conversation === null) return
  const query = keyOf('conversation_get', { id: live.conversation })
  let turn: Turn | undefined
  // The row may be there before its sentences are.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    if (attempt > 0) await new Promise((resume) => setTimeout(resume, 300))
    try {
      const filed: Conversation = await client.fetchQuery({ queryKey: query, queryFn: () => backend().call('conversation_get', query[2]), staleTime: 0 })
      turn = filed.turns.find((candidate) => candidate.id > live.after)
    } catch {
      return
    }
    if (turn && turn.sentences.length === live.turn.sentences.length) break
    turn = undefined
  }
  void client.invalidateQueries({ queryKey: keyOf('conversations_list', null) })
  if (!turn || live.turn.error) return
  const { id } = turn
  useLive.setState((state) => ({
    live: state.live.filter((candidate) => candidate.turn.key !== key),
    extras: { ...state.extras, [id]: extrasOf(live.turn) },
  }))
  const ui = useUi.getState()
  if (ui.turn === key) useUi.setState({ turn: `turn-${id}` })
  if (ui.reader?.source?.turn === key) useUi.setState({ reader: { ...ui.reader, source: { ...ui.reader.source, turn: `turn-${id}` } } })
}

/** Asks; the answer grows in [`useLive`]. */
export function startAsking(client: QueryClient, request: AskRequest, after: number): void {
  counter += 1
  const key = `live-${counter}`
  const events = batched((batch) => update(key, (live) => ({ ...live, turn: batch.reduce(advance, live.turn) })))
  const stream = backend().ask(request, events.push)
  useLive.setState((state) => ({
    live: [...state.live, { turn: blank(key, request), conversation: request.conversation, after, request, stop: stream.stop }],
  }))

  void stream.conversation.then(
    (conversation) => {
      update(key, (live) => ({ ...live, conversation }))
      const { view } = useUi.getState()
      if (view.name === 'chat' && view.conversation === null) useUi.setState({ view: { name: 'chat', conversation } })
      void client.invalidateQueries({ queryKey: keyOf('conversations_list', null) })
    },
    () => undefined,
  )
  stream.done
    .catch((error: unknown) => events.push({ event: 'failed', error: toWireError(error) }))
    .finally(() => {
      events.flush()
      void settle(client, key)
    })
}
