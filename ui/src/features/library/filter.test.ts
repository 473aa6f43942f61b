import { describe, expect, it } from 'vitest'

import { row } from '@/lib/testing/fakeBackend'

import { arrange, chips } from './filter'

const fact = (kind: 'company' | 'year' | 'model', value: string) => ({ kind, value, source: 'title_page' as const, page: 0 })
const rows = [
  row(1, { title: 'Item 10', pages: 5, state: 'failed' }),
  row(2, { title: 'Item 9', pages: 50, facts: { title: 'Item 9', facts: [fact('company', 'Harbour')], keywords: ['TPS62'] } }),
  row(3, { title: 'Other', pages: 20, state: 'working' }),
]
const ids = (text: string, filter: 'all' | 'ready' | 'pending' | 'trouble' = 'all', key: 'title' | 'pages' | 'state' = 'title', descending = false) =>
  arrange(rows, text, filter, { key, descending }).map((document) => document.id)

describe('arrange', () => {
  it('sorts titles as people count', () => {
    expect(ids('')).toEqual([2, 1, 3])
  })
  it('finds every word in title, file, facts or keywords', () => {
    expect(ids('harbour tps')).toEqual([2])
    expect(ids('harbour other')).toEqual([])
    expect(ids('doc-3')).toEqual([3])
  })
  it('filters by group and sorts by other columns', () => {
    expect(ids('', 'trouble')).toEqual([1])
    expect(ids('', 'pending')).toEqual([3])
    expect(ids('', 'all', 'pages', true)).toEqual([2, 3, 1])
    expect(ids('', 'all', 'state')).toEqual([1, 3, 2])
  })
  it('leaves its input alone', () => {
    const before = rows.map((document) => document.id)
    ids('', 'all', 'pages')
    expect(rows.map((document) => document.id)).toEqual(before)
  })
})

describe('chips', () => {
  it('take one fact per kind and leave out the model that the title names', () => {
    const document = row(4, { title: 'WM3310 Datasheet', facts: { title: '', keywords: [], facts: [fact('year', '2022'), fact('year', '2021'), fact('model', 'WM3310'), fact('company', 'North')] } })
    expect(chips(document)).toEqual([
      { kind: 'company', value: 'North', source: 'title_page', page: 0 },
      { kind: 'year', value: '2022', source: 'title_page', page: 0 },
    ])
  })
})
