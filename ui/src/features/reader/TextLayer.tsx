import { memo, useEffect, useMemo, useState, type CSSProperties } from 'react'

import type { PageSize } from '@/backend'
import { useRead } from '@/lib/queries'

import { placeWords, type PlacedWord } from './textLayer'

/** Any one will do: each word is stretched to the length of its print. */
const FONT = 'sans-serif'
const SAMPLE = 100
/** Words that are laid out in one frame; a page may hold thousands, and scrolling goes on meanwhile. */
const PORTION = 120

let pen: CanvasRenderingContext2D | null | undefined

/** Length of a text at a size of 100 pixels; 0 where nothing can be measured. */
function measured(text: string): number {
  if (pen === undefined) {
    pen = typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')
    if (pen) pen.font = `${SAMPLE}px ${FONT}`
  }
  return pen?.measureText(text).width ?? 0
}

function style(word: PlacedWord, scale: number): CSSProperties {
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

const Words = memo(function Words({ words, scale }: { words: PlacedWord[]; scale: number }) {
  return words.map((word, index) => (
    <span key={index} style={style(word, scale)}>
      {word.after === ' ' ? `${word.text} ` : word.text}
      {word.after === '\n' && <br />}
    </span>
  ))
})

/** How many of some portions are there: one at first, one more with every frame. */
function useGrowing(portions: number): number {
  const [there, setThere] = useState(1)
  useEffect(() => {
    if (there >= portions) return
    const frame = requestAnimationFrame(() => setThere(there + 1))
    return () => cancelAnimationFrame(frame)
  }, [there, portions])
  return there
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
  const portions = useMemo(() => {
    const words = placeWords(data ?? [], size)
    return Array.from({ length: Math.ceil(words.length / PORTION) }, (_, at) => words.slice(at * PORTION, (at + 1) * PORTION))
  }, [data, size])
  const there = useGrowing(portions.length)
  if (portions.length === 0) return null
  return (
    <div className="text-layer selectable absolute inset-0" data-testid="text-layer">
      {portions.slice(0, there).map((words, at) => (
        <Words key={at} words={words} scale={scale} />
      ))}
    </div>
  )
})
