import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { titleEnd } from '@/components/DocumentTitle'
import { useRemoval } from '@/lib/removal'
import { row, type Table } from '@/lib/testing/fakeBackend'
import { pretendSize } from '@/lib/testing/layout'
import { openApp } from '@/lib/testing/open'
import { useUi } from '@/lib/ui'

import { termsOf } from './terms'

const ROWS = [row(1, { title: 'Pump manual', duplicates: ['/copy/pump.pdf'] }), row(2, { title: 'Filing 2021' }), row(3, { title: 'Filing 2022' })]

const open = (table: Table = {}) => openApp({ documents_list: () => ROWS, ...table })

beforeEach(() => pretendSize())

describe('the library', () => {
  it('hides what is removed, and brings it back', async () => {
    const { requests, user } = open({ document_remove: () => null })
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Filing 2021”' }))
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByRole('button', { name: 'Filing 2021' })).toBeNull()
    expect(screen.getByText('1 document removed')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('button', { name: 'Filing 2021' })).toBeVisible()
    await useRemoval.getState().flush()
    expect(requests('document_remove')).toEqual([])
    useRemoval.getState().remove([2, 3])
    await useRemoval.getState().flush()
    expect(requests('document_remove')).toEqual([{ ids: [2, 3] }])
  })

  it('shows copies of one file as one document with a mark', async () => {
    open()
    expect(await screen.findByText('2 copies')).toHaveAttribute('title', '/library/doc-1.pdf\n/copy/pump.pdf')
  })

  it('marks documents whose file is no longer the one that was read', async () => {
    const state = (state: 'here' | 'changed' | 'gone', replaced_by: number | null = null) => ({ file: { state, replaced_by } })
    open({ documents_list: () => [row(1, state('gone')), row(2, state('changed', 3)), row(3, state('here')), row(4, state('changed'))] })
    expect(await screen.findByText('File gone')).toHaveAttribute('title', expect.stringContaining('no longer in its place'))
    expect(screen.getByText('Older state')).toBeVisible()
    expect(screen.getAllByText('Changed')).toHaveLength(1)
  })

  it('says under which title a file is known already', async () => {
    const { user } = open({ documents_add: () => ({ added: [], known: [1], rejected: [] }) })
    useUi.setState({ report: { added: [], known: [1], rejected: [], folders: [] } })
    expect(await screen.findByText('Already in the library as “Pump manual”')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  })

  it('makes a collection of what is selected, lists it, and takes out of it', async () => {
    let rows = [{ id: 1, name: 'Filings', documents: [2] }]
    const { requests, user } = open({
      collections_list: () => rows,
      collection_add: (request: { name: string; documents: number[] }) => {
        rows = [...rows, { id: 2, ...request }]
        return rows[1]
      },
      collection_change: () => null,
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select “Pump manual”' }))
    await user.click(screen.getByRole('button', { name: 'Add to collection' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New collection…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Manuals{Enter}')
    expect(requests('collection_add')).toEqual([{ name: 'Manuals', documents: [1] }])
    expect(await screen.findByRole('button', { name: 'Manuals 1' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.queryByRole('button', { name: 'Filing 2021' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Take out of “Manuals”' }))
    expect(requests('collection_change')).toEqual([{ id: 2, add: [], remove: [1] }])
  })

  it('asks a collection, and refuses to take an empty one for everything', async () => {
    const rows = [{ id: 1, name: 'Filings', documents: [2, 3] }, { id: 2, name: 'Empty', documents: [] }]
    const { asked, user } = open({ collections_list: () => rows })
    await user.click(await screen.findByRole('button', { name: 'Filings 2' }))
    await user.click(screen.getByRole('button', { name: 'More for “Filings”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ask this collection' }))
    await user.type(await screen.findByRole('textbox', { name: 'Ask a question' }), 'Q{Enter}')
    expect(asked[0]?.request.scope).toEqual([2, 3])
    useUi.setState({ collections: [2], view: { name: 'chat', conversation: null } })
    expect(await screen.findByText(/^The chosen collection has no documents\./)).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'Q{Enter}')
    expect(asked).toHaveLength(1)
  })

  it('corrects title, facts and key terms', async () => {
    const { requests, user } = open({ document_edit: (request: unknown) => request })
    await user.click(await screen.findByRole('button', { name: 'More for “Pump manual”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Details…' }))
    await user.click(await screen.findByRole('button', { name: 'Edit…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit the document' })
    await user.click(within(dialog).getByRole('button', { name: 'Add a fact' }))
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Kind of fact' }), 'Model')
    await user.type(within(dialog).getByRole('textbox', { name: 'Model' }), 'P-40')
    await user.type(within(dialog).getByRole('textbox', { name: /^Key terms/ }), 'P-40; NPSH{Enter}p-40')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(requests('document_edit')).toEqual([{ id: 1, title: 'Pump manual', facts: [{ kind: 'model', value: 'P-40' }], keywords: ['P-40', 'NPSH'] }])
  })

  it('counts a large folder before it is added', async () => {
    const { requests, user } = open({ documents_count: () => ({ files: 1240, bytes: 3_000_000_000 }), documents_add: () => ({ added: [9], known: [], rejected: [] }) })
    await screen.findByRole('button', { name: 'Pump manual' })
    const { backend } = await import('@/backend')
    vi.spyOn(backend(), 'pickFolder').mockResolvedValue(['/many'])
    await user.click(screen.getByRole('button', { name: 'Add folder…' }))
    expect(await screen.findByRole('dialog', { name: 'Add 1,240 PDFs?' })).toBeVisible()
    expect(requests('documents_add')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Add all' }))
    await waitFor(() => expect(requests('documents_add')).toEqual([{ paths: ['/many'] }]))
  })

  it('sorts by the day of adding, the newest first', async () => {
    const { user } = open()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Added')
    const titles = screen.getAllByRole('row').slice(1).map((line) => within(line).getAllByRole('button')[0]?.textContent)
    expect(titles).toEqual(['Filing 2022', 'Filing 2021', 'Pump manual'])
  })
})

describe('termsOf', () => {
  it('parts lines and semicolons, and keeps commas', () => {
    expect(termsOf('Block, Inc.\n NPSH；npsh ;\n\n')).toEqual(['Block, Inc.', 'NPSH'])
  })
})

describe('titleEnd', () => {
  it('keeps what tells look-alike titles apart', () => {
    expect(titleEnd('Annual Report on Form 10-K for the fiscal year ended December 31, 2022')).toBe('December 31, 2022')
    expect(titleEnd('基层高血压防治管理指南（第三版）')).toBe('')
    expect(titleEnd('某某股份有限公司关于某某事项的某某某某某某某某某某某某某某某某公告二〇二四年年度报告')).toBe('二〇二四年年度报告')
    expect(titleEnd('Pump manual')).toBe('')
  })
})
