import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { FormatEstimate, Formatter, WireError } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { ModelNeeded, useModelReady } from '@/features/onboarding/ModelNeeded'
import { integer } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { span } from '@/lib/span'

import { hasWork } from './format'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 tabular">{children}</dd>
    </div>
  )
}

/** What a run would take, line by line. */
function Estimate({ estimate }: { estimate: FormatEstimate }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  const { asked, windows, kept } = estimate
  return (
    <>
      <dl className="space-y-1">
        <Line label={t('settings.model')}>
          <span className="font-mono text-sm break-all">{estimate.model}</span>
        </Line>
        <Line label={t('format.windows')}>
          {t('format.asked', { asked: number(asked), windows: number(windows) })}
          {kept > 0 && <span className="text-ink-2"> · {t('format.kept', { count: kept, number: number(kept) })}</span>}
        </Line>
        <Line label={t('format.doubtful')}>{t('format.lines', { count: estimate.doubtful, number: number(estimate.doubtful) })}</Line>
        <Line label={t('format.tokens')}>{t('format.tokensValue', { read: number(estimate.tokens_in), written: number(estimate.tokens_out) })}</Line>
        <Line label={t('format.time')}>
          <span className="font-medium">{span(t, estimate.minutes * 60, i18n.language)}</span>
          <span className="text-ink-2"> · {t(estimate.measured ? 'work.measured' : 'work.assumed')}</span>
        </Line>
      </dl>
      {estimate.damaged && (
        <p className="mt-2 flex gap-1.5 text-sm text-warn">
          <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden />
          <span className="min-w-0 text-pretty">{t('format.damaged')}</span>
        </p>
      )}
      {!hasWork(estimate) && <p className="mt-2 text-sm text-ink-2 text-pretty">{t('format.nothing')}</p>}
    </>
  )
}

interface Props {
  document: number
  formatter: Formatter
  busy: boolean
  /** Why it could not be started. */
  error: WireError | null
  onStart(): void
  onCancel(): void
}

/** What another formatter costs, before it begins; the rules cost nothing worth telling. */
export function FormatCost({ document, formatter, busy, error, onStart, onCancel }: Props) {
  const { t } = useTranslation()
  const native = formatter === 'native'
  const ready = useModelReady()
  const box = useRef<HTMLDivElement>(null)
  const cost = useRead('document_format_estimate', { id: document, formatter }, { enabled: !native && ready === true, staleTime: 0, gcTime: 0 })
  const estimate = cost.isFetching ? undefined : cost.data
  const refusal = cost.isFetching ? null : cost.error
  // Newer engines answer with a promise, which is nothing for an effect to give back.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [estimate, refusal, error])
  const startable = native || (estimate !== undefined && hasWork(estimate))
  return (
    <div ref={box} aria-live="polite" className="scroll-mb-2 border-t border-line px-3 py-2.5">
      {native ? (
        <p className="text-ink-2 text-pretty">{t('format.undo')}</p>
      ) : ready === false ? (
        <ModelNeeded />
      ) : refusal ? (
        <ErrorNote error={refusal} onRetry={() => void cost.refetch()} />
      ) : estimate ? (
        <Estimate estimate={estimate} />
      ) : (
        <p className="text-ink-3">{t('format.estimating')}</p>
      )}
      {error && <ErrorNote error={error} className="mt-3" />}
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button kind="primary" disabled={!startable || busy} onClick={onStart}>
          {t(native ? 'format.back' : 'format.start')}
        </Button>
      </div>
    </div>
  )
}
