import { useTranslation } from 'react-i18next'

import type { FormatState } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { Progress } from '@/components/Progress'
import { ModelNeeded } from '@/features/onboarding/ModelNeeded'
import { integer } from '@/lib/format'
import { useChange } from '@/lib/queries'
import { span } from '@/lib/span'

import { windowShare } from './format'

/** A run that goes on: window by window, with the time that is left. */
export function FormatProgress({ run }: { run: FormatState }) {
  const { t, i18n } = useTranslation()
  const stop = useChange('document_format_stop')
  const { window, windows, seconds_left, measured } = run.progress
  const number = (count: number) => integer(count, i18n.language)
  const words = run.model === '' ? t('format.opening') : t('format.running', { name: t(`format.name.${run.formatter}`), model: run.model })
  const left = `${t('work.left', { time: span(t, seconds_left, i18n.language) })}${measured ? '' : ` (${t('work.guess')})`}`
  const amount = windows === 0 ? '' : [t('format.window', { window: number(window), windows: number(windows) }), left].join(' · ')
  return (
    <div className="space-y-2 rounded-lg bg-side px-3 py-2.5">
      <Progress words={words} amount={amount} share={windowShare(run)} stopping={stop.isPending} onStop={() => stop.mutate({ id: run.document })} />
      <p className="text-sm text-ink-3 text-pretty">{t('format.meanwhile')}</p>
    </div>
  )
}

/** What became of a run: headings before and after, or why it broke off. */
export function FormatOutcome({ run, onAgain }: { run: FormatState; onAgain(): void }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  if (run.error?.code === 'cancelled') {
    return (
      <div role="status" className="flex items-center gap-3 rounded-lg bg-side px-3 py-2">
        <p className="min-w-0 flex-1 text-pretty">{t('format.stopped')}</p>
        <Button onClick={onAgain}>{t('work.goOn')}</Button>
      </div>
    )
  }
  if (run.error) {
    return (
      <>
        <ErrorNote error={run.error} onRetry={onAgain} />
        <ModelNeeded />
      </>
    )
  }
  const [before, after] = run.headings ?? [0, 0]
  return (
    <div role="status" className="rounded-lg bg-accent-soft px-3 py-2">
      <p>
        {t('format.done', { name: t(`format.name.${run.formatter}`) })} <span className="tabular">{t('format.headings', { before: number(before), after: number(after) })}</span>
      </p>
      {run.refused > 0 && <p className="text-sm text-ink-2 text-pretty">{t('format.refused', { count: run.refused, number: number(run.refused) })}</p>}
    </div>
  )
}
