import { Check, Layers, Plus, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { arrange } from '@/features/library/filter'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

const MOST_LISTED = 100

function Picker({ rows, scope, onToggle }: { rows: DocumentRow[]; scope: number[]; onToggle: (id: number) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const shown = useMemo(() => arrange(rows, text, 'all', { key: 'title', descending: false }).slice(0, MOST_LISTED), [rows, text])
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
        {shown.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              role="checkbox"
              aria-checked={scope.includes(row.id)}
              onClick={() => onToggle(row.id)}
              className="flex h-7 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-well"
            >
              <Check size={14} className={scope.includes(row.id) ? 'shrink-0 text-accent' : 'invisible shrink-0'} aria-hidden />
              <span className="truncate">{row.title}</span>
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="px-3 py-2 text-ink-3">{t('library.noMatch')}</li>}
      </ul>
    </>
  )
}

/** Which documents a question is put to, always in sight. */
export function ScopeChips() {
  const { t } = useTranslation()
  const scope = useUi((ui) => ui.scope)
  const setScope = useUi((ui) => ui.setScope)
  const rows = useRead('documents_list', null).data ?? []
  const chosen = rows.filter((row) => scope.includes(row.id))
  const toggle = (id: number) => setScope(scope.includes(id) ? scope.filter((other) => other !== id) : [...scope, id])
  return (
    <div className="flex flex-wrap items-center gap-1 px-2.5 pt-2" role="group" aria-label={t('scope.label')}>
      {chosen.length === 0 && (
        <span className="inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-2">
          <Layers size={13} aria-hidden />
          {t('scope.all', { count: rows.length })}
        </span>
      )}
      {chosen.map((row) => (
        <span key={row.id} className="inline-flex h-6 max-w-56 items-center gap-1 rounded-md bg-accent-soft pr-0.5 pl-2 text-sm text-accent">
          <span className="truncate">{row.title}</span>
          <button type="button" aria-label={t('scope.remove', { title: row.title })} onClick={() => toggle(row.id)} className="rounded p-0.5 hover:bg-accent-line">
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {rows.length > 0 && (
        <Popover.Root>
          <Popover.Trigger className="inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-sm text-ink-3 hover:bg-well hover:text-ink">
            <Plus size={13} aria-hidden />
            {t('scope.choose')}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content aria-label={t('scope.choose')} align="start" sideOffset={6} collisionPadding={12} className="rise z-50 w-[340px] rounded-lg border border-line bg-raised shadow-pop">
              <Picker rows={rows} scope={scope} onToggle={toggle} />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  )
}
