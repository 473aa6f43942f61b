/** Where the cards of the grid lie, in CSS pixels, and where keys lead. */

/** Height of a card. */
export const CARD = 302
export const GAP = 16
/** Left and right of the cards. */
export const MARGIN = 20
const NARROWEST = 188

/** As many cards beside each other as have room. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - 2 * MARGIN + GAP) / (NARROWEST + GAP)))
}

export interface Grid {
  count: number
  columns: number
  /** Whole rows in sight. */
  page: number
}

/** The card that a key leads to from another; `null` for keys that lead nowhere. */
export function cardAfter(key: string, at: number, { count, columns, page }: Grid, whole: boolean): number | null {
  const last = count - 1
  const down = (rows: number) => {
    const to = at + rows * columns
    if (to < 0) return at % columns
    if (to <= last) return to
    // From the last row but one over the gap at the end of the last: to the last card.
    return Math.floor(at / columns) < Math.floor(last / columns) ? last : at
  }
  const from = at - (at % columns)
  const keys: Record<string, () => number> = {
    ArrowLeft: () => Math.max(0, at - 1),
    ArrowRight: () => Math.min(last, at + 1),
    ArrowUp: () => (at < columns ? at : at - columns),
    ArrowDown: () => down(1),
    PageUp: () => down(-page),
    PageDown: () => down(page),
    Home: () => (whole ? 0 : from),
    End: () => (whole ? last : Math.min(last, from + columns - 1)),
  }
  return count > 0 ? (keys[key]?.() ?? null) : null
}
