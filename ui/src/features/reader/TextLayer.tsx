import { memo, useMemo } from 'react'

import type { PageSize } from '@/backend'
import { useRead } from '@/lib/queries'

import { placeWords, type PlacedWord } from './textLayer'

/** Any one will do: each word is stretched to the length of its print. */
const FONT = 'sans-serif'
const SAMPLE = 100

let pen: CanvasRenderingContext2D | null | undefined

/** Length of a text at a size of 100 pixels; 0 where nothing can be measured. */
function measured(text: string): number {
  if (pen === undefined) {
    pen = typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `${SAMPLE}px ${FONT}`
  }
  return pen?.measureText(text).width ?? 0
}

function style(word: PlacedWord, scale: number): React.CSSProperties {
  const size = word.height * scale
  const natural = (measured(word.text) * size) / SAMPLE
  const stretch = natural > 0 ? (word.length * scale) / natural : 1
  return {
    left: word.left * scale,
    top: word.top * scale,
    fontSize: size,
    lineHeight: `${size}px`,
    transform: `${word.turn === 0 ? '' : `rotate(${word.turn}deg) `}scaleX(${stretch.toFixed(4)})`,
  }
}

interface Props {
  document: number
  /** From 1. */
  page: number
  size: PageSize
  scale: number
}

/** The words of a page over its image, invisible, so that they can be selected and copied. */
export const TextLayer = memo(function TextLayer({ document: id, page, size, scale }: Props) {
  const { data } = useRead('page_words', { id, page }, { gcTime: 60_000 })
  const words = useMemo(() => placeWords(data ?? [], size), [data, size])
  if (words.length === 0) return null
  return (
    <div className="text-layer selectable absolute inset-0" data-testid="text-layer">
      {words.map((word, index) => (
        <span key={index} style={style(word, scale)}>
          {word.after === ' ' ? `${word.text} ` : word.text}
          {word.after === '\n' && <br />}
        </span>
      ))}
    </div>
  )
})
