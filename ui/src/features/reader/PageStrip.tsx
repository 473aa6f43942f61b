import { useTranslation } from 'react-i18next'

import type { Locator, PageSize } from '@/backend'

import { displayedBox, imageWidth } from './geometry'
import { PageImage } from './PageImage'
import type { useReading } from './useReading'

interface Props {
  document: number
  pages: PageSize[]
  locators: Locator[]
  visit: number
  reading: ReturnType<typeof useReading>
}

function Highlights({ page, locators, index, scale, visit }: { page: PageSize; locators: Locator[]; index: number; scale: number; visit: number }) {
  const rects = locators.filter((locator) => locator.page === index).flatMap((locator) => locator.rects)
  return rects.map((rect, number) => {
    const box = displayedBox(rect, page)
    return (
      <div
        key={`${visit}-${number}`}
        data-testid="highlight"
        aria-hidden
        className="highlight pointer-events-none absolute"
        style={{ left: box.left * scale - 1, top: box.top * scale - 1, width: box.width * scale + 2, height: box.height * scale + 2 }}
      />
    )
  })
}

/** The pages that are in sight, each at its place in the whole length of the document. */
export function PageStrip({ document, pages, locators, visit, reading }: Props) {
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
            <Highlights page={page} locators={locators} index={index} scale={scale} visit={visit} />
          </div>
        )
      })}
    </div>
  )
}
