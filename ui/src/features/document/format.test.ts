import { describe, expect, it } from 'vitest'

import type { FormatState } from '@/backend'

import { formatterOf, runsFor, windowShare } from './format'

const run = (document: number, more: Partial<FormatState> = {}): FormatState => ({ document, formatter: 'assisted', model: 'm', progress: { window: 0, windows: 0, seconds_left: 0, measured: false }, ended: false, refused: 0, headings: null, error: null, ...more })

describe('formatter runs', () => {
  it('are told from those of other documents', () => {
    expect(runsFor(1, [run(1, { ended: true }), run(2, { ended: true }), run(3)])).toEqual({ own: run(1, { ended: true }), other: run(3) })
    expect(runsFor(1, [])).toEqual({ own: undefined, other: undefined })
  })

  it('count finished windows only', () => {
    expect(windowShare(run(1))).toBeNull()
    expect(windowShare(run(1, { progress: { window: 1, windows: 4, seconds_left: 9, measured: true } }))).toBe(0)
    expect(windowShare(run(1, { progress: { window: 4, windows: 4, seconds_left: 9, measured: true } }))).toBe(0.75)
  })

  it('know their names', () => {
    expect(['native', 'assisted', 'full', 'later'].map(formatterOf)).toEqual(['native', 'assisted', 'full', 'native'])
  })
})
