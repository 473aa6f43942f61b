import { describe, expect, it } from 'vitest'

import { flowing, placeWords } from './textLayer'

const page = (rotation: number) => ({ width: 600, height: 800, rotation, label: null })
const word = (text: string, line: number, angle = 0) => ({ text, line, angle, rect: { x0: 100, y0: 700, x1: 160, y1: 712 } })

describe('placeWords', () => {
  it('puts a word over its print', () => {
    expect(placeWords([word('Net', 0), word('sales', 0), word('rose', 1)], page(0))).toMatchObject([
      { left: 100, top: 88, length: 60, height: 12, turn: 0, after: ' ' },
      { after: '\n' },
      { after: '' },
    ])
  })

  it('follows the rotation of the page and of the text', () => {
    // A page turned clockwise shows its words running downwards, from the right edge of their box.
    expect(placeWords([word('a', 0)], page(90))[0]).toMatchObject({ left: 712, top: 100, length: 60, height: 12, turn: 90 })
    expect(placeWords([word('a', 0)], page(180))[0]).toMatchObject({ left: 500, top: 712, turn: 180 })
    expect(placeWords([word('a', 0)], page(270))[0]).toMatchObject({ turn: 270, length: 60 })
    // Text written sideways on a page that is turned to make it readable is upright.
    expect(placeWords([{ ...word('a', 0, 90), rect: { x0: 100, y0: 700, x1: 112, y1: 760 } }], page(90))[0]).toMatchObject({ turn: 0, length: 60, height: 12 })
  })
})

describe('flowing', () => {
  it('joins lines and words broken at their ends, in both scripts', () => {
    expect(flowing('the infor-\nmation of  Net\nsales')).toBe('the information of Net sales')
    expect(flowing('诊室血压\n测量')).toBe('诊室血压测量')
    expect(flowing('A-\nB')).toBe('A- B')
  })
})
