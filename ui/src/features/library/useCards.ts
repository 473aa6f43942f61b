import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

import type { DocumentRow } from '@/backend'

import { CARD, GAP, cardAfter, columnsIn } from './cards'
import type { LineActions } from './parts'

const HIGH = CARD + GAP

/** The number of columns that the frame has room for. */
function useColumns(frame: React.RefObject<HTMLDivElement | null>): number {
  const [columns, setColumns] = useState(4)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setColumns(columnsIn(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return columns
}

/** Rows of cards near sight, the one card that has or would have the focus, and the keys that move it. */
export function useCards(rows: DocumentRow[], shown: number | null, actions: LineActions, onSelectAll: () => void) {
  const frame = useRef<HTMLDivElement>(null)
  const columns = useColumns(frame)
  // By its document, so that it stays when the order changes.
  const [chosen, setChosen] = useState<number | null>(null)
  const focused = useRef(false)
  const found = rows.findIndex((row) => row.id === chosen)
  const active = Math.max(0, found)
  const activeRow = Math.floor(active / columns)
  const count = Math.ceil(rows.length / columns)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => HIGH,
    overscan: 1,
    paddingStart: GAP,
    // The row with the focus stays in the page, however far it is scrolled away.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      return near.includes(activeRow) || activeRow >= count ? near : [...near, activeRow].sort((a, b) => a - b)
    },
  })
  const rowsInSight = () => Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / HIGH))

  // When cards find room for more or fewer beside each other, what was looked at stays in sight.
  const before = useRef(columns)
  useLayoutEffect(() => {
    if (before.current === columns) return
    const element = frame.current
    const first = Math.round(((element?.scrollTop ?? 0) - GAP) / HIGH) * before.current
    const inSight = (index: number) => index >= first && index < first + (rowsInSight() + 1) * before.current
    const anchor = [rows.findIndex((row) => row.id === shown), found].find((index) => index >= 0 && inSight(index))
    before.current = columns
    if (element && element.scrollTop > 0) virtualizer.scrollToIndex(Math.floor((anchor ?? Math.max(0, first)) / columns), { align: anchor === undefined ? 'start' : 'center' })
  }, [columns, rows, shown, found, virtualizer])

  // A card that moved to another row is another element; the focus goes with it.
  const focusActive = () => frame.current?.querySelector<HTMLElement>(`[data-card="${active}"] [data-open]`)?.focus({ preventScroll: true })
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current || (focused.current && document.activeElement === document.body)) focusActive()
    moved.current = false
  })

  const onFocus = (event: FocusEvent) => {
    const card = event.target.closest<HTMLElement>('[data-card]')
    focused.current = card !== null
    const row = card && rows[Number(card.dataset.card)]
    if (row) setChosen(row.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const row = rows[active]
    // Keys of an open menu come here as well, though it lies elsewhere in the page.
    if (event.defaultPrevented || event.altKey || !row || !frame.current?.contains(target)) return
    const command = event.ctrlKey || event.metaKey
    const to = cardAfter(event.key, active, { count: rows.length, columns, page: rowsInSight() }, command)
    if (to !== null) {
      moved.current = true
      setChosen(rows[to]?.id ?? null)
      virtualizer.scrollToIndex(Math.floor(to / columns))
    } else if (command && event.key.toLowerCase() === 'a') onSelectAll()
    // Enter opens, as any button does.
    else if (event.key === ' ' && target.dataset.open !== undefined) actions.toggle(row, event.shiftKey)
    else return
    event.preventDefault()
  }
  return { frame, columns, count, active, virtualizer, onFocus, onBlur: () => (focused.current = false), onKeyDown }
}
