import { describe, expect, it } from 'vitest'

import { cropDpi, figureSegments } from './figures'
import type { TurnView } from './turn'

const hit = (segment: number, rank: number, kind: string) => ({ segment, rank, kind })
const cite = (segment: number, number: number) => ({ segment, number })
const turn = (more: object) => ({ phase: 'done', found: true, hits: [], citations: [], ...more }) as unknown as TurnView

describe('figureSegments', () => {
  it('takes cited figures first and each once', () => {
    const shown = figureSegments(turn({ hits: [hit(1, 1, 'figure'), hit(2, 2, 'text'), hit(3, 3, 'figure'), hit(4, 9, 'figure')], citations: [cite(2, 1), cite(3, 2), cite(3, 3)] }))
    expect(shown).toEqual([
      { segment: 3, number: 2 },
      { segment: 1, number: null },
    ])
  })
  it('asks for every citation of an answer whose hits are gone', () => {
    expect(figureSegments(turn({ citations: [cite(7, 1), cite(8, 2)] })).map(({ segment }) => segment)).toEqual([7, 8])
  })
  it('shows nothing before the answer is there, and nothing uncited when nothing was found', () => {
    expect(figureSegments(turn({ phase: 'writing', hits: [hit(1, 1, 'figure')] }))).toEqual([])
    expect(figureSegments(turn({ found: false, hits: [hit(1, 1, 'figure')] }))).toEqual([])
  })
})

describe('cropDpi', () => {
  it('rises in steps with width and density', () => {
    const rect = { x0: 0, y0: 0, x1: 236, y1: 100 }
    expect(cropDpi(rect, 236, 1)).toBe(72)
    expect(cropDpi(rect, 236, 2)).toBe(144)
    expect(cropDpi({ ...rect, x1: 40 }, 236, 2)).toBe(288)
  })
})
