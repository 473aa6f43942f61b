/** Where each page lies in the long strip of pages, in CSS pixels. */
import type { PageSize } from '@/backend'

import { displayedSize } from './geometry'

export const GAP = 12
export const MARGIN = 20

export interface Layout {
  tops: number[]
  heights: number[]
  widths: number[]
  /** Height of the whole strip. */
  total: number
  /** Width of the widest page. */
  widest: number
}

export function layoutPages(pages: PageSize[], scale: number): Layout {
  const layout: Layout = { tops: [], heights: [], widths: [], total: 0, widest: 0 }
  let top = MARGIN
  for (const page of pages) {
    const size = displayedSize(page)
    const width = size.width * scale
    const height = size.height * scale
    layout.tops.push(top)
    layout.heights.push(height)
    layout.widths.push(width)
    layout.widest = Math.max(layout.widest, width)
    top += height + GAP
  }
  layout.total = top - GAP + MARGIN
  return layout
}

/** Index of the page at a height of the strip; a gap belongs to the page above it. */
export function pageIndexAt(layout: Layout, y: number): number {
  let low = 0
  let high = layout.tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((layout.tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}
