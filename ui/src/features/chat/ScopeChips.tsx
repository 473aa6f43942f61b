import { Check, Folder, Layers, Plus, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CollectionRow, DocumentRow } from '@/backend'
import { DocumentTitle } from '@/components/DocumentTitle'
import { arrange, wordsOf } from '@/features/library/filter'
import { useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'
import { useUi } from '@/lib/ui'

const MOST_LISTED = 100

function Choice({ checked, label, folder = false, onToggle }: { checked: boolean; label: string; folder?: boolean; onToggle(): void }) {
  return (
    <button type="button" role="checkbox" aria-checked={checked} onClick={onToggle} className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-well">
      <Check size={14} className={checked ? 'shrink-0 text-accent' : 'invisible shrink-0'} aria-hidden />
      {folder && <Folder size={13} className="shrink-0 text-ink-3" aria-hidden />}
      <span className="min-w-0">
        <DocumentTitle title={label} />
      </span>
    </button>
  )
}

interface PickerProps {
  rows: DocumentRow[]
  collections: CollectionRow[]
  scope: number[]
  chosen: number[]
  onToggle(id: number): void
  onCollection(id: number): void
}

function Picker({ rows, collections, scope, chosen, onToggle, onCollection }: PickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const shown = useMemo(() => arrange(rows, text, 'all', { key: 'title', descending: false }).slice(0, MOST_LISTED), [rows, text])
  const words = wordsOf(text)
  const groups = collections.filter((row) => words.every((word) => row.name.toLowerCase().includes(word)))
  return (
    <>
      <input
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t('library.filter')}
        aria-label={t('library.filter')}
        className="h-8 w-full border-b border-line bg-transparent px-3 outline-none focus-visible:outline-none"
      />
      <ul className="max-h-72 overflow-y-auto p-1">
        {groups.map((row) => (
          <li key={`c-${row.id}`}>
            <Choice folder checked={chosen.includes(row.id)} label={row.documents.length === 0 ? t('scope.emptyCollection', { name: row.name }) : `${row.name} (${row.documents.length})`} onToggle={() => onCollection(row.id)} />
          </li>
        ))}
        {shown.map((row) => (
          <li key={row.id}>
            <Choice checked={scope.includes(row.id)} label={row.title} onToggle={() => onToggle(row.id)} />
          </li>
        ))}
        {shown.length + groups.length === 0 && <li className="px-3 py-2 text-ink-3">{t('library.noMatch')}</li>}
      </ul>
    </>
  )
}

function ScopeChip({ label, folder = false, onRemove }: { label: string; folder?: boolean; onRemove(): void }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex h-6 max-w-56 items-center gap-1 rounded-md bg-accent-soft pr-0.5 pl-2 text-sm text-accent">
      {folder && <Folder size={12} className="shrink-0" aria-hidden />}
      <span className="min-w-0">
        <DocumentTitle title={label} />
      </span>
      <button type="button" aria-label={t('scope.remove', { title: label })} onClick={onRemove} className="rounded p-0.5 hover:bg-accent-line">
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}

/** Chips beyond this are counted only. */
const MOST_CHIPS = 12

/** Which documents a question is put to, always in sight. */
export function ScopeChips() {
  const { t } = useTranslation()
  const scope = useUi((ui) => ui.scope)
  const chosen = useUi((ui) => ui.collections)
  const list = useRead('documents_list', null).data
  const rows = list ?? []
  const collections = useRead('collections_list', null).data ?? []
  const { documents } = useScope()
  const single = rows.filter((row) => scope.includes(row.id))
  const groups = collections.filter((row) => chosen.includes(row.id))
  const flip = (ids: number[], id: number) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  const toggle = (id: number) => useUi.setState({ scope: flip(scope, id) })
  const toggleCollection = (id: number) => useUi.setState({ collections: flip(chosen, id) })
  return (
    <div className="flex flex-wrap items-center gap-1 px-2.5 pt-2" role="group" aria-label={t('scope.label')}>
      {list && single.length + groups.length === 0 && (
        <span className="inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-2">
          <Layers size={13} aria-hidden />
          {rows.length === 0 ? t('scope.empty') : t('scope.all', { count: rows.length })}
        </span>
      )}
      {groups.map((row) => (
        <ScopeChip key={`c-${row.id}`} folder label={row.documents.length === 0 ? t('scope.emptyCollection', { name: row.name }) : `${row.name} (${row.documents.length})`} onRemove={() => toggleCollection(row.id)} />
      ))}
      {single.slice(0, MOST_CHIPS).map((row) => (
        <ScopeChip key={row.id} label={row.title} onRemove={() => toggle(row.id)} />
      ))}
      {single.length > MOST_CHIPS && <span className="px-1 text-sm text-ink-2">{t('scope.more', { count: single.length - MOST_CHIPS })}</span>}
      {groups.length > 0 && documents.length > 0 && <span className="px-1 text-sm text-ink-3">{t('scope.count', { count: documents.length })}</span>}
      {rows.length > 0 && (
        <Popover.Root>
          <Popover.Trigger className="inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-sm text-ink-3 hover:bg-well hover:text-ink">
            <Plus size={13} aria-hidden />
            {t('scope.choose')}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content aria-label={t('scope.choose')} align="start" sideOffset={6} collisionPadding={12} className="rise z-50 w-[340px] rounded-lg border border-line bg-raised shadow-pop">
              <Picker rows={rows} collections={collections} scope={scope} chosen={chosen} onToggle={toggle} onCollection={toggleCollection} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  )
}
