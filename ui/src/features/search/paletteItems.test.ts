import { describe, expect, it } from 'vitest'

import { row } from '@/lib/testing/fakeBackend'

import { paletteItems } from './paletteItems'

const commands = [
  { name: 'library' as const, label: 'Library' },
  { name: 'settings' as const, label: 'Settings' },
]
const talks = [{ id: 3, title: 'Sales in 2022', updated_ms: 0, turns: 1 }]
const keys = (text: string) => paletteItems(text, commands, [row(1, { title: 'Sales report' }), row(2)], talks, []).map((item) => item.key)

describe('paletteItems', () => {
  it('offers commands and conversations before anything is typed', () => {
    expect(keys('')).toEqual(['c-library', 'c-settings', 't-3'])
  })
  it('offers to ask what was typed, then what matches it', () => {
    expect(keys('sales')).toEqual(['ask', 'd-1', 't-3'])
    expect(keys('sett')).toEqual(['ask', 'c-settings'])
  })
})
