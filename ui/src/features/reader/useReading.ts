/** Scale, position and jumps of the reader: everything about where in the document one is. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { PageSize } from '@/backend'
import type { ReaderTarget } from '@/lib/ui'

import { commonWidth, displayedBox, displayedSize, PIXELS_PER_POINT, zoomStep } from './geometry'

export const GAP = 12
const MARGIN = 20

export type Zoom = 'fit' | number

/** Width of an element, followed. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** True while the strip is being flung faster than anybody reads. */
function useFlying(element: HTMLElement | null): boolean {
  const [flying, setFlying] = useState(false)
  useEffect(() => {
    if (!element) return
    let last = { at: 0, top: element.scrollTop }
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      const now = performance.now()
      const speed = Math.abs(element.scrollTop - last.top) / Math.max(1, now - last.at)
      const single = now - last.at > 200
      last = { at: now, top: element.scrollTop }
      clearTimeout(timer)
      if (!single && speed > 12) setFlying(true)
      timer = setTimeout(() => setFlying(false), 90)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [element])
  return flying
}

export function useReading(pages: PageSize[], target: ReaderTarget) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const width = useWidth(element)
  const fit = Math.max(0.1, (width - 2 * MARGIN) / commonWidth(pages))
  const scale = zoom === 'fit' ? fit : zoom * PIXELS_PER_POINT

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: pages.length,
    getScrollElement: () => element,
    estimateSize: (index) => {
      const page = pages[index]
      return page ? displayedSize(page).height * scale : 0
    },
    gap: GAP,
    paddingStart: MARGIN,
    paddingEnd: MARGIN,
    overscan: 1,
  })

  /** Page in the upper third of the view, from 1, and how many points of it lie above. */
  const offset = virtualizer.scrollOffset ?? 0
  const third = (element?.clientHeight ?? 0) / 3
  const here = virtualizer.getVirtualItemForOffset(offset + third)
  const page = (here?.index ?? 0) + 1
  const depth = here ? Math.max(0, offset + third - here.start) / scale : 0

  /** Goes to a page; with a height (points from its displayed upper edge) that height comes to the upper third. */
  const jump = useCallback(
    (to: number, top: number | null = null) => {
      if (!element) return
      const index = Math.min(Math.max(1, to), pages.length) - 1
      const start = sumBefore(pages, index, scale)
      const above = top === null ? MARGIN / 2 : element.clientHeight / 4
      element.scrollTop = start + (top ?? 0) * scale - above
    },
    [element, pages, scale],
  )

  // The same words stay under the reader's eyes when the scale changes.
  const anchor = useRef({ page: 1, depth: 0, scale })
  const visited = useRef(0)
  useLayoutEffect(() => {
    if (!element || width === 0) return
    if (anchor.current.scale !== scale) {
      virtualizer.measure()
      const { page: kept, depth: above } = anchor.current
      anchor.current.scale = scale
      element.scrollTop = sumBefore(pages, kept - 1, scale) + above * scale - element.clientHeight / 3
    }
    if (visited.current !== target.visit) {
      visited.current = target.visit
      const size = pages[target.page - 1]
      const rects = target.locators.find((locator) => locator.page === target.page - 1)?.rects ?? []
      const tops = size ? rects.map((rect) => displayedBox(rect, size).top) : []
      jump(target.page, tops.length > 0 ? Math.min(...tops) : null)
    }
  }, [element, width, scale, pages, target, virtualizer, jump])
  useEffect(() => {
    anchor.current = { page, depth, scale }
  })

  return {
    setElement,
    element,
    virtualizer,
    scale,
    zoom,
    page,
    depth,
    flying: useFlying(element),
    jump,
    setZoom,
    stepZoom: (direction: 1 | -1) => setZoom(zoomStep(scale / PIXELS_PER_POINT, direction)),
  }
}

/** Upper edge of a page in the strip, pixels. */
export function sumBefore(pages: PageSize[], index: number, scale: number): number {
  let top = MARGIN
  for (let before = 0; before < index; before += 1) {
    const page = pages[before]
    if (page) top += displayedSize(page).height * scale + GAP
  }
  return top
}
