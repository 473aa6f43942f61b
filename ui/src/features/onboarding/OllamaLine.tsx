import { useTranslation } from 'react-i18next'

import type { OllamaStatus } from '@/backend'
import { useRead } from '@/lib/queries'

export type OllamaState = 'running' | 'empty' | 'stopped' | 'absent'

export function ollamaState(status: OllamaStatus): OllamaState {
  if (status.running) return status.models.length > 0 ? 'running' : 'empty'
  return status.installed ? 'stopped' : 'absent'
}

/** In one quiet line: whether a local model is there, and that nothing depends on it. */
export function OllamaLine({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const { data } = useRead('ollama_status', null)
  const state = data ? ollamaState(data) : null
  return (
    <p className={`flex min-h-[34px] items-start gap-2 text-sm text-ink-3 ${className}`}>
      {state && (
        <>
          <span aria-hidden className={`mt-[5px] size-[7px] shrink-0 rounded-full ${state === 'running' ? 'bg-accent' : 'border border-line-strong'}`} />
          {t(`ollama.${state}`, { model: data?.models[0]?.name ?? '' })}
        </>
      )}
    </p>
  )
}
