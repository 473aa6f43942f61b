import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'

import { GAP, MARGIN } from './cards'
import { DocumentCard } from './DocumentCard'
import type { Sort, SortKey } from './filter'
import { noteMove } from './FirstPage'
import { GridHead } from './GridHead'
import type { LineActions } from './parts'
import { useCards } from './useCards'

interface Props {
  rows: DocumentRow[]
  selected: ReadonlySet<number>
  shown: number | null
  sort: Sort
  onSort(key: SortKey): void
  onSelectAll(): void
  actions: LineActions
}

/** All documents of the library as cards, a few rows of them in the page at a time. */
export function DocumentGrid({ rows, selected, shown, sort, onSort, onSelectAll, actions }: Props) {
  const { t } = useTranslation()
  const { frame, columns, count, active, virtualizer, onFocus, onBlur, onKeyDown } = useCards(rows, shown, actions, onSelectAll)
  const all = rows.length > 0 && rows.every((row) => selected.has(row.id))
  return (
    <>
      <GridHead all={all} onSelectAll={onSelectAll} sort={sort} onSort={onSort} />
      <div ref={frame} onScroll={noteMove} className="min-h-0 flex-1 overflow-y-auto">
        <div
          role="grid"
          tabIndex={-1}
          aria-label={t('library.title')}
          aria-multiselectable
          aria-rowcount={count}
          aria-colcount={columns}
          onFocus={onFocus}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((line) => (
            <div
              key={line.key}
              role="row"
              aria-rowindex={line.index + 1}
              className="absolute inset-x-0 grid"
              style={{ top: line.start, gap: GAP, paddingInline: MARGIN, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {rows.slice(line.index * columns, (line.index + 1) * columns).map((row, column) => {
                const index = line.index * columns + column
                return <DocumentCard key={row.id} row={row} index={index} column={column + 1} selected={selected.has(row.id)} shown={row.id === shown} active={index === active} actions={actions} />
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
