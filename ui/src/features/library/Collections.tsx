import { Ellipsis, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CollectionRow } from '@/backend'
import { Menu } from '@/components/Menu'
import { IconButton } from '@/components/IconButton'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { NameDialog } from './NameDialog'

interface Props {
  rows: CollectionRow[]
  shown: number | null
  /** Linked folders stand beside the collections, and one of them is listed. */
  folders: { some: boolean; shown: boolean }
  onShow(id: number | null): void
}

/** Makes, renames and deletes collections. */
export function useCollections(onShow: (id: number | null) => void) {
  const add = useChange('collection_add')
  const rename = useChange('collection_rename')
  const remove = useChange('collection_delete')
  return {
    add: (name: string, documents: number[] = []) => add.mutate({ name, documents }, { onSuccess: (made) => onShow(made.id) }),
    rename: (id: number, name: string) => rename.mutate({ id, name }),
    remove: (id: number) => {
      useUi.setState((ui) => ({ collections: ui.collections.filter((other) => other !== id) }))
      remove.mutate({ id })
      onShow(null)
    },
  }
}

function Chip({ label, count, current, onClick }: { label: string; count: number | null; current: boolean; onClick(): void }) {
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onClick}
      title={label}
      className="inline-flex h-6 max-w-52 items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-sm text-ink-2 hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <span className="truncate">{label}</span>
      {count !== null && <span className="tabular">{count}</span>}
    </button>
  )
}

/** The collections of the library; one of them may limit what is listed. */
export function CollectionBar({ rows, shown, folders, onShow }: Props) {
  const { t } = useTranslation()
  const [naming, setNaming] = useState<CollectionRow | 'new' | null>(null)
  const { add, rename, remove } = useCollections(onShow)
  const go = useUi((ui) => ui.go)
  const current = rows.find((row) => row.id === shown)
  const ask = (row: CollectionRow) => {
    useUi.setState({ scope: [], collections: [row.id] })
    go({ name: 'chat', conversation: null })
  }
  return (
    <div role="group" aria-label={t('collection.list')} className="contents">
      {(rows.length > 0 || folders.some) && <Chip label={t('collection.all')} count={null} current={current === undefined && !folders.shown} onClick={() => onShow(null)} />}
      {rows.map((row) => (
        <Chip key={row.id} label={row.name} count={row.documents.length} current={row.id === shown} onClick={() => onShow(row.id === shown ? null : row.id)} />
      ))}
      {current && (
        <Menu
          trigger={<IconButton icon={Ellipsis} size={14} label={t('collection.more', { name: current.name })} className="!size-6" />}
          items={[
            { label: t('collection.ask'), onSelect: () => ask(current) },
            { label: t('conversation.rename'), onSelect: () => setTimeout(() => setNaming(current)) },
            { label: t('collection.delete'), danger: true, onSelect: () => remove(current.id) },
          ]}
        />
      )}
      <button type="button" aria-label={t('collection.new')} title={t('collection.new')} onClick={() => setNaming('new')} className="inline-flex h-6 items-center gap-1.5 rounded-full px-2 text-sm text-ink-3 hover:bg-well hover:text-ink">
        <FolderPlus size={13} aria-hidden />
        <span className="hidden @md:inline">{t('collection.new')}</span>
      </button>
      {naming !== null && (
        <NameDialog
          title={naming === 'new' ? t('collection.new') : t('collection.rename', { name: naming.name })}
          label={t('collection.name')}
          value={naming === 'new' ? '' : naming.name}
          onClose={() => setNaming(null)}
          onSubmit={(name) => {
            if (naming === 'new') add(name)
            else rename(naming.id, name)
            setNaming(null)
          }}
        />
      )}
    </div>
  )
}
