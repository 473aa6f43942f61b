import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { PullState } from '@/backend'
import { Bar } from '@/components/Bar'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { bytes } from '@/lib/format'
import { useChange, useRead } from '@/lib/queries'

/** Small models that follow instructions and cite; the first one fits most machines. */
const SUGGESTED = ['qwen3:4b', 'qwen3:8b', 'gemma3:4b', 'llama3.2:3b']

function Progress({ state }: { state: PullState }) {
  const { t, i18n } = useTranslation()
  const stop = useChange('ollama_pull_stop')
  const known = state.total > 0
  const amount = known ? t('pull.amount', { done: bytes(state.completed, i18n.language), total: bytes(state.total, i18n.language) }) : t('pull.preparing')
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex gap-2 text-sm">
          <span className="min-w-0 flex-1 truncate">{t('pull.running', { model: state.model })}</span>
          <span className="shrink-0 text-ink-3 tabular">{amount}</span>
        </p>
        <Bar className="mt-1.5" label={t('pull.running', { model: state.model })} share={known ? state.completed / state.total : null} />
      </div>
      <Button onClick={() => stop.mutate(null)}>{t('ask.stop')}</Button>
    </div>
  )
}

/** Fetches a model through Ollama; the one thing here that needs the internet, and it says so. */
export function PullModel() {
  const { t } = useTranslation()
  const [model, setModel] = useState(SUGGESTED[0] ?? '')
  const { data: state } = useRead('ollama_pulling', null)
  const pull = useChange('ollama_pull')
  if (state && !state.ended) return <Progress state={state} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pull.mutate({ model: model.trim() })
  }
  return (
    <div className="space-y-2">
      <form onSubmit={submit} className="flex flex-wrap gap-2">
        <input list="models" value={model} spellCheck={false} onChange={(event) => setModel(event.target.value)} aria-label={t('pull.name')} className="h-7 min-w-40 flex-1 rounded-md border border-line-strong bg-raised px-2 font-mono text-sm" />
        <datalist id="models">
          {SUGGESTED.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" disabled={model.trim() === '' || pull.isPending}>
          {t('pull.start')}
        </Button>
      </form>
      <p className="text-sm text-ink-3">{t('pull.why')}</p>
      {state?.error && state.error.code !== 'cancelled' && <ErrorNote error={state.error} />}
    </div>
  )
}
