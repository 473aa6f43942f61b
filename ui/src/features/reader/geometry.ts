/** From PDF space (points, origin at the lower left of the unrotated page) to the page as it is displayed. */
import type { PageSize, Rect } from '@/backend'

/** A place on the displayed page in points, origin at the upper left. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

type Turn = 0 | 90 | 180 | 270

/** Any multiple of 90 degrees, also negative, as 0, 90, 180 or 270. */
export function quarterTurn(rotation: number): Turn {
  return ((((Math.round(rotation / 90) * 90) % 360) + 360) % 360) as Turn
}

/** Width and height of the page as displayed, points. */
export function displayedSize(page: PageSize): { width: number; height: number } {
  const sideways = quarterTurn(page.rotation) % 180 !== 0
  return sideways ? { width: page.height, height: page.width } : { width: page.width, height: page.height }
}

/** Where a rectangle of the unrotated page lies on the displayed one (`/Rotate` turns clockwise). */
export function displayedBox(rect: Rect, page: PageSize): Box {
  const width = rect.x1 - rect.x0
  const height = rect.y1 - rect.y0
  switch (quarterTurn(page.rotation)) {
    case 0:
      return { left: rect.x0, top: page.height - rect.y1, width, height }
    case 90:
      return { left: rect.y0, top: rect.x0, width: height, height: width }
    case 180:
      return { left: page.width - rect.x1, top: rect.y0, width, height }
    case 270:
      return { left: page.height - rect.y1, top: page.width - rect.x1, width: height, height: width }
  }
}

/** CSS pixels per point at 100 %. */
export const PIXELS_PER_POINT = 96 / 72

/** The width that most pages share; pages of a fitted document are measured by it, so that one fold-out does not shrink the rest. */
export function commonWidth(pages: PageSize[]): number {
  const counts = new Map<number, number>()
  for (const page of pages) {
    const width = Math.round(displayedSize(page).width)
    counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  let best = 612
  let most = 0
  for (const [width, count] of counts) {
    if (count > most) {
      best = width
      most = count
    }
  }
  return best
}

/** Device pixels to ask an image for: in steps, so that small changes of zoom do not draw every page anew. */
export function imageWidth(cssWidth: number, deviceRatio: number): number {
  const step = 200
  return Math.min(4000, Math.max(step, Math.ceil((cssWidth * deviceRatio) / step) * step))
}

/** The next zoom up or down, from a ladder of usual steps. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const ladder = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
  const near = 0.01
  if (direction === 1) return ladder.find((step) => step > scale + near) ?? 4
  return ladder.findLast((step) => step < scale - near) ?? 0.25
}
