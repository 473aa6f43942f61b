/** Parts that a line of the list and a card of the grid have in common. */
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { LineMenu } from '@/components/LineMenu'
import type { MenuItem } from '@/components/Menu'
import { Said } from '@/components/Said'

import { factPlace } from './factWords'
import { FileMark } from './FileMark'
import { chips } from './filter'

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

/** Chooses a document; with Shift everything from the last one chosen. */
export function SelectBox({ row, selected, actions, tabIndex }: { row: DocumentRow; selected: boolean; actions: LineActions; tabIndex?: number | undefined }) {
  const { t } = useTranslation()
  return (
    <input
      type="checkbox"
      checked={selected}
      tabIndex={tabIndex}
      onChange={() => undefined}
      onClick={(event) => actions.toggle(row, event.shiftKey)}
      aria-label={t('library.select', { title: row.title })}
      className="size-3.5 accent-accent"
    />
  )
}

/** About how many letters wide; Chinese characters are twice as wide. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)
}

/** Facts of a document, each with its kind and origin on pointing at it. */
export function Chips({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  return (
    <>
      {chips(row).map((chip) => (
        <span key={chip.kind} title={`${t(`fact.${chip.kind}`)}: ${chip.value} (${factPlace(t, chip)})`} className={`truncate rounded bg-well px-1.5 text-sm text-ink-2 ${widthOf(chip.value) > 10 ? 'min-w-0 shrink' : 'shrink-0'}`}>
          {chip.value}
        </span>
      ))}
    </>
  )
}

/** Below a title: what went wrong, or where the document comes from. */
export function Below({ row, children }: { row: DocumentRow; /** Stands at the end. */ children?: ReactNode }) {
  const { t } = useTranslation()
  const reason = row.state === 'failed' || row.state === 'locked' ? row.reason : null
  if (reason !== null) {
    return (
      <span className={`block truncate text-sm ${row.state === 'failed' ? 'text-danger' : 'text-warn'}`} title={reason}>
        <Said text={reason} />
      </span>
    )
  }
  return (
    <span className="block truncate text-sm text-ink-3">
      {row.duplicates.length > 0 && (
        <span title={[row.path, ...row.duplicates].join('\n')} className="mr-1.5 rounded bg-warn-soft px-1 text-xs text-warn">
          {t('library.copies', { count: row.duplicates.length + 1 })}
        </span>
      )}
      <FileMark row={row} />
      {row.file_name}
      {children}
    </span>
  )
}

function itemsOf(t: TFunction, row: DocumentRow, actions: LineActions): MenuItem[] {
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

/** Everything that can be done with one document. */
export function DocumentMenu({ row, actions, tabIndex }: { row: DocumentRow; actions: LineActions; tabIndex?: number | undefined }) {
  const { t } = useTranslation()
  return <LineMenu label={t('library.more', { title: row.title })} tabIndex={tabIndex} items={() => itemsOf(t, row, actions)} />
}

/** What a document waits for, as a button. */
export function Action({ row, actions, tabIndex }: { row: DocumentRow; actions: LineActions; tabIndex?: number | undefined }) {
  const { t } = useTranslation()
  if (row.state === 'locked') {
    return (
      <Button tabIndex={tabIndex} className="h-6 px-2 text-sm" onClick={() => actions.unlock(row)} aria-label={t('library.unlockTitle', { title: row.title })}>
        {t('library.unlock')}
      </Button>
    )
  }
  if (row.state !== 'failed' && row.state !== 'cancelled') return null
  return (
    <Button tabIndex={tabIndex} className="h-6 px-2 text-sm" onClick={() => actions.retry(row)} aria-label={t('library.retryTitle', { title: row.title })}>
      {t('action.retry')}
    </Button>
  )
}
