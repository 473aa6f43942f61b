import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { PageSize, Rect, TextMatch } from '@/backend'

import { displayedBox, imageWidth } from './geometry'
import { PageImage } from './PageImage'
import { TextLayer } from './TextLayer'

/** A hit in the page, and whether it is the one shown. */
export interface PageHit {
  match: TextMatch
  current: boolean
}

interface Props {
  document: number
  /** From 1. */
  page: number
  size: PageSize
  top: number
  left: number
  width: number
  height: number
  scale: number
  /** Pages that only fly past are not asked for. */
  flying: boolean
  /** In sight, and not only near it. */
  seen: boolean
  cited: Rect[]
  visit: number
  hits: PageHit[]
}

function Marks({ page, rects, scale, look, testId }: { page: PageSize; rects: Rect[]; scale: number; look: string; testId: string }) {
  return rects.map((rect, number) => {
    const box = displayedBox(rect, page)
    return (
      <div
        key={number}
        data-testid={testId}
        aria-hidden
        className={`${look} pointer-events-none absolute`}
        style={{ left: box.left * scale - 1, top: box.top * scale - 1, width: box.width * scale + 2, height: box.height * scale + 2 }}
      />
    )
  })
}

/** One page at its place: image, highlights, hits, and the words to select once the image is there. */
export const PageFrame = memo(function PageFrame({ document, page, size, top, left, width, height, scale, flying, seen, cited, visit, hits }: Props) {
  const { t } = useTranslation()
  const [drawn, setDrawn] = useState(false)
  return (
    <div role="group" aria-label={t('reader.page', { page })} data-page={page} className="absolute isolate overflow-hidden bg-white shadow-page" style={{ top, left, width, height }}>
      <PageImage document={document} page={page} width={imageWidth(width, window.devicePixelRatio)} wait={flying} seen={seen} onDrawn={setDrawn} />
      <Marks key={visit} page={size} rects={cited} scale={scale} look="highlight" testId="highlight" />
      {hits.map(({ match, current }, at) => (
        <Marks key={at} page={size} rects={match.rects} scale={scale} look={current ? 'hit-current' : 'hit'} testId={current ? 'hit-current' : 'hit'} />
      ))}
      {/* Both are read by the same few workers, and what is to be seen comes first. */}
      {drawn && !flying && <TextLayer document={document} page={page} size={size} scale={scale} />}
    </div>
  )
})
