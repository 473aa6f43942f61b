import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { DocumentTitle } from '@/components/DocumentTitle'
import { integer } from '@/lib/format'

import { CARD } from './cards'
import { FirstPage } from './FirstPage'
import { HealthBadge } from './HealthBadge'
import { pageClasses } from './HealthBar'
import { Action, Below, Chips, DocumentMenu, SelectBox, type LineActions } from './parts'
import { StateCell } from './StateCell'

interface Props {
  row: DocumentRow
  index: number
  /** From 1. */
  column: number
  selected: boolean
  shown: boolean
  /** The one card that Tab comes to. */
  active: boolean
  actions: LineActions
}

/** A document as a card; drawn anew only when something of it changes. */
export const DocumentCard = memo(function DocumentCard({ row, index, column, selected, shown, active, actions }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const inside = active ? 0 : -1
  const look = selected ? 'border-accent bg-accent-soft ring-1 ring-accent' : shown ? 'border-accent-line bg-side ring-1 ring-accent-line' : 'border-line bg-raised hover:border-line-strong'
  return (
    <div
      role="gridcell"
      data-card={index}
      aria-colindex={column}
      aria-selected={selected}
      className={`relative flex min-w-0 flex-col overflow-hidden rounded-lg border outline-offset-2 outline-accent has-[>button:focus-visible]:outline-2 ${look}`}
      style={{ height: CARD }}
    >
      <button type="button" data-open tabIndex={inside} aria-describedby={`${id}below ${id}facts ${id}state`} onClick={() => actions.open(row)} className="group block w-full shrink-0 text-left focus-visible:outline-none">
        <span className={`block h-[180px] border-b px-8 py-3 ${selected ? 'border-accent-line bg-accent-soft' : 'border-line bg-well'}`}>
          <FirstPage row={row} />
        </span>
        <span className="block px-2.5 pt-2 font-medium group-hover:text-accent">
          <DocumentTitle title={row.title} />
        </span>
      </button>
      <span className="absolute top-2 left-2 flex">
        <SelectBox row={row} selected={selected} actions={actions} tabIndex={-1} />
      </span>
      <span className="absolute top-0.5 right-0.5">
        <DocumentMenu row={row} actions={actions} tabIndex={inside} />
      </span>
      <span className="absolute inset-x-0 top-[144px] flex justify-center">
        <Action row={row} actions={actions} tabIndex={inside} />
      </span>
      <div className="flex min-h-0 flex-1 flex-col px-2.5 pb-1.5">
        <span id={`${id}below`} className="flex gap-2">
          <span className="min-w-0 flex-1">
            <Below row={row} />
          </span>
          {row.pages > 0 && <span className="shrink-0 text-sm text-ink-3 tabular">{t('amount.pages', { count: row.pages, number: integer(row.pages, i18n.language) })}</span>}
        </span>
        <span id={`${id}facts`} className="mt-1.5 flex h-[18px] min-w-0 flex-wrap gap-x-1 gap-y-2 overflow-hidden">
          <Chips row={row} />
        </span>
        <span className="mt-auto flex h-9 items-center gap-2.5">
          <span id={`${id}state`} className="min-w-0 flex-1">
            <StateCell row={row} />
          </span>
          {pageClasses(row.health).length > 0 && (
            <span className={`shrink-0 ${row.state === 'searchable' ? 'w-20' : 'w-24'}`}>
              <HealthBadge row={row} tabIndex={inside} />
            </span>
          )}
        </span>
      </div>
    </div>
  )
})
