import { useTranslation } from 'react-i18next'

import type { DocumentRow, EnrichmentState } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { Progress } from '@/components/Progress'
import { ModelNeeded, useModelReady } from '@/features/onboarding/ModelNeeded'
import { integer } from '@/lib/format'
import { useChange } from '@/lib/queries'
import { span } from '@/lib/span'

/** Summaries in the making, waiting for their turn, or resting while an answer is written. */
export function EnrichProgress({ job }: { job: EnrichmentState }) {
  const { t, i18n } = useTranslation()
  const stop = useChange('document_enrich_stop', ['summaries'])
  const number = (count: number) => integer(count, i18n.language)
  const words = !job.running ? t('summaries.waiting') : job.paused ? t('summaries.resting') : t('summaries.running', { model: job.model ?? '…' })
  const counted = job.total > 0
  const amount = [
    counted && t('summaries.step', { done: number(job.done), total: number(job.total) }),
    job.seconds_left !== null && t('work.left', { time: span(t, job.seconds_left, i18n.language) }),
  ].filter(Boolean)
  return (
    <div className="space-y-2 rounded-lg bg-side px-3 py-2.5">
      <Progress words={words} amount={amount.join(' · ')} share={counted ? job.done / job.total : null} stopping={stop.isPending} onStop={() => stop.mutate({ id: job.document })} />
      <p className="text-sm text-ink-3 text-pretty">
        {t('summaries.meanwhile')}
        {job.replaced > 0 && ` ${t('summaries.replaced', { count: job.replaced, number: number(job.replaced) })}`}
      </p>
    </div>
  )
}

const BEGIN = { all: 'summaries.start', part: 'work.goOn', outdated: 'summaries.renew' } as const

interface Props {
  row: DocumentRow
  /** The last run, ended. */
  job: EnrichmentState | undefined
  left: keyof typeof BEGIN | 'nothing'
}

/** Begins the summaries or goes on with them; says why they broke off, or what is missing first. */
export function EnrichStart({ row, job, left }: Props) {
  const { t } = useTranslation()
  const ready = useModelReady()
  const start = useChange('document_enrich', [], { quiet: true })
  const begin = () => start.mutate({ id: row.id, model: null })
  const error = start.error ?? (job?.error && job.error.code !== 'cancelled' ? job.error : null)
  if (error) {
    return (
      <>
        <ErrorNote error={error} {...(ready ? { onRetry: begin } : {})} />
        <ModelNeeded />
      </>
    )
  }
  if (left === 'nothing') return job && <p role="status">{t('summaries.done')}</p>
  if (ready === false) return <ModelNeeded />
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind={left === 'all' ? 'primary' : 'plain'} onClick={begin} disabled={!ready || start.isPending}>
        {t(BEGIN[left])}
      </Button>
      {job && (
        <p role="status" className="text-ink-2">
          {t(job.error ? 'summaries.stopped' : 'summaries.done')}
        </p>
      )}
    </div>
  )
}
