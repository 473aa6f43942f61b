import { describe, expect, it } from 'vitest'

import { firstPage, hitPlaces, printedLabel } from './pages'

const place = (page: number, label: string | null = null) => ({ page, label, rects: [], char_start: 0, char_end: 1 })

describe('places of a hit', () => {
  it('begin with the page that answers best', () => {
    const locators = [place(4), place(5, 'vi'), place(6)]
    expect(hitPlaces({ locators, answering: 1 }).map((locator) => locator.page)).toEqual([5, 4, 6])
    expect(firstPage(hitPlaces({ locators, answering: 1 }))).toBe(6)
    expect(printedLabel(hitPlaces({ locators, answering: 1 }))).toBe('vi')
    expect(hitPlaces({ locators, answering: 0 })).toEqual(locators)
    expect(hitPlaces({ locators: [], answering: 0 })).toEqual([])
  })
})
