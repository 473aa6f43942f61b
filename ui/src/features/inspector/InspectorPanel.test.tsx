import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { detail, row, SETTINGS, type Table } from '@/lib/testing/fakeBackend'
import { hit, response } from '@/lib/testing/hits'
import { openApp } from '@/lib/testing/open'
import { citation, conversationOf, turn } from '@/lib/testing/turns'
import { useUi } from '@/lib/ui'

const TURN = turn({
  question: 'How much pressure does the P-100 take?',
  sentences: [{ text: '16 bar.', citations: [1, 2], support: 'supported' }],
  citations: [1, 2].map((number) => citation(number, 5, { segment: 101 })),
})
const HITS = [
  hit(1, { explanation: { keywords: ['P-100'], facts: ['year 2024'], notes: ['reranked: words +0.10, stub -0.20', 'put first: the question names table 2'] } }),
  hit(2, { title: 'Valve manual', scores: { dense: 0.2, lexical: null, keyword: 0, rerank: 0 } }),
  hit(3, { title: 'Third manual' }),
]

function open(table: Table = {}) {
  useUi.setState({ view: { name: 'chat', conversation: 7 } })
  return openApp({
    documents_list: () => [row(1, { title: 'Pump manual' })],
    ...conversationOf([TURN]),
    document_detail: () => detail(row(1)),
    settings_get: () => ({ ...SETTINGS, passages: 2 }),
    search: () => response(HITS),
    ...table,
  })
}

describe('the inspector', () => {
  it('opens beside an answer and tells how its question was understood', async () => {
    const { requests, user } = open()
    await user.click(await screen.findByRole('button', { name: /^How this was found/ }))
    const understood = await screen.findByRole('region', { name: 'How the question was understood' })
    for (const words of ['a passage that holds the answer', 'P-100', '2024', 'maximum operating pressure', 'Pump manual', 'Meaning counts 50 %, words 50 %.', 'Held fixed in the settings.']) expect(understood).toHaveTextContent(words)
    expect(requests('search')).toEqual([{ query: TURN.question, top_k: 20, scope: [], method: null, alpha: null, beta: null, kind: null }])
  })

  it('gives the reasons for the weights that the question itself chose', async () => {
    open({ search: () => response(HITS, { alpha: 0.5, beta: 0.3 }) })
    useUi.getState().inspect(null)
    const understood = await screen.findByRole('region', { name: 'How the question was understood' })
    expect(understood).toHaveTextContent('Words count more: the question holds identifiers (P-100).')
    expect(understood).toHaveTextContent('Key terms count more: 1 of 3 look-alike documents are meant.')
  })

  it('says of every passage what speaks for it and what became of it', async () => {
    const { user } = open()
    useUi.getState().inspect(null)
    const list = await screen.findByRole('list', { name: 'Why these passages' })
    const [first, second, third] = within(list).getAllByRole('button', { expanded: undefined }).filter((button) => button.hasAttribute('aria-expanded'))
    expect(first).toHaveTextContent('cited 1, 2')
    expect(second).toHaveTextContent('given')
    expect(third).toHaveTextContent('not given')
    expect(first).toHaveAttribute('aria-expanded', 'true')
    for (const words of ['words of the question stand in it', 'it is hardly longer than a title', 'Put first: the question names table 2.', 'Kept: given to the answer, which cites it as [1] [2].', 'year 2024']) expect(list).toHaveTextContent(words)
    await user.click(second as HTMLElement)
    expect(list).toHaveTextContent('Kept: given to the answer, which does not cite it.')
    expect(list).toHaveTextContent('not found by it')
    await user.click(third as HTMLElement)
    expect(list).toHaveTextContent('Left out: only the first 2 passages are given to an answer')
  })

  it('keeps its numbers for those who ask for them', async () => {
    const { user } = open()
    useUi.getState().inspect(null)
    const list = await screen.findByRole('list', { name: 'Why these passages' })
    expect(list).not.toHaveTextContent('0.60')
    await user.click(screen.getByRole('checkbox', { name: 'Numbers' }))
    expect(list).toHaveTextContent('0.90 (0.60) → 0.45')
    expect(screen.getByText('pressure P-100 2024')).toBeVisible()
  })

  it('opens and closes by keyboard, and leads to the page', async () => {
    const { user } = open()
    await screen.findByRole('button', { name: /^How this was found/ })
    await user.keyboard('{Control>}i{/Control}')
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Inspector' })).toHaveFocus())
    await user.click(await screen.findByRole('button', { name: 'Read it in the document' }))
    expect(useUi.getState()).toMatchObject({ panel: { open: true, tab: 'reader' }, reader: { document: 1, page: 5, source: { number: 1, segment: 101 } } })
    await user.keyboard('{Control>}i{/Control}')
    expect(useUi.getState().panel.tab).toBe('inspector')
    await user.keyboard('{Control>}i{/Control}')
    expect(screen.queryByRole('tab', { name: 'Inspector' })).toBeNull()
  })

  it('unfolds the passage that was asked about among the sources', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '2 sources' }))
    await user.click((await screen.findAllByRole('button', { name: 'Why is it here?' }))[0] as HTMLElement)
    expect(useUi.getState()).toMatchObject({ inspected: 101, panel: { tab: 'inspector' } })
    expect(await screen.findByText('Kept: given to the answer, which cites it as [1] [2].')).toBeVisible()
  })

  it('says what failed, and tries again', async () => {
    let broken = true
    const { user } = open({ search: () => (broken ? Promise.reject({ code: 'runtime_missing', message: 'the model is missing' }) : response([])) })
    useUi.getState().inspect(null)
    expect(await screen.findByText('The model is missing.')).toBeVisible()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing was found.')).toBeVisible()
  })
})
