/** Where the words of a page lie on the displayed page, and how a selection of them reads. */
import type { PageSize, PageWord } from '@/backend'

import { displayedBox, quarterTurn } from './geometry'

/** A word to be set over its image: upper left corner of its turned box, length along the line and height across it, in points. */
export interface PlacedWord {
  text: string
  left: number
  top: number
  length: number
  height: number
  /** Clockwise on the screen. */
  turn: 0 | 90 | 180 | 270
  /** What stands between it and the next word. */
  after: '' | ' ' | '\n'
}

export function placeWords(words: PageWord[], page: PageSize): PlacedWord[] {
  return words.map((word, index) => {
    const box = displayedBox(word.rect, page)
    const turn = quarterTurn(page.rotation - word.angle)
    const sideways = turn % 180 !== 0
    const next = words[index + 1]
    return {
      text: word.text,
      left: turn === 90 || turn === 180 ? box.left + box.width : box.left,
      top: turn === 180 || turn === 270 ? box.top + box.height : box.top,
      length: sideways ? box.height : box.width,
      height: sideways ? box.width : box.height,
      turn,
      after: next === undefined ? '' : next.line === word.line ? ' ' : '\n',
    }
  })
}

/** Text that was selected, as somebody would type it: lines joined, words broken at line ends put together. */
export function flowing(selected: string): string {
  return selected
    .replace(/(\p{L})-\s*\n\s*(\p{Ll})/gu, '$1$2')
    .replace(/([\u3400-\u9fff\u3000-\u303f\uff00-\uffef])\s*\n\s*(?=[\u3400-\u9fff\u3000-\u303f\uff00-\uffef])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
