import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { REPORT, row, type Table } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { openApp } from '@/lib/testing/open'
import { useUi } from '@/lib/ui'

const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
const open = (table: Table = {}) => openApp({ documents_list: () => many(10), ...table })
const card = (id: number) => screen.getByRole('button', { name: `Document ${id}` })
const chosen = () => screen.getAllByRole('gridcell', { selected: true }).map((cell) => within(cell).getByRole('checkbox').getAttribute('aria-label'))

// Wide enough for four cards beside each other.
beforeEach(() => {
  pretendSize()
  localStorage.setItem('waymark.library', 'grid')
})
afterEach(() => localStorage.removeItem('waymark.library'))

describe('the grid', () => {
  it('takes the place of the list, and is there again after a restart', async () => {
    localStorage.removeItem('waymark.library')
    const { user } = open()
    expect(await screen.findByRole('table')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Grid' }))
    expect(screen.getByRole('grid', { name: 'Library' })).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
    cleanup()
    open()
    expect(await screen.findByRole('grid')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'List' }))
    cleanup()
    open()
    expect(await screen.findByRole('table')).toBeVisible()
  })

  it('shows what the list shows', async () => {
    const fact = { kind: 'company' as const, value: 'Harbour', source: 'title_page' as const, page: 0 }
    const rows = [
      row(1, { report: REPORT, duplicates: ['/copy.pdf'], facts: { title: '', facts: [fact], keywords: [] }, file: { state: 'gone', replaced_by: null } }),
      row(2, { state: 'failed', reason: 'cut off', pages: 0, health: { text: 0, scanned: 0, garbled: 0, empty: 0 } }),
    ]
    const { requests, user } = open({ documents_list: () => rows, document_retry: () => null })
    const first = within((await screen.findAllByRole('gridcell'))[0] as HTMLElement)
    for (const words of ['2 copies', 'File gone', 'doc-1.pdf', 'Harbour', '10 pages', 'Ready']) expect(first.getByText(words)).toBeVisible()
    expect(first.getByRole('button', { name: /^Health of “Document 1”/ })).toBeVisible()
    expect(card(1)).toHaveAccessibleDescription(expect.stringMatching(/doc-1\.pdf.*10 pages.*Harbour.*Ready/))
    expect(screen.getByTitle('cut off')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again: Document 2' }))
    expect(requests('document_retry')).toEqual([{ id: 2, password: null }])
  })

  it('moves in two dimensions, opens with Enter and selects with Space', async () => {
    const { user } = open()
    await screen.findByRole('grid')
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(10))
    expect(screen.getAllByRole('gridcell').filter((cell) => within(cell).getByRole('button', { name: /^Document/ }).tabIndex === 0)).toHaveLength(1)
    card(1).focus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(card(6)).toHaveFocus()
    await user.keyboard(' ')
    expect(chosen()).toEqual(['Select “Document 6”'])
    await user.keyboard('{ArrowDown}{Shift>} {/Shift}')
    expect(card(10)).toHaveFocus()
    expect(chosen()).toHaveLength(5)
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(card(1)).toHaveFocus()
    // Within the card that has the focus Tab comes to what else it holds.
    await user.tab()
    await user.tab()
    expect(screen.getByRole('button', { name: /^Health of “Document 1”/ })).toHaveFocus()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(useUi.getState().reader?.document).toBe(2)
    await user.keyboard('{Control>}a{/Control}')
    expect(chosen()).toHaveLength(10)
  })

  it('selects by the boxes, with Shift up to the last one', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Document 2”' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select “Document 5”' }))
    await user.keyboard('{/Shift}')
    expect(chosen()).toHaveLength(4)
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText('10 documents selected')).toBeVisible()
  })

  it('sorts and filters as the list does', async () => {
    const { user } = open()
    const titles = () => screen.getAllByRole('gridcell').map((cell) => within(cell).getByRole('button', { name: /^Document/ }).textContent)
    await user.click(await screen.findByRole('button', { name: /^Title/ }))
    expect(titles()[0]).toBe('Document 10')
    await user.type(screen.getByRole('searchbox', { name: 'Filter documents' }), 'doc-7')
    await waitFor(() => expect(titles()).toEqual(['Document 7']))
  })

  it('mounts the cards near sight and asks for no other pages', async () => {
    open({ documents_list: () => many(200) })
    await screen.findByRole('grid')
    await waitFor(() => expect(document.querySelectorAll('[data-card] img').length).toBeGreaterThan(8))
    const cells = screen.getAllByRole('gridcell')
    expect(cells.length).toBeLessThanOrEqual(24)
    expect(document.querySelectorAll('[data-card] img').length).toBeLessThanOrEqual(cells.length)
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '50')
  })

  it('keeps the focused card where the focus can be, far out of sight', async () => {
    const { user } = open({ documents_list: () => many(200) })
    await screen.findByRole('grid')
    card(1).focus()
    await user.keyboard('{Control>}{End}{/Control}')
    expect(card(200)).toHaveFocus()
  })

  it('mounts a menu when somebody comes to it', async () => {
    const { user } = open()
    const button = await screen.findByRole('button', { name: 'More for “Document 1”' })
    expect(button.parentElement?.children).toHaveLength(1)
    button.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('menuitem', { name: 'Ask about this' })).toHaveFocus()
    // Its keys are not those of the grid.
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('menuitem', { name: 'Details…' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button).toHaveFocus()
  })
})
