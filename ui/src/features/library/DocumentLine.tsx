import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { DocumentTitle } from '@/components/DocumentTitle'
import { integer } from '@/lib/format'

import { chips } from './filter'
import { HealthBadge } from './HealthBadge'
import { Action, Below, Chips, DocumentMenu, SelectBox, type LineActions } from './parts'
import { StateCell } from './StateCell'

/** Shared by head and lines, so that columns cannot drift apart. Narrow containers lose facts and health, the narrowest the state. */
export const COLUMNS =
  'grid items-center gap-x-3 grid-cols-[20px_minmax(0,1fr)_28px] @md:grid-cols-[20px_minmax(0,1fr)_148px_28px] @xl:grid-cols-[20px_minmax(0,1fr)_52px_148px_28px] @3xl:grid-cols-[20px_minmax(0,1fr)_208px_52px_108px_148px_28px]'

interface Props {
  row: DocumentRow
  index: number
  selected: boolean
  shown: boolean
  actions: LineActions
  /** Place in the list, pixels. */
  top: number
  height: number
}

/** Drawn anew only when something of it changes, so that scrolling costs the lines that come into sight and no others. */
export const DocumentLine = memo(function DocumentLine({ row, index, selected, shown, actions, top, height }: Props) {
  const { i18n } = useTranslation()
  const facts = chips(row)
    .map((chip) => chip.value)
    .join(' · ')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`absolute inset-x-0 ${COLUMNS} border-b border-line px-5 ${selected ? 'bg-accent-soft' : shown ? 'bg-side' : 'hover:bg-side'}`}
      style={{ top, height }}
    >
      <span role="cell" className="flex">
        <SelectBox row={row} selected={selected} actions={actions} />
      </span>
      <span role="cell" className="min-w-0">
        <button type="button" onClick={() => actions.open(row)} className="block max-w-full rounded-sm text-left font-medium hover:text-accent">
          <DocumentTitle title={row.title} />
        </button>
        <Below row={row}>{facts !== '' && <span className="@3xl:hidden"> · {facts}</span>}</Below>
      </span>
      <span role="cell" className="hidden min-w-0 gap-1 overflow-hidden @3xl:flex">
        <Chips row={row} />
      </span>
      <span role="cell" className="hidden text-right text-sm text-ink-2 tabular @xl:block">
        {row.pages > 0 ? integer(row.pages, i18n.language) : '–'}
      </span>
      <span role="cell" className="hidden @3xl:block">
        <HealthBadge row={row} />
      </span>
      <span role="cell" className="hidden min-w-0 items-center gap-2 @md:flex">
        <span className="min-w-0 flex-1">
          <StateCell row={row} />
        </span>
        <Action row={row} actions={actions} />
      </span>
      <span role="cell">
        <DocumentMenu row={row} actions={actions} />
      </span>
    </div>
  )
})
