import { useTranslation } from 'react-i18next'

import type { OllamaStatus } from '@/backend'
import { bytes } from '@/lib/format'
import { useChange, useRead } from '@/lib/queries'

import { AddModel } from './AddModel'
import { OllamaLine, ollamaState } from './OllamaLine'
import { OllamaSteps } from './OllamaSteps'

function ChooseModel({ status }: { status: OllamaStatus }) {
  const { t, i18n } = useTranslation()
  const settings = useRead('settings_get', null).data
  const change = useChange('settings_set')
  if (!settings) return null
  const missing = settings.model !== '' && !status.models.some((model) => model.name === settings.model)
  return (
    <select value={settings.model} onChange={(event) => change.mutate({ ...settings, model: event.target.value })} aria-label={t('settings.model')} className="h-7 max-w-full rounded-md border border-line-strong bg-raised px-2">
      <option value="">{t('settings.firstModel')}</option>
      {missing && <option value={settings.model}>{t('settings.missingModel', { model: settings.model })}</option>}
      {status.models.map((model) => (
        <option key={model.name} value={model.name}>
          {[model.name, model.parameters, model.quantization, bytes(model.size, i18n.language)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </select>
  )
}

/** Whether a local model can write answers, and the one step that is missing. Nothing depends on it. */
export function OllamaCard({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const { data: status } = useRead('ollama_status', null, { refetchOnWindowFocus: 'always' })
  const state = status ? ollamaState(status) : null
  return (
    <section aria-label="Ollama" className={`space-y-2 ${className}`}>
      <OllamaLine />
      <OllamaSteps />
      {state === 'running' && status && <ChooseModel status={status} />}
      {(state === 'empty' || state === 'running') && (
        <details open={state === 'empty'}>
          <summary className="w-fit rounded text-sm text-ink-2 hover:text-ink">{t('pull.title')}</summary>
          <div className="mt-2">
            <AddModel />
          </div>
        </details>
      )}
    </section>
  )
}
