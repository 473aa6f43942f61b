import { useMemo } from 'react'

import type { Locator, PageSize, Rect } from '@/backend'

import { PageFrame, type PageHit } from './PageFrame'
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

/** The things of each page, from 1; a page without any always gets the same empty list, so that it is not drawn anew. */
function perPage<T, V>(things: T[], page: (thing: T) => number, values: (thing: T, at: number) => V[]): (page: number) => V[] {
  const none: V[] = []
  const lists = new Map<number, V[]>()
  things.forEach((thing, at) => {
    const key = page(thing)
    lists.set(key, [...(lists.get(key) ?? []), ...values(thing, at)])
  })
  return (key) => lists.get(key) ?? none
}

/** The pages that are in sight, each at its place in the whole length of the document. */
export function PageStrip({ document, pages, locators, visit, find, reading }: Props) {
  const { layout, scale, virtualizer, flying } = reading
  const { matches, at } = find
  const cited = useMemo(() => perPage<Locator, Rect>(locators, (locator) => locator.page + 1, (locator) => locator.rects), [locators])
  const hits = useMemo(() => perPage<(typeof matches)[number], PageHit>(matches, (match) => match.page, (match, number) => [{ match, current: number === at }]), [matches, at])
  const range = virtualizer.range
  return (
    <div className="relative mx-auto" style={{ height: layout.total, width: layout.widest }}>
      {virtualizer.getVirtualItems().map(({ key, index }) => {
        const size = pages[index]
        const width = layout.widths[index]
        if (!size || width === undefined) return null
        return (
          <PageFrame
            key={key}
            document={document}
            page={index + 1}
            size={size}
            top={layout.tops[index] ?? 0}
            left={(layout.widest - width) / 2}
            width={width}
            height={layout.heights[index] ?? 0}
            scale={scale}
            flying={flying}
            seen={range === null || (index >= range.startIndex && index <= range.endIndex)}
            cited={cited(index + 1)}
            visit={visit}
            hits={hits(index + 1)}
          />
        )
      })}
    </div>
  )
}
