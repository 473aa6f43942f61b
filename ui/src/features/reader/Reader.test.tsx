import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { FindResponse, TextMatch } from '@/backend'
import { detail, row, type Table } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { show } from '@/lib/testing/render'
import { useUi } from '@/lib/ui'

import { Reader } from './Reader'

const PAGES = Array.from({ length: 8 }, (_, index) => ({ width: 600, height: 800, rotation: 0, label: ['i', 'ii'][index] ?? String(index - 1) }))
const DETAIL = detail(row(1, { pages: 8 }), { pages: PAGES })
const match = (page: number, text = 'sales'): TextMatch => ({ page, rects: [{ x0: 100, y0: 700, x1: 140, y1: 712 }], before: 'Net ', text, after: ' rose' })
const target = { document: 1, page: 1, locators: [], source: null, visit: 1 }

const open = (table: Table = {}) =>
  show(<Reader target={target} conversation={null} />, {
    document_detail: () => DETAIL,
    page_words: () => [{ text: 'Net', rect: { x0: 60, y0: 700, x1: 90, y1: 712 }, angle: 0, line: 0 }],
    ...table,
  })

beforeEach(() => pretendSize(700))

describe('the reader', () => {
  it('lays the words of a page over its image', async () => {
    const { calls } = open()
    const layer = await screen.findAllByTestId('text-layer')
    expect(layer[0]).toHaveTextContent('Net')
    expect(calls.filter((call) => call.name === 'page_words').map((call) => call.request)).toContainEqual({ id: 1, page: 1 })
  })

  it('finds page by page, counts, and goes round', async () => {
    const pieces: FindResponse[] = [
      { matches: [match(1), match(2)], next: 3 },
      { matches: [match(7)], next: null },
    ]
    const { calls, user } = open({ document_find: (request: { from: number }) => (request.from === 1 ? pieces[0] : pieces[1]) })
    await screen.findAllByTestId('text-layer')
    await user.keyboard('{Control>}f{/Control}')
    const bar = screen.getByRole('search')
    // At once, as each pause between letters is a search of its own.
    await user.click(within(bar).getByRole('searchbox'))
    await user.paste('sales')
    expect(await within(bar).findByText('1 of 3')).toBeVisible()
    expect(calls.filter((call) => call.name === 'document_find').map((call) => call.request)).toEqual([
      { id: 1, query: 'sales', from: 1 },
      { id: 1, query: 'sales', from: 3 },
    ])
    expect(screen.getByTestId('hit-current')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(within(bar).getByText('2 of 3')).toBeVisible()
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    expect(within(bar).getByText('3 of 3')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    await waitFor(() => expect(screen.queryAllByTestId('hit')).toHaveLength(0))
  })

  it('says when nothing is found, and why it cannot be looked for', async () => {
    let answer: () => unknown = () => ({ matches: [], next: null })
    const { user } = open({ document_find: () => answer() })
    await user.click(await screen.findByRole('button', { name: /^Find in this document/ }))
    const box = screen.getByRole('searchbox')
    await user.type(box, 'x')
    expect(await screen.findByText('No hits')).toBeVisible()
    answer = () => Promise.reject({ code: 'unreadable', message: 'the file has gone' })
    await user.type(box, 'y')
    expect(await screen.findByText('The file has gone.')).toBeVisible()
  })

  it('shows small pages with their printed labels', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Thumbnails' }))
    const pages = screen.getByRole('navigation', { name: 'Thumbnails' })
    expect(within(pages).getByRole('button', { name: 'Page 1 · i' })).toHaveAttribute('aria-current', 'page')
    expect(within(pages).getByRole('button', { name: 'Page 3 · 1' })).toBeInTheDocument()
  })

  it('asks about selected text within its document', async () => {
    const { user } = open()
    const layer = (await screen.findAllByTestId('text-layer'))[0] as HTMLElement
    const range = document.createRange()
    range.selectNodeContents(layer)
    range.getClientRects = () => ({ item: () => ({ left: 10, top: 100 }) }) as unknown as DOMRectList
    vi.spyOn(window, 'getSelection').mockReturnValue({ toString: () => 'filter\ntime', rangeCount: 1, anchorNode: layer.firstChild, getRangeAt: () => range } as unknown as Selection)
    document.dispatchEvent(new Event('pointerup'))
    await user.click(await screen.findByRole('button', { name: 'Ask about this' }))
    expect(useUi.getState()).toMatchObject({ scope: [1], draft: 'What does this mean: “filter time”', view: { name: 'chat' } })
  })
})
