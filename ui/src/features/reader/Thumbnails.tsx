import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, type PageSize } from '@/backend'

import { displayedSize } from './geometry'

const WIDTH = 116
const CAPTION = 30

interface Props {
  document: number
  pages: PageSize[]
  /** From 1. */
  current: number
  onJump(page: number): void
}

/** All pages, small; only those in sight are drawn. */
export function Thumbnails({ document, pages, current, onJump }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const height = (index: number) => {
    const size = pages[index] ? displayedSize(pages[index]) : { width: 1, height: 1 }
    return Math.min(WIDTH * 2, (WIDTH * size.height) / size.width)
  }
  const virtualizer = useVirtualizer({ count: pages.length, getScrollElement: () => scroller.current, estimateSize: (index) => height(index) + CAPTION, overscan: 2, paddingStart: 10, paddingEnd: 10 })
  useEffect(() => void virtualizer.scrollToIndex(current - 1, { align: 'auto' }), [current, virtualizer])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.min(pages.length, Math.max(1, current + step))
    onJump(next)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-thumbnail="${next}"]`)?.focus())
  }
  return (
    <div ref={scroller} className="h-full overflow-y-auto">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const page = index + 1
          const label = pages[index]?.label
          const printed = label && label !== String(page) ? label : null
          return (
            <li key={key} className="absolute inset-x-0 flex justify-center" style={{ top: start }}>
              <button
                type="button"
                data-thumbnail={page}
                tabIndex={page === current ? 0 : -1}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => onJump(page)}
                onKeyDown={onKeyDown}
                className="group block rounded-md p-1"
              >
                <img
                  src={backend().pageImageUrl(document, page, 200)}
                  alt={t('reader.pageInput')}
                  loading="lazy"
                  draggable={false}
                  style={{ width: WIDTH, height: height(index) }}
                  className="bg-white object-contain shadow-page group-aria-[current]:outline-2 group-aria-[current]:outline-accent"
                />
                <span className="mt-1 block text-center text-xs text-ink-2 tabular group-aria-[current]:font-semibold group-aria-[current]:text-accent">{printed ? `${page} · ${printed}` : page}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
