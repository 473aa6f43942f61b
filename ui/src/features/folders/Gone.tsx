import { FileX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, FolderRow } from '@/backend'
import { Button } from '@/components/Button'
import { PathText } from '@/components/PathText'
import { useRemoval } from '@/lib/removal'
import { useUi } from '@/lib/ui'

import { Disclosure } from './Disclosure'
import { pathBelow } from './folders'

/** As many are listed at first. */
const FEW = 6

/** Documents whose files are gone from a folder: nothing but the reader takes them out of the library. */
export function Gone({ folder, rows, onNone }: { folder: FolderRow; rows: DocumentRow[]; onNone(): void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [all, setAll] = useState(false)
  const head = useRef<HTMLButtonElement>(null)
  const remove = useRemoval((state) => state.remove)
  const showDetails = useUi((ui) => ui.showDetails)
  if (rows.length === 0) return null
  // The button that was pressed goes away, and the focus must not go with it.
  const take = (ids: number[]) => {
    remove(ids)
    if (ids.length === rows.length) onNone()
    else head.current?.focus()
  }
  return (
    <Disclosure icon={FileX} words={t('folders.gone', { count: rows.length })} open={open} onOpen={setOpen} button={head}>
      <p className="text-sm text-ink-2 text-pretty">{t('folders.goneWhy')}</p>
      <ul className="mt-1.5 divide-y divide-line border-y border-line">
        {(all ? rows : rows.slice(0, FEW)).map((row) => (
          <li key={row.id} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1">
              <button type="button" onClick={() => showDetails(row.id)} title={row.title} className="block max-w-full truncate rounded-sm text-left hover:text-accent">
                {row.title}
              </button>
              <PathText path={pathBelow(row.path, folder)} title={row.path} className="text-sm text-ink-3" />
            </span>
            <Button className="h-6 px-2 text-sm" aria-label={t('folders.removeOne', { title: row.title })} onClick={() => take([row.id])}>
              {t('folders.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {!all && rows.length > FEW && (
          <Button kind="quiet" className="-ml-2.5" onClick={() => setAll(true)}>
            {t('action.more')}
          </Button>
        )}
        {rows.length > 1 && (
          <Button className="ml-auto h-6 px-2 text-sm text-danger" onClick={() => take(rows.map((row) => row.id))}>
            {t('folders.removeAll', { count: rows.length })}
          </Button>
        )}
      </div>
    </Disclosure>
  )
}
