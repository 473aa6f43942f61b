import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { PullState } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { Progress } from '@/components/Progress'
import { bytes } from '@/lib/format'
import { useChange, useRead } from '@/lib/queries'

import { ImportModel } from './ImportModel'

/** Small models that follow instructions and cite; the first one fits most machines. */
const SUGGESTED = ['qwen3:4b', 'qwen3:8b', 'gemma3:4b', 'llama3.2:3b']

/** A model on its way into Ollama, from the internet or from a file. */
function Adding({ state }: { state: PullState }) {
  const { t, i18n } = useTranslation()
  const stop = useChange('ollama_pull_stop')
  const known = state.total > 0
  const amount = known ? t('pull.amount', { done: bytes(state.completed, i18n.language), total: bytes(state.total, i18n.language) }) : t('pull.preparing')
  return <Progress words={t('pull.running', { model: state.model })} amount={amount} share={known ? state.completed / state.total : null} onStop={() => stop.mutate(null)} />
}

/** What became of the last model that was added. */
function Added({ state }: { state: PullState }) {
  const { t } = useTranslation()
  if (state.error && state.error.code !== 'cancelled') return <ErrorNote error={state.error} />
  return (
    <p role="status" className="text-sm text-ink-2">
      {t(state.error ? 'pull.stopped' : 'pull.done', { model: state.model })}
    </p>
  )
}

/** Fetches a model through Ollama; the one thing here that needs the internet, and it says so. */
function Fetch() {
  const { t } = useTranslation()
  const [model, setModel] = useState(SUGGESTED[0] ?? '')
  const pull = useChange('ollama_pull')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pull.mutate({ model: model.trim() })
  }
  return (
    <div className="space-y-1.5">
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
      <p className="text-sm text-ink-3 text-pretty">{t('pull.why')}</p>
    </div>
  )
}

/** Brings a model to Ollama: from the internet, or from a file of this computer. One at a time. */
export function AddModel() {
  const { data: state } = useRead('ollama_pulling', null)
  if (state && !state.ended) return <Adding state={state} />
  return (
    <div className="space-y-3">
      <Fetch />
      <ImportModel />
      {state && <Added state={state} />}
    </div>
  )
}
