import { describe, expect, it } from 'vitest'

import { baseName, bytes, duration, percent, sectionTrail } from './format'
import { firstPage, printedLabel } from './pages'

describe('format', () => {
  it('writes sizes', () => {
    expect(bytes(999, 'en')).toBe('999 B')
    expect(bytes(1_500_000, 'en')).toBe('1.5 MB')
    expect(bytes(133_000_000, 'en')).toBe('133 MB')
  })
  it('writes times', () => {
    expect(duration(42)).toBe('42 ms')
    expect(duration(3180)).toBe('3.2 s')
    expect(duration(125_000)).toBe('2 min 5 s')
  })
  it('never claims 100 % early', () => {
    expect(percent(999, 1000)).toBe(99)
    expect(percent(1000, 1000)).toBe(100)
    expect(percent(0, 0)).toBe(0)
  })
  it('takes the last part of any path', () => {
    expect(baseName('C:\\Users\\x\\报告.pdf')).toBe('报告.pdf')
    expect(baseName('/a/b/')).toBe('b')
  })
  it('drops the document title from a section path', () => {
    expect(sectionTrail(['T', 'A', 'B'], 'T')).toEqual(['A', 'B'])
    expect(sectionTrail(['A'], 'T')).toEqual(['A'])
  })
})

describe('pages', () => {
  const locator = (page: number, label: string | null) => [{ page, label, rects: [], char_start: 0, char_end: 0 }]
  it('count from one and name a printed label only where it differs', () => {
    expect(firstPage(locator(59, '58'))).toBe(60)
    expect(printedLabel(locator(59, '58'))).toBe('58')
    expect(printedLabel(locator(59, '60'))).toBeNull()
    expect(printedLabel(locator(59, null))).toBeNull()
    expect(firstPage([])).toBe(1)
  })
})
