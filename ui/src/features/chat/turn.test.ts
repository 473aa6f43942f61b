import { describe, expect, it } from 'vitest'

import { placeOfSource, type Source } from './turn'

const source = (number: number | null, segment: number) => ({ number, segment }) as Source

describe('placeOfSource', () => {
  const sources = [source(1, 10), source(2, 20), source(3, 20), source(null, 30)]
  it('tells citations of one passage apart', () => {
    expect(placeOfSource(sources, { number: 2, segment: 20 })).toBe(1)
    expect(placeOfSource(sources, { number: 3, segment: 20 })).toBe(2)
  })
  it('finds a passage whose number has changed since', () => {
    expect(placeOfSource(sources, { number: 5, segment: 30 })).toBe(3)
    expect(placeOfSource(sources, { number: 1, segment: 99 })).toBe(-1)
  })
})
