import { describe, expect, it } from 'vitest'

import type { Places } from '@/backend'
import { row } from '@/lib/testing/fakeBackend'

import { paletteItems } from './paletteItems'

const commands = [
  { name: 'library' as const, label: 'Library' },
  { name: 'settings' as const, label: 'Settings' },
]
const talks = [{ id: 3, title: 'Sales in 2022', updated_ms: 0, turns: 1 }]
const none: Places = { headings: [], figures: [], messages: [] }
const keys = (text: string, places = none) => paletteItems(text, commands, [row(1, { title: 'Sales report' }), row(2)], talks, places, []).map((item) => item.key)

describe('paletteItems', () => {
  it('offers commands and conversations before anything is typed', () => {
    expect(keys('')).toEqual(['c-library', 'c-settings', 't-3'])
  })
  it('offers to ask what was typed, then what matches it', () => {
    expect(keys('sales')).toEqual(['ask', 'd-1', 't-3'])
    expect(keys('sett')).toEqual(['ask', 'c-settings'])
  })
  it('lists headings, figures and messages after documents, and no conversation twice', () => {
    const heading = { document: 1, document_title: 'Sales report', section: 4, title: 'Sales by region', page: 3, page_label: null, rects: [] }
    const figure = { segment: 70, document: 1, title: 'Sales report', file_name: 'f', figure: { index: 1, number: '2', caption: 'Figure 2. Sales', page: 4, page_label: null, section_path: [], rect: { x0: 0, y0: 0, x1: 1, y1: 1 }, text: '' } }
    const message = (conversation: number, turn: number) => ({ conversation, title: '', turn, question: 'Sales?', excerpt: '', asked_ms: 0 })
    expect(keys('sales', { headings: [heading], figures: [figure], messages: [message(3, 8), message(5, 9)] })).toEqual(['ask', 'd-1', 'h-1-4', 'f-70', 't-3', 'm-9'])
  })
})
