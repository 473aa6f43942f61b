import { describe, expect, it } from 'vitest'

import type { OutlineNode } from '@/backend'

import { ancestors, initiallyFolded, sectionAt, visibleItems } from './outline'
import { pageByName } from './pageName'

const node = (section: number, parent: number | null, level: number, page: number, top?: number): OutlineNode => ({
  section,
  parent,
  level,
  title: `Section ${section}`,
  page,
  page_label: null,
  last_page: page,
  evidence: [],
  confidence: 1,
  rects: top === undefined ? [] : [{ x0: 0, x1: 100, y1: 800 - top, y0: 780 - top }],
})
const outline = [node(1, null, 1, 1), node(2, 1, 2, 2, 100), node(3, 2, 3, 2, 500), node(4, null, 1, 4)]
const pages = Array.from({ length: 5 }, () => ({ width: 600, height: 800, rotation: 0, label: null }))

describe('visibleItems', () => {
  it('hides everything below a folded section', () => {
    expect(visibleItems(outline, new Set([1])).map((item) => item.node.section)).toEqual([1, 4])
    expect(visibleItems(outline, new Set([2])).map((item) => item.node.section)).toEqual([1, 2, 4])
  })
  it('counts children and tells what is open', () => {
    expect(visibleItems(outline, new Set([2]))[1]).toMatchObject({ children: 1, open: false })
  })
})

describe('sectionAt', () => {
  it('follows the reading position within a page', () => {
    expect(sectionAt(outline, pages, 1, 0)).toBe(1)
    expect(sectionAt(outline, pages, 2, 50)).toBe(1)
    expect(sectionAt(outline, pages, 2, 120)).toBe(2)
    expect(sectionAt(outline, pages, 2, 600)).toBe(3)
    expect(sectionAt(outline, pages, 3, 0)).toBe(3)
    expect(sectionAt(outline, pages, 5, 700)).toBe(4)
  })
  it('is nowhere before the first heading', () => {
    expect(sectionAt([node(1, null, 1, 3)], pages, 1, 0)).toBeNull()
  })
})

describe('ancestors and folding', () => {
  it('names parents nearest first', () => {
    expect(ancestors(outline, 3)).toEqual([2, 1])
  })
  it('folds only long outlines', () => {
    expect(initiallyFolded(outline).size).toBe(0)
    const long = Array.from({ length: 200 }, (_, index) => node(index + 1, index % 10 === 0 ? null : index - (index % 10) + 1, index % 10 === 0 ? 1 : 2, 1))
    expect(initiallyFolded(long).has(1)).toBe(true)
  })
})

describe('pageByName', () => {
  const labelled = ['i', 'ii', '1', '2', 'A-1'].map((label) => ({ width: 1, height: 1, rotation: 0, label }))
  it('takes counted numbers first, then printed labels', () => {
    expect(pageByName(labelled, '2')).toBe(2)
    expect(pageByName(labelled, 'ii')).toBe(2)
    expect(pageByName(labelled, ' a-1 ')).toBe(5)
    expect(pageByName(labelled, '9')).toBeNull()
    expect(pageByName(labelled, '')).toBeNull()
  })
})
