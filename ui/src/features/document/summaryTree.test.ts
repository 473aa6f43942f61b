import { describe, expect, it } from 'vitest'

import type { OutlineNode, SectionSummary } from '@/backend'

import { branches, summaryTree, type SummaryNode } from './summaryTree'

const node = (section: number, parent: number | null, level: number): OutlineNode => ({ section, parent, level, title: `S${section}`, page: section, page_label: null, last_page: section, evidence: [], confidence: 1, rects: [] })
const summary = (section: number): SectionSummary => ({ section, title: `S${section}`, level: 1, page: section + 1, key_points: [], summary: 'x', origin: 'model', model: 'm', made_ms: 0, stale: false })
const shape = (nodes: SummaryNode[]): unknown[] => nodes.map((each) => [each.section, each.summary !== null, shape(each.children)])

const OUTLINE = [node(1, null, 1), node(2, 1, 2), node(3, 1, 2), node(4, 3, 3), node(5, null, 1)]

describe('summaryTree', () => {
  it('follows the outline and keeps the document apart', () => {
    const { whole, roots } = summaryTree([0, 1, 2, 3, 4, 5].map(summary), OUTLINE)
    expect(whole?.section).toBe(0)
    expect(shape(roots)).toEqual([[1, true, [[2, true, []], [3, true, [[4, true, []]]]]], [5, true, []]])
    expect(branches(roots)).toEqual([1, 3])
  })

  it('keeps the way to a section whose parents have none yet, and leaves the others out', () => {
    const { whole, roots } = summaryTree([summary(4)], OUTLINE)
    expect(whole).toBeNull()
    expect(shape(roots)).toEqual([[1, false, [[3, false, [[4, true, []]]]]]])
  })

  it('loses no summary that the outline does not know', () => {
    expect(shape(summaryTree([summary(9)], OUTLINE).roots)).toEqual([[9, true, []]])
    expect(shape(summaryTree([summary(1)], []).roots)).toEqual([[1, true, []]])
  })
})
