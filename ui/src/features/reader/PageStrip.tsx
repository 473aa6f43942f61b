import type { Virtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'

import type { Locator, PageSize } from '@/backend'

import { displayedBox, displayedSize, imageWidth } from './geometry'
import { PageImage } from './PageImage'

interface Props {
  document: number
  pages: PageSize[]
  /** CSS pixels per point. */
  scale: number
  locators: Locator[]
  visit: number
  /** While pages fly past, none is drawn anew. */
  wait: boolean
  virtualizer: Virtualizer<HTMLDivElement, Element>
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
export function PageStrip({ document, pages, scale, locators, visit, wait, virtualizer }: Props) {
  const { t } = useTranslation()
  const widest = Math.max(...pages.map((page) => displayedSize(page).width), 1) * scale
  return (
    <div className="relative mx-auto" style={{ height: virtualizer.getTotalSize(), width: widest }}>
      {virtualizer.getVirtualItems().map((item) => {
        const page = pages[item.index]
        if (!page) return null
        const size = displayedSize(page)
        const width = size.width * scale
        return (
          <div
            key={item.key}
            role="group"
            aria-label={t('reader.page', { page: item.index + 1 })}
            data-page={item.index + 1}
            className="absolute isolate overflow-hidden bg-white shadow-page"
            style={{ top: item.start, left: (widest - width) / 2, width, height: size.height * scale }}
          >
            <PageImage document={document} page={item.index + 1} width={imageWidth(width, window.devicePixelRatio)} wait={wait} />
            <Highlights page={page} locators={locators} index={item.index} scale={scale} visit={visit} />
          </div>
        )
      })}
    </div>
  )
}
