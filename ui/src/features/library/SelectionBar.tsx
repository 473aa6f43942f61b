import { FolderInput } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CollectionRow, DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { Menu } from '@/components/Menu'
import { useChange } from '@/lib/queries'

import { useCollections } from './Collections'
import { NameDialog } from './NameDialog'

interface Props {
  rows: DocumentRow[]
  collections: CollectionRow[]
  /** The collection that is listed. */
  shown: CollectionRow | undefined
  onShow(id: number | null): void
  onAsk(): void
  onRetry(): void
  onRemove(): void
  onClear(): void
}

/** What can be done with the chosen documents. */
export function SelectionBar({ rows, collections, shown, onShow, onAsk, onRetry, onRemove, onClear }: Props) {
  const { t } = useTranslation()
  const [naming, setNaming] = useState(false)
  const change = useChange('collection_change')
  const { add } = useCollections(onShow)
  const failed = rows.some((row) => row.state === 'failed' || row.state === 'cancelled')
  const ids = rows.map((row) => row.id)
  return (
    <div role="toolbar" aria-label={t('library.selection')} className="flex flex-wrap items-center gap-2 border-t border-line bg-side px-5 py-2">
      <span className="min-w-24 flex-1 tabular">{t('library.selected', { count: rows.length })}</span>
      <Button kind="quiet" onClick={onClear}>
        {t('library.clearSelection')}
      </Button>
      {failed && <Button onClick={onRetry}>{t('action.retry')}</Button>}
      {shown && (
        <Button
          onClick={() => {
            change.mutate({ id: shown.id, add: [], remove: ids })
            onClear()
          }}
        >
          {t('collection.takeOut', { name: shown.name })}
        </Button>
      )}
      <Menu
        trigger={
          <Button>
            <FolderInput size={14} aria-hidden />
            {t('collection.putIn')}
          </Button>
        }
        items={[
          ...collections.filter((row) => row.id !== shown?.id).map((row) => ({ label: row.name, onSelect: () => change.mutate({ id: row.id, add: ids, remove: [] }) })),
          { label: t('collection.newWith'), onSelect: () => setTimeout(() => setNaming(true)) },
        ]}
      />
      <Button onClick={onAsk}>{t('library.askAbout')}</Button>
      <Button className="text-danger" onClick={onRemove}>
        {t('library.remove')}
      </Button>
      {naming && (
        <NameDialog
          title={t('collection.new')}
          label={t('collection.name')}
          value=""
          onClose={() => setNaming(false)}
          onSubmit={(name) => {
            add(name, ids)
            setNaming(false)
          }}
        />
      )}
    </div>
  )
}
