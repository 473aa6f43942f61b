/** Scale, position and jumps of the reader: everything about where in the document one is. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { PageSize } from '@/backend'
import type { ReaderTarget } from '@/lib/ui'

import { commonWidth, displayedBox, displayedSize, PIXELS_PER_POINT, zoomStep } from './geometry'
import { GAP, layoutPages, MARGIN, pageIndexAt, type Layout } from './layout'

/** A scale, the width of the view, or a whole page in it. */
export type Zoom = 'fit' | 'page' | number

/** Inner size of an element, followed. */
function useSize(element: HTMLElement | null): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** Pixels per millisecond above which nobody reads. */
const FLYING = 12

/** Without a further scroll for so long it has come to rest, milliseconds. */
const SETTLED = 60

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
      if (!single && speed > FLYING) setFlying(true)
      timer = setTimeout(() => setFlying(false), SETTLED)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [element])
  return flying
}

interface Place {
  index: number
  /** Points of the page that lie above what is being read. */
  depth: number
  layout: Layout
  scale: number
}

/** What is being read: it stands in the upper third of the view. */
function placeAt(layout: Layout, scale: number, view: { scrollTop: number; clientHeight: number }) {
  const eye = view.scrollTop + view.clientHeight / 3
  const index = pageIndexAt(layout, eye)
  return { index, depth: Math.max(0, eye - (layout.tops[index] ?? 0)) / scale }
}

export function useReading(pages: PageSize[], target: ReaderTarget) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const { width, height } = useSize(element)
  const common = useMemo(() => commonWidth(pages), [pages])
  const fitted = Math.max(0.1, (width - 2 * MARGIN) / common)
  const tall = useMemo(() => Math.max(1, ...pages.slice(0, 1).map((page) => displayedSize(page).height)), [pages])
  const scale = zoom === 'fit' ? fitted : zoom === 'page' ? Math.max(0.1, Math.min(fitted, (height - 2 * GAP) / tall)) : zoom * PIXELS_PER_POINT
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale])

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: pages.length,
    getScrollElement: () => element,
    estimateSize: (index) => layout.heights[index] ?? 0,
    gap: GAP,
    paddingStart: MARGIN,
    paddingEnd: MARGIN,
    overscan: 1,
  })

  const { index, depth } = placeAt(layout, scale, { scrollTop: virtualizer.scrollOffset ?? 0, clientHeight: element?.clientHeight ?? 0 })

  // The same words stay under the reader's eyes when the scale changes. The place is taken from the element itself at every
  // scroll, because the virtualiser learns of a jump only after the next frame.
  const anchor = useRef<Place>({ index: 0, depth: 0, layout, scale })
  const keep = useCallback(() => {
    const { layout: shown, scale: at } = anchor.current
    if (element) anchor.current = { ...placeAt(shown, at, element), layout: shown, scale: at }
  }, [element])
  useEffect(() => {
    element?.addEventListener('scroll', keep, { passive: true })
    return () => element?.removeEventListener('scroll', keep)
  }, [element, keep])

  /** Goes to a page, from 1; with a height (points from its displayed upper edge) that height comes to the upper quarter. */
  const jump = useCallback(
    (page: number, top: number | null = null) => {
      if (!element) return
      const start = layout.tops[Math.min(Math.max(1, page), pages.length) - 1] ?? 0
      element.scrollTop = top === null ? start - MARGIN / 2 : start + top * scale - element.clientHeight / 4
      keep()
    },
    [element, keep, layout, pages.length, scale],
  )

  const visited = useRef(0)
  useLayoutEffect(() => {
    if (!element || width === 0) return
    const before = anchor.current
    if (before.layout !== layout) {
      virtualizer.measure()
      anchor.current = { ...before, layout, scale }
      element.scrollTop = (layout.tops[before.index] ?? 0) + before.depth * scale - element.clientHeight / 3
    }
    if (visited.current !== target.visit) {
      visited.current = target.visit
      const size = pages[target.page - 1]
      const rects = target.locators.find((locator) => locator.page === target.page - 1)?.rects ?? []
      const tops = size ? rects.map((rect) => displayedBox(rect, size).top) : []
      jump(target.page, tops.length > 0 ? Math.min(...tops) : null)
    }
  }, [element, width, scale, layout, pages, target, virtualizer, jump])

  return {
    setElement,
    element,
    virtualizer,
    layout,
    scale,
    zoom,
    page: index + 1,
    depth,
    flying: useFlying(element),
    jump,
    setZoom,
    stepZoom: (direction: 1 | -1) => setZoom(zoomStep(scale / PIXELS_PER_POINT, direction)),
  }
}
