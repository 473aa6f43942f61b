import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import type { ErrorCode, WireError } from '@/backend'
import { errorWords } from '@/lib/said'
import { useUi } from '@/lib/ui'

import { Button } from './Button'
import { Original } from './Original'
import { Ticked } from './Ticked'

/** What can be mended in the settings. */
const MENDED: ErrorCode[] = ['ollama_absent', 'model_missing', 'model_failed']

/** What failed, why, and what to do about it. */
export function ErrorNote({ error, onRetry, className = '' }: { error: WireError; onRetry?: () => void; className?: string }) {
  const { t, i18n } = useTranslation()
  const settings = useUi((ui) => ui.view.name !== 'settings' && MENDED.includes(error.code))
  const { title, what, hint, original } = errorWords(t, i18n.language, error)
  return (
    <div role="alert" className={`flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2.5 text-base ${className}`}>
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      <div className="selectable min-w-0 flex-1">
        <p className="font-medium text-danger">{title}</p>
        {what !== null && (
          <p className="mt-0.5 break-words text-ink-2">
            <Ticked text={what} />
          </p>
        )}
        <p className="mt-0.5 break-words text-ink">
          <Ticked text={hint} />
        </p>
        {original !== null && <Original text={original} />}
      </div>
      {settings && (
        <Button kind="quiet" onClick={() => useUi.getState().go({ name: 'settings' })}>
          {t('nav.settings')}
        </Button>
      )}
      {onRetry && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}
