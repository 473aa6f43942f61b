import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { DocumentTitle } from '@/components/DocumentTitle'
import { Menu, type MenuItem } from '@/components/Menu'
import { IconButton } from '@/components/IconButton'
import { Said } from '@/components/Said'
import { integer } from '@/lib/format'

import { chips } from './filter'
import { factPlace } from './factWords'
import { FileMark } from './FileMark'
import { HealthBadge } from './HealthBadge'
import { StateCell } from './StateCell'

/** Shared by head and lines, so that columns cannot drift apart. Narrow containers lose facts and health, the narrowest the state. */
export const COLUMNS =
  'grid items-center gap-x-3 grid-cols-[20px_minmax(0,1fr)_28px] @md:grid-cols-[20px_minmax(0,1fr)_148px_28px] @xl:grid-cols-[20px_minmax(0,1fr)_52px_148px_28px] @3xl:grid-cols-[20px_minmax(0,1fr)_208px_52px_108px_148px_28px]'

export interface LineActions {
  open(row: DocumentRow): void
  details(row: DocumentRow): void
  toggle(row: DocumentRow, range: boolean): void
  retry(row: DocumentRow): void
  unlock(row: DocumentRow): void
  cancel(row: DocumentRow): void
  remove(row: DocumentRow): void
  ask(row: DocumentRow): void
}

function Chips({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  return (
    <span role="cell" className="hidden min-w-0 gap-1 overflow-hidden @3xl:flex">
      {chips(row).map((chip) => (
        <span key={chip.kind} title={`${t(`fact.${chip.kind}`)}: ${chip.value} (${factPlace(t, chip)})`} className={`truncate rounded bg-well px-1.5 text-sm text-ink-2 ${chip.value.length > 10 ? 'min-w-0 shrink' : 'shrink-0'}`}>
          {chip.value}
        </span>
      ))}
    </span>
  )
}

function Below({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  const reason = row.state === 'failed' || row.state === 'locked' ? row.reason : null
  if (reason !== null) {
    return (
      <span className={`block truncate text-sm ${row.state === 'failed' ? 'text-danger' : 'text-warn'}`} title={reason}>
        <Said text={reason} />
      </span>
    )
  }
  const facts = chips(row)
    .map((chip) => chip.value)
    .join(' · ')
  return (
    <span className="block truncate text-sm text-ink-3">
      {row.duplicates.length > 0 && (
        <span title={[row.path, ...row.duplicates].join('\n')} className="mr-1.5 rounded bg-warn-soft px-1 text-xs text-warn">
          {t('library.copies', { count: row.duplicates.length + 1 })}
        </span>
      )}
      <FileMark row={row} />
      {row.file_name}
      {facts !== '' && <span className="@3xl:hidden"> · {facts}</span>}
    </span>
  )
}

function useItems(row: DocumentRow, actions: LineActions): MenuItem[] {
  const { t } = useTranslation()
  const pending = row.state === 'queued' || row.state === 'working' || row.state === 'searchable'
  const again = row.state === 'failed' || row.state === 'cancelled'
  const readable = row.state === 'ready' || row.state === 'searchable'
  return [
    ...(readable ? [{ label: t('library.askAbout'), onSelect: () => actions.ask(row) }] : []),
    ...(row.state === 'locked' ? [{ label: t('library.unlock'), onSelect: () => actions.unlock(row) }] : []),
    ...(again ? [{ label: t('action.retry'), onSelect: () => actions.retry(row) }] : []),
    ...(pending ? [{ label: t('library.cancel'), onSelect: () => actions.cancel(row) }] : []),
    { label: t('library.details'), onSelect: () => actions.details(row) },
    { label: t('library.remove'), danger: true, onSelect: () => actions.remove(row) },
  ]
}

function Action({ row, actions }: { row: DocumentRow; actions: LineActions }) {
  const { t } = useTranslation()
  if (row.state === 'locked') {
    return (
      <Button className="h-6 px-2 text-sm" onClick={() => actions.unlock(row)} aria-label={t('library.unlockTitle', { title: row.title })}>
        {t('library.unlock')}
      </Button>
    )
  }
  if (row.state !== 'failed' && row.state !== 'cancelled') return null
  return (
    <Button className="h-6 px-2 text-sm" onClick={() => actions.retry(row)} aria-label={t('library.retryTitle', { title: row.title })}>
      {t('action.retry')}
    </Button>
  )
}

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
  const { t, i18n } = useTranslation()
  const items = useItems(row, actions)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={`absolute inset-x-0 ${COLUMNS} border-b border-line px-5 ${selected ? 'bg-accent-soft' : shown ? 'bg-side' : 'hover:bg-side'}`}
      style={{ top, height }}
    >
      <span role="cell" className="flex">
        <input
          type="checkbox"
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => actions.toggle(row, event.shiftKey)}
          aria-label={t('library.select', { title: row.title })}
          className="size-3.5 accent-accent"
        />
      </span>
      <span role="cell" className="min-w-0">
        <button type="button" onClick={() => actions.open(row)} className="block max-w-full rounded-sm text-left font-medium hover:text-accent">
          <DocumentTitle title={row.title} />
        </button>
        <Below row={row} />
      </span>
      <Chips row={row} />
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
        <Menu trigger={<IconButton icon={Ellipsis} label={t('library.more', { title: row.title })} />} items={items} />
      </span>
    </div>
  )
})
