import { describe, expect, it } from 'vitest'

import { cardAfter, columnsIn } from './cards'

/** Ten cards: rows of four, four and two. */
const GRID = { count: 10, columns: 4, page: 2 }
const after = (key: string, at: number, whole = false) => cardAfter(key, at, GRID, whole)

describe('columnsIn', () => {
  it('fills the width of narrow and wide windows', () => {
    expect([300, 668, 900, 1368].map(columnsIn)).toEqual([1, 3, 4, 6])
    expect(columnsIn(0)).toBe(1)
  })
})

describe('cardAfter', () => {
  it('walks on over the ends of rows', () => {
    expect(after('ArrowRight', 3)).toBe(4)
    expect(after('ArrowLeft', 4)).toBe(3)
    expect(after('ArrowRight', 9)).toBe(9)
    expect(after('ArrowLeft', 0)).toBe(0)
  })
  it('keeps to its column, and comes to the last card from above the gap', () => {
    expect(after('ArrowDown', 1)).toBe(5)
    expect(after('ArrowDown', 5)).toBe(9)
    expect(after('ArrowDown', 7)).toBe(9)
    expect(after('ArrowDown', 8)).toBe(8)
    expect(after('ArrowUp', 9)).toBe(5)
    expect(after('ArrowUp', 2)).toBe(2)
  })
  it('leaps by what is in sight, to ends of rows and of all', () => {
    expect(after('PageDown', 1)).toBe(9)
    expect(after('PageDown', 3)).toBe(9)
    expect(after('PageUp', 9)).toBe(1)
    expect(after('PageUp', 6)).toBe(2)
    expect([after('Home', 6), after('End', 6), after('End', 8)]).toEqual([4, 7, 9])
    expect([after('Home', 6, true), after('End', 1, true)]).toEqual([0, 9])
  })
  it('leaves other keys and an empty grid alone', () => {
    expect(after('x', 1)).toBeNull()
    expect(cardAfter('ArrowDown', 0, { ...GRID, count: 0 }, false)).toBeNull()
  })
})
