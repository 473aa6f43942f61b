import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'

import { COLUMNS, DocumentLine } from './DocumentLine'
import type { Sort, SortKey } from './filter'
import type { LineActions } from './parts'

const LINE = 50

interface Props {
  rows: DocumentRow[]
  selected: ReadonlySet<number>
  shown: number | null
  sort: Sort
  onSort(key: SortKey): void
  onSelectAll(): void
  actions: LineActions
}

function Head({ name, id, sort, onSort, end = false, className = '' }: { name: string; id: SortKey; sort: Sort; onSort(key: SortKey): void; end?: boolean; className?: string }) {
  const active = sort.key === id
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <span role="columnheader" aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'} className={className}>
      <button type="button" onClick={() => onSort(id)} className={`inline-flex items-center gap-1 rounded-sm hover:text-ink ${end ? 'flex-row-reverse' : ''}`}>
        {name}
        <Arrow size={11} aria-hidden className={active ? '' : 'invisible'} />
      </button>
    </span>
  )
}

/** All documents of the library, a few dozen lines of them in the page at a time. */
export function DocumentTable({ rows, selected, shown, sort, onSort, onSelectAll, actions }: Props) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
  })
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id))
  return (
    <div role="table" aria-label={t('library.title')} aria-rowcount={rows.length + 1} className="@container flex min-h-0 flex-1 flex-col">
      <div role="row" aria-rowindex={1} className={`${COLUMNS} h-8 shrink-0 border-y border-line px-5 pr-[calc(20px+var(--gutter,0px))] text-sm text-ink-3`}>
        <span role="columnheader" className="flex">
          <input type="checkbox" checked={all} onChange={onSelectAll} aria-label={t('library.selectAll')} className="size-3.5 accent-accent" />
        </span>
        <Head name={t('column.title')} id="title" sort={sort} onSort={onSort} />
        <span role="columnheader" className="hidden @3xl:block">
          {t('column.facts')}
        </span>
        <Head name={t('column.pages')} id="pages" sort={sort} onSort={onSort} end className="hidden text-right @xl:block" />
        <span role="columnheader" className="hidden @3xl:block">
          {t('column.health')}
        </span>
        <Head name={t('column.state')} id="state" sort={sort} onSort={onSort} className="hidden @md:block" />
        <span role="columnheader">
          <span className="sr-only">{t('column.actions')}</span>
        </span>
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto">
        <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (!row) return null
            return (
              <DocumentLine
                key={item.key}
                row={row}
                index={item.index}
                selected={selected.has(row.id)}
                shown={row.id === shown}
                actions={actions}
                top={item.start}
                height={item.size}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
