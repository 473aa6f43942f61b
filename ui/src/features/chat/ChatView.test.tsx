import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { detail, row } from '@/lib/testing/fakeBackend'
import { openApp } from '@/lib/testing/open'
import { conversationOf, turn } from '@/lib/testing/turns'
import { useUi } from '@/lib/ui'

const TURN = turn({ sentences: [{ text: 'Pressure is \\(p = F/A\\), 16 bar.', citations: [1], support: 'supported' }] })

function open() {
  const outline = [2, 3].map((section) => ({ section, parent: null, level: 1, title: section === 2 ? '2 Limits' : '3 Service', page: section, page_label: null, last_page: section, evidence: [], confidence: 1, rects: [] }))
  useUi.setState({ view: { name: 'chat', conversation: 7 } })
  return openApp({
    documents_list: () => [row(1, { title: 'Pump manual' })],
    document_detail: () => detail(row(1), { outline }),
    ...conversationOf([TURN]),
    messages_find: () => [{ conversation: 7, title: 'Pumps', turn: 3, question: 'How much pressure?', excerpt: '…Pressure is 16 bar.', asked_ms: 1 }],
  })
}

describe('a conversation', () => {
  it('is saved with numbered sources, as a page, and as BibTeX', async () => {
    const { saved, user } = open()
    for (const name of [/^Markdown/, /^HTML/, /^BibTeX/]) {
      await user.click(await screen.findByRole('button', { name: 'Export the conversation' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await waitFor(() => expect(saved).toHaveLength(3))
    const text = (extension: string) => saved.find((file) => file.name === `Pumps.${extension}`)?.text ?? ''
    expect(text('md')).toContain('1. Pump manual › 2 Limits › p. 5 (pump.pdf)')
    expect(text('html')).toContain('Pump manual › 2 Limits › p. 5 (pump.pdf)')
    expect(text('bib')).toContain('title = {{Pump manual}}')
  })

  it('offers questions from the outline, and asks them', async () => {
    const { asked, user } = open()
    await user.click(await screen.findByRole('button', { name: 'What does “Service” say in Pump manual?' }))
    expect(asked[0]?.request).toMatchObject({ question: 'What does “Service” say in Pump manual?', conversation: 7 })
  })

  it('typesets formulas', async () => {
    open()
    await waitFor(() => expect(document.querySelector('.katex')).not.toBeNull())
    expect(screen.getByText(/16 bar/)).toBeInTheDocument()
  })

  it('is found by what was said in it', async () => {
    const { calls, user } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Search conversations' }), '16 bar')
    await user.click(await screen.findByRole('button', { name: /Pressure is 16 bar/ }))
    expect(useUi.getState().view).toEqual({ name: 'chat', conversation: 7, turn: 3 })
    expect(calls.some((call) => call.name === 'messages_find')).toBe(true)
  })

  it('t006 says which documents are searched, and searches just those, in a new conversation too', async () => {
    useUi.setState({ view: { name: 'chat', conversation: 7 } })
    const { asked, user } = openApp({ documents_list: () => [row(1, { title: 'Pump manual' }), row(2, { title: 'Valve manual' })], ...conversationOf([TURN]) })
    const scope = await screen.findByRole('group', { name: 'Documents asked' })
    await waitFor(() => expect(scope).toHaveTextContent('All 2 documents'))
    await user.click(within(scope).getByRole('button', { name: 'Choose documents' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Valve manual' }))
    await user.keyboard('{Escape}')
    const ask = async () => user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'How much?{Enter}')
    await ask()
    expect(asked[0]?.request.scope).toEqual([2])
    await user.click(screen.getByRole('button', { name: 'New question' }))
    const again = await screen.findByRole('group', { name: 'Documents asked' })
    expect(again).toHaveTextContent('Valve manual')
    await ask()
    expect(asked[1]?.request.scope).toEqual([2])
    await user.click(screen.getByRole('button', { name: 'Do not limit to “Valve manual”' }))
    expect(screen.getByRole('group', { name: 'Documents asked' })).toHaveTextContent('All 2 documents')
  })

  it('of an empty library says that there is nothing to ask yet, and sends nothing', async () => {
    useUi.setState({ view: { name: 'chat', conversation: null }, scope: [], collections: [] })
    const { asked, user } = openApp({ documents_list: () => [] })
    const scope = await screen.findByRole('group', { name: 'Documents asked' })
    await waitFor(() => expect(scope).toHaveTextContent('No documents yet'))
    expect(screen.queryByText(/All 0/)).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'How much?{Enter}')
    expect(asked).toEqual([])
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  })

  it('limited to an empty collection says so', async () => {
    useUi.setState({ view: { name: 'chat', conversation: null }, scope: [], collections: [4] })
    const { asked, user } = openApp({ documents_list: () => [row(1, { title: 'Pump manual' })], collections_list: () => [{ id: 4, name: 'Unread', documents: [] }] })
    await waitFor(() => expect(screen.getByRole('group', { name: 'Documents asked' })).toHaveTextContent('Unread (empty)'))
    expect(screen.getByText(/^The chosen collection has no documents/)).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'How much?{Enter}')
    expect(asked).toEqual([])
    useUi.setState({ collections: [] })
  })
})
