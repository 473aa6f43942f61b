import { useTranslation } from 'react-i18next'

import { backend, toWireError, type OllamaStatus } from '@/backend'
import { Button } from '@/components/Button'
import { bytes } from '@/lib/format'
import { useChange, useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { OllamaLine, ollamaState } from './OllamaLine'
import { PullModel } from './PullModel'

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
  const notify = useUi((ui) => ui.notify)
  const { data: status, refetch, isFetching } = useRead('ollama_status', null, { refetchOnWindowFocus: 'always' })
  const start = useChange('ollama_start')
  const state = status ? ollamaState(status) : null
  const openPage = () => void backend().openOllamaPage().catch((error: unknown) => notify(toWireError(error)))
  return (
    <section aria-label="Ollama" className={`space-y-2 ${className}`}>
      <OllamaLine />
      <div className="flex flex-wrap items-start gap-2">
        {state === 'stopped' && (
          <Button onClick={() => start.mutate(null)} disabled={start.isPending}>
            {t(start.isPending ? 'ollama.starting' : 'ollama.start')}
          </Button>
        )}
        {state === 'absent' && <Button onClick={openPage}>{t('ollama.get')}</Button>}
        {(state === 'stopped' || state === 'absent') && (
          <Button kind="quiet" onClick={() => void refetch()} disabled={isFetching}>
            {t('ollama.again')}
          </Button>
        )}
        {state === 'running' && status && <ChooseModel status={status} />}
      </div>
      {(state === 'empty' || state === 'running') && (
        <details open={state === 'empty'}>
          <summary className="w-fit rounded text-sm text-ink-2 hover:text-ink">{t('pull.title')}</summary>
          <div className="mt-2">
            <PullModel />
          </div>
        </details>
      )}
    </section>
  )
}
