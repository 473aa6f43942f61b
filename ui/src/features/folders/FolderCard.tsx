import { Ellipsis, Folder, FolderX } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type DocumentRow, type FolderRow } from '@/backend'
import { Button } from '@/components/Button'
import { IconButton } from '@/components/IconButton'
import { Menu } from '@/components/Menu'
import { PathText } from '@/components/PathText'
import { integer } from '@/lib/format'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { FolderState } from './FolderState'
import { Gone } from './Gone'
import { IgnoreRules } from './IgnoreRules'
import { Refused } from './Refused'

/** Asks before a folder is forgotten, and says what becomes of its documents. */
function Unlink({ folder, name, onUnlinked, onClose }: { folder: FolderRow; name: string; onUnlinked(): void; onClose(): void }) {
  const { t } = useTranslation()
  const unlink = useChange('folder_unlink')
  return (
    <div role="group" aria-label={t('folders.unlinkTitle', { name })} className="mt-1 flex flex-wrap items-center gap-2 rounded-lg bg-side p-3">
      <div className="min-w-60 flex-1">
        <p className="font-medium">{t('folders.unlinkTitle', { name })}</p>
        <p className="text-sm text-ink-2 text-pretty">{t('folders.unlinkWhy')}</p>
      </div>
      <div className="ml-auto flex gap-2">
        <Button autoFocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button kind="danger" disabled={unlink.isPending} onClick={() => unlink.mutate({ id: folder.id }, { onSuccess: onUnlinked })}>
          {t('folders.unlink')}
        </Button>
      </div>
    </div>
  )
}

interface Props {
  folder: FolderRow
  name: string
  /** Documents whose files are gone. */
  gone: DocumentRow[]
  onUnlinked(): void
}

/** One linked folder: where it is, how it stands, what it leaves out, and what became of its files. */
export function FolderCard({ folder, name, gone, onUnlinked }: Props) {
  const { t, i18n } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const notify = useUi((ui) => ui.notify)
  const go = useUi((ui) => ui.go)
  const reveal = () => void backend().reveal(folder.path).catch((error: unknown) => notify(toWireError(error)))
  const count = t('amount.documents', { count: folder.documents, number: integer(folder.documents, i18n.language) })
  const Icon = folder.state === 'missing' ? FolderX : Folder
  const stay = () => {
    setLeaving(false)
    title.current?.focus()
  }
  return (
    <li className="flex gap-3 rounded-xl border border-line bg-raised py-3 pr-2.5 pl-3.5">
      <Icon size={17} strokeWidth={1.75} aria-hidden className={`mt-1 shrink-0 ${folder.state === 'missing' ? 'text-warn' : 'text-ink-3'}`} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h2 ref={title} tabIndex={-1} className="min-w-0 flex-1 truncate font-medium" title={name}>
            {name}
          </h2>
          <Button kind="quiet" className="h-6 px-2 text-sm" aria-label={`${t('folders.show', { name })}: ${count}`} onClick={() => go({ name: 'library', folder: folder.id })}>
            <span className="tabular">{count}</span>
          </Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label={t('library.more', { title: name })} />}
            items={[
              { label: t('folders.showDocuments'), onSelect: () => go({ name: 'library', folder: folder.id }) },
              { label: t('settings.reveal'), onSelect: reveal },
              { label: t('folders.unlinkOne'), danger: true, onSelect: () => setTimeout(() => setLeaving(true)) },
            ]}
          />
        </div>
        <div className="space-y-1.5 pr-1">
          <PathText path={folder.path} className="text-sm text-ink-3" />
          <FolderState folder={folder} />
          <IgnoreRules folder={folder} name={name} />
          <Refused folder={folder} />
          <Gone folder={folder} rows={gone} onNone={() => title.current?.focus()} />
          {leaving && <Unlink folder={folder} name={name} onUnlinked={onUnlinked} onClose={stay} />}
        </div>
      </div>
    </li>
  )
}
