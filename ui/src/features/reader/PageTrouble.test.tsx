import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { backend, type WireError } from '@/backend'
import { row, type Table } from '@/lib/testing/fakeBackend'
import { show } from '@/lib/testing/render'
import { useRemoval } from '@/lib/removal'
import { useUi } from '@/lib/ui'

import { useAttempts } from './attempts'
import { PageTrouble } from './PageTrouble'

const GONE: WireError = { code: 'unreadable', message: '`/library/doc-1.pdf` is not there any more', hint: 'add the file again' }
const report = (more: object) => ({ added: [], known: [], rejected: [], ...more })

function begin(error: WireError | null, table: Table = {}) {
  const shown = show(<PageTrouble document={1} page={3} width={800} />, { documents_list: () => [row(1)], page_words: () => (error ? Promise.reject(error) : []), ...table })
  Object.assign(backend(), { pickFiles: async () => ['/new/doc-1.pdf'] })
  return shown
}

beforeEach(() => {
  useUi.setState({ notice: null })
  useAttempts.setState({ of: {} })
})

describe('a page that cannot be shown', () => {
  it('says why, and what can be done', async () => {
    begin(GONE)
    expect(await screen.findByText(/is not there any more/)).toBeVisible()
    expect(screen.getByText('Page 3 cannot be shown')).toBeVisible()
    expect(screen.getByText('Add the file again.')).toBeVisible()
  })

  it('is asked for again once its file was located', async () => {
    const { requests, user } = begin(GONE, { documents_add: () => report({ known: [1] }) })
    await user.click(await screen.findByRole('button', { name: 'Locate file…' }))
    await waitFor(() => expect(useAttempts.getState().of[1]).toBe(1))
    expect(requests('documents_add')).toEqual([{ paths: ['/new/doc-1.pdf'] }])
  })

  it('says when another file was chosen', async () => {
    const { user } = begin(GONE, { documents_add: () => report({ added: [9] }) })
    await user.click(await screen.findByRole('button', { name: 'Locate file…' }))
    await waitFor(() => expect(useUi.getState().notice?.message).toContain('other content'))
    expect(useAttempts.getState().of[1]).toBeUndefined()
  })

  it('can be taken out of the library with its document', async () => {
    const { user } = begin(GONE)
    await user.click(await screen.findByRole('button', { name: 'Remove from library' }))
    expect(useRemoval.getState().leaving).toContain(1)
    useRemoval.getState().undo()
  })

  it('of a locked document asks for the password', async () => {
    const { requests, user } = begin({ code: 'password_needed', message: '`doc-1.pdf` needs a password' }, { document_retry: () => null })
    await user.click(await screen.findByRole('button', { name: 'Unlock…' }))
    await user.type(screen.getByLabelText('Password'), 'open')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(requests('document_retry')).toEqual([{ id: 1, password: 'open' }]))
    await waitFor(() => expect(useAttempts.getState().of[1]).toBe(1))
  })

  it('is only asked for again when nothing is known to be wrong', async () => {
    const { user } = begin(null)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(useAttempts.getState().of[1]).toBe(1)
    expect(screen.queryByRole('button', { name: 'Locate file…' })).toBeNull()
  })
})
