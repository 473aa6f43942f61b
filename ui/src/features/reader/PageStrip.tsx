import { useTranslation } from 'react-i18next'

import type { Locator, PageSize, Rect } from '@/backend'

import { displayedBox, imageWidth } from './geometry'
import { PageImage } from './PageImage'
import { TextLayer } from './TextLayer'
import type { Finding } from './useFind'
import type { useReading } from './useReading'

interface Props {
  document: number
  pages: PageSize[]
  locators: Locator[]
  visit: number
  find: Finding
  reading: ReturnType<typeof useReading>
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

function Hits({ page, number, scale, find }: { page: PageSize; number: number; scale: number; find: Finding }) {
  return find.matches.map((match, at) => {
    if (match.page !== number) return null
    const current = at === find.at
    return <Marks key={at} page={page} rects={match.rects} scale={scale} look={current ? 'hit-current' : 'hit'} testId={current ? 'hit-current' : 'hit'} />
  })
}

/** The pages that are in sight, each at its place in the whole length of the document. */
export function PageStrip({ document, pages, locators, visit, find, reading }: Props) {
  const { t } = useTranslation()
  const { layout, scale, virtualizer, flying } = reading
  return (
    <div className="relative mx-auto" style={{ height: layout.total, width: layout.widest }}>
      {virtualizer.getVirtualItems().map(({ key, index }) => {
        const page = pages[index]
        const width = layout.widths[index]
        if (!page || width === undefined) return null
        return (
          <div
            key={key}
            role="group"
            aria-label={t('reader.page', { page: index + 1 })}
            data-page={index + 1}
            className="absolute isolate overflow-hidden bg-white shadow-page"
            style={{ top: layout.tops[index], left: (layout.widest - width) / 2, width, height: layout.heights[index] }}
          >
            <PageImage document={document} page={index + 1} width={imageWidth(width, window.devicePixelRatio)} wait={flying} />
            <Marks key={visit} page={page} rects={locators.filter((locator) => locator.page === index).flatMap((locator) => locator.rects)} scale={scale} look="highlight" testId="highlight" />
            <Hits page={page} number={index + 1} scale={scale} find={find} />
            {!flying && <TextLayer document={document} page={index + 1} size={page} scale={scale} />}
          </div>
        )
      })}
    </div>
  )
}
