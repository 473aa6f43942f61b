/** Which passages of an answer may be figures worth showing, and how sharp their crops must be. */
import type { Rect } from '@/backend'

import type { TurnView } from './turn'

/** Figures that nobody cites are shown only when they stand this high. */
const BEST = 5
const MOST = 4
/** Resolutions asked for, so that a slightly other window does not draw every figure anew. */
const STEPS = [72, 108, 144, 216, 288]

export interface FigureSource {
  segment: number
  /** As cited; `null` for one that was found but not cited. */
  number: number | null
}

/** Cited passages first, then figures among the best hits; each passage once. What is no figure is sorted out by the engine. */
export function figureSegments(turn: TurnView): FigureSource[] {
  if (turn.phase !== 'done') return []
  const kinds = new Map(turn.hits.map((hit) => [hit.segment, hit.kind]))
  const cited = turn.citations.filter(({ segment }) => (kinds.get(segment) ?? 'figure') === 'figure').map(({ segment, number }) => ({ segment, number }))
  const found = turn.found ? turn.hits.filter((hit) => hit.kind === 'figure' && hit.rank <= BEST).map(({ segment }) => ({ segment, number: null })) : []
  const seen = new Set<number>()
  const once = [...cited, ...found].filter(({ segment }) => !seen.has(segment) && seen.add(segment))
  // Without the hits of an earlier sitting any citation may be a figure.
  return turn.hits.length > 0 ? once.slice(0, MOST) : once
}

/** Pixels per inch at which a crop fills `width` CSS pixels on a screen of this density. */
export function cropDpi(rect: Rect, width: number, density: number): number {
  const wanted = (72 * width * Math.max(1, density)) / Math.max(1, rect.x1 - rect.x0)
  return STEPS.find((step) => step >= wanted) ?? 288
}
