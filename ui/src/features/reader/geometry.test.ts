import { describe, expect, it } from 'vitest'

import type { PageSize } from '@/backend'

import { commonWidth, displayedBox, displayedSize, imageWidth, quarterTurn, zoomStep } from './geometry'

const page = (rotation: number): PageSize => ({ width: 600, height: 800, rotation, label: null })
/** Near the upper left corner of the unrotated page: 10 from the left, 20 from the top, 100 wide, 30 high. */
const rect = { x0: 10, y0: 750, x1: 110, y1: 780 }

describe('displayedBox', () => {
  it('flips the vertical axis on an upright page', () => {
    expect(displayedBox(rect, page(0))).toEqual({ left: 10, top: 20, width: 100, height: 30 })
  })

  it('moves the upper left corner to the upper right when the page is turned clockwise', () => {
    expect(displayedBox(rect, page(90))).toEqual({ left: 750, top: 10, width: 30, height: 100 })
  })

  it('moves it to the lower right when the page stands on its head', () => {
    expect(displayedBox(rect, page(180))).toEqual({ left: 490, top: 750, width: 100, height: 30 })
  })

  it('moves it to the lower left when the page is turned counter-clockwise', () => {
    expect(displayedBox(rect, page(270))).toEqual({ left: 20, top: 490, width: 30, height: 100 })
  })

  it.each([0, 90, 180, 270])('keeps area and stays on the page at %i degrees', (rotation) => {
    const box = displayedBox(rect, page(rotation))
    const size = displayedSize(page(rotation))
    expect(box.width * box.height).toBe(3000)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.left + box.width).toBeLessThanOrEqual(size.width)
    expect(box.top + box.height).toBeLessThanOrEqual(size.height)
  })

  it('covers the whole displayed page with the whole unrotated page', () => {
    for (const rotation of [0, 90, 180, 270]) {
      const whole = displayedBox({ x0: 0, y0: 0, x1: 600, y1: 800 }, page(rotation))
      expect(whole).toEqual({ left: 0, top: 0, ...displayedSize(page(rotation)) })
    }
  })
})

describe('quarterTurn', () => {
  it('takes any multiple of 90', () => {
    expect([-90, 360, 450, -180].map(quarterTurn)).toEqual([270, 0, 90, 180])
  })
})

describe('commonWidth', () => {
  it('follows the majority, not a single fold-out', () => {
    expect(commonWidth([page(0), page(90), page(0)])).toBe(600)
  })
  it('has a sensible answer for no pages', () => {
    expect(commonWidth([])).toBe(612)
  })
})

describe('imageWidth', () => {
  it('rounds up in steps and has a ceiling', () => {
    expect(imageWidth(500, 1)).toBe(600)
    expect(imageWidth(500, 2)).toBe(1000)
    expect(imageWidth(9000, 2)).toBe(4000)
    expect(imageWidth(1, 1)).toBe(200)
  })
})

describe('zoomStep', () => {
  it('goes along the ladder from any scale and stops at its ends', () => {
    expect(zoomStep(1, 1)).toBe(1.1)
    expect(zoomStep(1, -1)).toBe(0.9)
    expect(zoomStep(0.61, 1)).toBe(0.67)
    expect(zoomStep(4, 1)).toBe(4)
    expect(zoomStep(0.25, -1)).toBe(0.25)
  })
})
