import { useTranslation } from 'react-i18next'

import type { FolderRow } from '@/backend'
import { Said } from '@/components/Said'
import { moment } from '@/lib/format'

const DOT: Record<FolderRow['state'], string> = {
  waiting: 'border border-line-strong',
  scanning: 'animate-pulse bg-accent',
  current: 'bg-accent',
  missing: 'bg-mark',
  failed: 'bg-danger',
}

/** How a linked folder stands, in words, and what to make of it when it cannot be looked through. */
export function FolderState({ folder }: { folder: FolderRow }) {
  const { t, i18n } = useTranslation()
  const { state } = folder
  const when = folder.scanned_ms === null ? null : moment(folder.scanned_ms, Date.now(), i18n.language)
  const words = state === 'current' && when !== null ? t('folders.currentAt', { when }) : t(`folders.state.${state}`)
  const away = state === 'missing' || state === 'failed'
  const beside = away ? when !== null && t('folders.lastLook', { when }) : t(folder.watched ? 'folders.watched' : 'folders.polled')
  return (
    <div role="status" className="text-sm text-ink-2">
      <p className="flex items-start gap-1.5">
        <span aria-hidden className={`mt-[5px] size-[7px] shrink-0 rounded-full ${DOT[state]}`} />
        <span className="tabular">
          <span className={state === 'failed' ? 'font-medium text-danger' : state === 'missing' ? 'font-medium text-warn' : ''}>{words}</span>
          {beside && <span className="text-ink-3"> · {beside}</span>}
        </span>
      </p>
      {state === 'missing' && <p className="mt-0.5 pl-[13px] text-pretty">{t('folders.missingWhy')}</p>}
      {state === 'failed' && folder.reason !== null && (
        <p className="selectable mt-0.5 pl-[13px] break-words">
          <Said text={folder.reason} />
        </p>
      )}
    </div>
  )
}
