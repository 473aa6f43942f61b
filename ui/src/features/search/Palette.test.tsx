import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { backend } from '@/backend'
import { detail, row, SETTINGS, STATUS, type Table } from '@/lib/testing/fakeBackend'
import { hit, response } from '@/lib/testing/hits'
import { pretendSize } from '@/lib/testing/layout'
import { openApp } from '@/lib/testing/open'
import { conversationOf } from '@/lib/testing/turns'
import { useUi, type View } from '@/lib/ui'

const FIRST = { document: 1, document_title: 'Pump manual', section: 2, title: 'Limits', page: 4, page_label: null, rects: [] }

function open(table: Table = {}) {
  return openApp({
    documents_list: () => [row(1, { title: 'Pump manual' })],
    document_detail: () => detail(row(1)),
    places_find: () => ({ headings: [FIRST], figures: [], messages: [] }),
    search: () => response([hit(1)]),
    settings_set: (next: unknown) => next,
    ingest_pause: () => null,
    ...conversationOf([]),
    ...table,
  })
}

async function choose(user: UserEvent, words: string, name: RegExp) {
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Find or ask' }), words)
  await user.click(await screen.findByRole('option', { name }))
}

beforeEach(() => pretendSize())

describe('the palette', () => {
  it.each<[string, View]>([
    ['New question', { name: 'chat', conversation: null }],
    ['Laboratory', { name: 'laboratory' }],
    ['Settings', { name: 'settings' }],
    ['Library', { name: 'library' }],
  ])('goes to %s', async (label, view) => {
    const { user } = open()
    await screen.findByRole('button', { name: 'Pump manual' })
    await choose(user, label, new RegExp(`^${label}$`))
    expect(useUi.getState().view).toEqual(view)
    expect(useUi.getState().palette).toBe(false)
  })

  it('adds files and folders through the dialogs', async () => {
    const { user } = open()
    const files = vi.spyOn(backend(), 'pickFiles')
    const folder = vi.spyOn(backend(), 'pickFolder')
    await choose(user, 'Add', /^Add PDFs…$/)
    await choose(user, 'Add', /^Add folder…$/)
    expect([files.mock.calls.length, folder.mock.calls.length]).toEqual([1, 1])
  })

  it('rests and resumes reading', async () => {
    let paused = false
    const { requests, user } = open({
      library_status: () => ({ ...STATUS, paused }),
      ingest_pause: (request: { paused: boolean }) => {
        paused = request.paused
        return null
      },
    })
    await screen.findByRole('button', { name: 'Pump manual' })
    await choose(user, 'reading', /^Pause reading$/)
    await waitFor(() => expect(requests('ingest_pause')).toEqual([{ paused: true }]))
    await choose(user, 'reading', /^Resume reading$/)
    await waitFor(() => expect(requests('ingest_pause').at(-1)).toEqual({ paused: false }))
  })

  it('switches between light and dark', async () => {
    const { requests, user } = open()
    await screen.findByRole('button', { name: 'Pump manual' })
    await choose(user, 'light', /^Switch between light and dark$/)
    await waitFor(() => expect(requests('settings_set')).toEqual([{ ...SETTINGS, theme: 'dark' }]))
  })

  it('opens headings and passages at their page, by the arrow keys alone', async () => {
    const { user } = open()
    await screen.findByRole('button', { name: 'Pump manual' })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Find or ask' }), 'limits of pressure')
    await screen.findByRole('option', { name: /^Limits/ })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(useUi.getState().reader).toMatchObject({ document: 1, page: 4 })
    await choose(user, 'limits of pressure', /The pressure is 16 bar/)
    expect(useUi.getState().reader).toMatchObject({ document: 1, page: 5 })
  })

  it('asks what was typed', async () => {
    const { asked, user } = open()
    await choose(user, 'how much?', /^Ask: how much\?$/)
    expect(asked[0]?.request).toMatchObject({ question: 'how much?', conversation: null })
  })

  it('inspects the newest answer only where there is one', async () => {
    const { user } = open()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'newest')
    expect(screen.queryByRole('option', { name: 'How the newest answer was found' })).toBeNull()
    await user.keyboard('{Escape}')
    useUi.setState({ view: { name: 'chat', conversation: 7 } })
    await choose(user, 'newest', /^How the newest answer was found$/)
    expect(useUi.getState().panel).toMatchObject({ open: true, tab: 'inspector' })
  })
})
