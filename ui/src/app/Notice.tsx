import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { ErrorNote } from '@/components/ErrorNote'
import { IconButton } from '@/components/IconButton'
import { useUi } from '@/lib/ui'

/** The last refusal of the engine, until it is dismissed or replaced. */
export function Notice() {
  const { t } = useTranslation()
  const notice = useUi((ui) => ui.notice)
  const notify = useUi((ui) => ui.notify)
  if (!notice) return null
  return (
    <div className="rise fixed right-4 bottom-4 z-50 w-[min(420px,calc(100vw-32px))] rounded-lg border border-line bg-raised shadow-pop">
      <ErrorNote error={notice} className="pr-10" />
      <span className="absolute top-1.5 right-1.5">
        <IconButton icon={X} label={t('action.dismiss')} size={14} onClick={() => notify(null)} />
      </span>
    </div>
  )
}
