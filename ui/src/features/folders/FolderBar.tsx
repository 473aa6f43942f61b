import { ChevronDown, FolderSync } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type DocumentRow, type FolderRow } from '@/backend'
import { Menu, type MenuItem } from '@/components/Menu'
import { integer } from '@/lib/format'
import { useUi } from '@/lib/ui'

import { documentsIn, folderName, needsLook } from './folders'
import { useLinking } from './useLinking'

interface Props {
  folders: FolderRow[]
  rows: DocumentRow[]
  shown: number | null
  onShow(id: number | null): void
}

/** The linked folders behind one button above the list; one of them may limit what is listed. */
export function FolderBar({ folders, rows, shown, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const { go, notify, setScope } = useUi()
  const linking = useLinking()
  const current = folders.find((folder) => folder.id === shown)
  const attention = folders.filter((folder) => needsLook(folder, rows)).length
  const name = (folder: FolderRow) => folderName(folder, folders)
  const count = (folder: FolderRow) => integer(documentsIn(folder, rows).length, i18n.language)
  const ask = (folder: FolderRow) => {
    setScope(documentsIn(folder, rows).map((row) => row.id))
    go({ name: 'chat', conversation: null })
  }
  const reveal = (folder: FolderRow) => void backend().reveal(folder.path).catch((error: unknown) => notify(toWireError(error)))
  if (folders.length === 0) {
    return (
      <button type="button" onClick={linking.pick} className="inline-flex h-6 items-center gap-1.5 rounded-full px-2 text-sm text-ink-3 hover:bg-well hover:text-ink">
        <FolderSync size={13} aria-hidden />
        {t('folders.link')}
      </button>
    )
  }
  const items: MenuItem[] = [
    ...folders.map((folder) => ({
      label: name(folder),
      detail: folder.state === 'missing' || folder.state === 'failed' ? t(`folders.state.${folder.state}`) : count(folder),
      checked: folder.id === shown,
      onSelect: () => onShow(folder.id === shown ? null : folder.id),
    })),
    ...(current && documentsIn(current, rows).length > 0 ? [{ label: t('folders.ask', { name: name(current) }), apart: true, onSelect: () => ask(current) }] : []),
    ...(current ? [{ label: t('settings.reveal'), onSelect: () => reveal(current) }] : []),
    { label: t('folders.manage'), apart: true, onSelect: () => go({ name: 'folders' }) },
    { label: t('folders.link'), onSelect: linking.pick },
  ]
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          title={current?.path}
          className={`inline-flex h-6 max-w-72 items-center gap-1.5 rounded-full border px-2.5 text-sm ${current ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong text-ink-2 hover:text-ink'}`}
        >
          <FolderSync size={12} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className={current ? 'truncate' : 'sr-only @md:not-sr-only'}>{current ? name(current) : t('folders.title')}</span>
          {current && <span className="tabular">{count(current)}</span>}
          {!current && attention > 0 && <span className="-mr-0.5 shrink-0 rounded-full bg-warn-soft px-1.5 text-xs text-warn">{t('folders.attention', { count: attention })}</span>}
          <ChevronDown size={12} aria-hidden className="shrink-0" />
        </button>
      }
      items={items}
    />
  )
}
