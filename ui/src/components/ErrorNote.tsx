import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { WireError } from '@/backend'

import { Button } from './Button'
import { Ticked } from './Ticked'

/** What failed, why, and what to do about it. */
export function ErrorNote({ error, onRetry, className = '' }: { error: WireError; onRetry?: () => void; className?: string }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={`flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2.5 text-base ${className}`}>
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      <div className="selectable min-w-0 flex-1">
        <p className="font-medium text-danger">{t(`error.${error.code}.title`)}</p>
        <p className="mt-0.5 break-words text-ink-2">
          <Ticked text={error.message} />
        </p>
        <p className="mt-0.5 break-words text-ink">
          <Ticked text={error.hint ?? t(`error.${error.code}.hint`)} />
        </p>
      </div>
      {onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}
