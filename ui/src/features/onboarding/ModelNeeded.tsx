import { useTranslation } from 'react-i18next'

import { useRead } from '@/lib/queries'

import { AddModel } from './AddModel'
import { ollamaState } from './OllamaLine'
import { OllamaSteps } from './OllamaSteps'

/** Whether a local model can be asked; `null` until that is known. */
export function useModelReady(): boolean | null {
  const { data } = useRead('ollama_status', null, { refetchOnWindowFocus: 'always' })
  return data ? ollamaState(data) === 'running' : null
}

/** Says that something cannot be done without a local model, and offers the step that is missing. Nothing when one is there. */
export function ModelNeeded({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const { data } = useRead('ollama_status', null)
  const state = data ? ollamaState(data) : null
  if (state === null || state === 'running') return null
  return (
    <section aria-label="Ollama" className={`space-y-2 rounded-lg bg-side px-3 py-2.5 ${className}`}>
      <p className="text-ink-2 text-pretty">{t(`needs.${state}`)}</p>
      {state === 'empty' ? <AddModel /> : <OllamaSteps />}
    </section>
  )
}
