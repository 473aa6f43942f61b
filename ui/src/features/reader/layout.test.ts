import { describe, expect, it } from 'vitest'

import { GAP, layoutPages, MARGIN, pageIndexAt } from './layout'

const pages = [0, 90, 0].map((rotation) => ({ width: 600, height: 800, rotation, label: null }))

describe('layoutPages', () => {
  it('stacks displayed pages with gaps and margins', () => {
    const layout = layoutPages(pages, 0.5)
    expect(layout.tops).toEqual([MARGIN, MARGIN + 400 + GAP, MARGIN + 700 + 2 * GAP])
    expect(layout.widest).toBe(400)
    expect(layout.total).toBe(2 * MARGIN + 1100 + 2 * GAP)
  })
})

describe('pageIndexAt', () => {
  const layout = layoutPages(pages, 0.5)
  it('finds the page under a height', () => {
    expect(pageIndexAt(layout, -5)).toBe(0)
    expect(pageIndexAt(layout, MARGIN + 399)).toBe(0)
    expect(pageIndexAt(layout, MARGIN + 400 + GAP - 1)).toBe(0)
    expect(pageIndexAt(layout, MARGIN + 400 + GAP)).toBe(1)
    expect(pageIndexAt(layout, 1e9)).toBe(2)
  })
  it('agrees with the tops for a thousand pages', () => {
    const long = layoutPages(Array.from({ length: 1000 }, () => pages[0] ?? { width: 1, height: 1, rotation: 0, label: null }), 1)
    expect(long.tops.every((top, index) => pageIndexAt(long, top + 1) === index)).toBe(true)
  })
})
