import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { AnswerEvent, Conversation, Hit, Turn } from '@/backend'
import { installBackend } from '@/lib/testing/fakeBackend'
import { useUi } from '@/lib/ui'

import { startAsking, useLive } from './live'
import { citedSources, furtherSources, keptTurn, NO_EXTRAS } from './turn'

const hit = (rank: number, segment: number): Hit => ({
  rank,
  score: 1,
  segment,
  document: 1,
  title: 'T',
  file_name: 't.pdf',
  section_path: ['T', 'S'],
  section: 1,
  kind: 'text',
  text: 'words',
  locators: [],
  answering: 0,
  scores: { dense: 1, lexical: null, keyword: null, rerank: null },
  explanation: { raw_dense: null, raw_lexical: null, keywords: [], facts: [], alpha: 0.5, beta: 0.1, notes: [] },
})
const citation = { number: 1, segment: 11, document: 1, title: 'T', file_name: 't.pdf', section_path: ['T', 'S'], text: 'words', quote: null, locators: [] }
const done: AnswerEvent = {
  event: 'done',
  sentences: [{ text: 'Yes.', citations: [1], support: 'supported' }],
  citations: [citation],
  found: true,
  stopped: false,
  warnings: [],
  search_ms: 3,
  total_ms: 9,
  prompt_tokens: null,
  answer_tokens: null, scheme: null, meter: null,
}
const filed: Turn = { id: 5, question: 'Why?', sentences: done.sentences, citations: [citation], found: true, stopped: false, warnings: [], mode: 'model', model: 'm', total_ms: 9, asked_ms: 0 }
const conversation: Conversation = { row: { id: 7, title: 'Why?', updated_ms: 0, turns: 1 }, turns: [filed] }
const request = { question: 'Why?', conversation: null, scope: [], mode: 'auto', model: null } as const

const turn = () => useLive.getState().live[0]?.turn

describe('startAsking', () => {
  beforeEach(() => {
    useLive.setState({ live: [], extras: {} })
    useUi.setState({ view: { name: 'chat', conversation: null }, turn: null, reader: null })
  })

  it('grows with the events and gives way to the filed turn', async () => {
    const fake = installBackend({ conversation_get: () => conversation })
    startAsking(new QueryClient(), { ...request, scope: [] }, 0)
    expect(turn()?.phase).toBe('searching')
    const stream = fake.asked[0]
    stream?.push({ event: 'sources', hits: [hit(1, 11), hit(2, 12)], query: null, mode: 'model', model: 'm' })
    expect(turn()).toMatchObject({ phase: 'writing', model: 'm' })
    stream?.push({ event: 'token', text: 'Ye' })
    stream?.push({ event: 'token', text: 's [1].' })
    await vi.waitFor(() => expect(turn()?.draft).toBe('Yes [1].'))
    expect(useUi.getState().view).toEqual({ name: 'chat', conversation: 7 })
    stream?.push(done)
    expect(turn()).toMatchObject({ phase: 'done', draft: '' })
    stream?.end()
    await vi.waitFor(() => expect(useLive.getState().live).toHaveLength(0))
    expect(useLive.getState().extras[5]?.hits).toHaveLength(2)
  })

  it('keeps a refused question with its error', async () => {
    const fake = installBackend({ conversation_get: () => ({ ...conversation, turns: [] }) })
    startAsking(new QueryClient(), { ...request, scope: [] }, 0)
    fake.asked[0]?.refuse({ code: 'invalid_input', message: 'the question is empty' })
    await vi.waitFor(() => expect(turn()?.error?.code).toBe('invalid_input'))
    expect(turn()?.phase).toBe('done')
  })
})

describe('sources', () => {
  it('tell cited passages from merely found ones', () => {
    const view = { ...keptTurn(filed, NO_EXTRAS), hits: [hit(1, 10), hit(2, 11)] }
    expect(citedSources(view).map((source) => [source.number, source.segment, source.hit?.rank])).toEqual([[1, 11, 2]])
    expect(furtherSources(view).map((source) => [source.number, source.segment])).toEqual([[null, 10]])
  })
})
