import { useIsMutating } from '@tanstack/react-query'
import { FlaskConical, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { RunFigures, SavedQuestion } from '@/backend'
import { Bar } from '@/components/Bar'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { ErrorNote } from '@/components/ErrorNote'
import { duration, moment } from '@/lib/format'
import { useChange, useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { linesOf } from './figures'
import { keepReport, keptReports } from './kept'
import { byFile, QuestionTable } from './QuestionTable'
import { RunPlot } from './RunPlot'
import { Tiles } from './Tiles'

function Loading() {
  return (
    <div className="mt-6 space-y-3" aria-hidden>
      {[60, 82, 71, 54].map((width) => (
        <div key={width} className="skeleton h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

function Empty({ onAdd, library }: { onAdd(): void; library: boolean }) {
  const { t } = useTranslation()
  const go = useUi((ui) => ui.go)
  return (
    <div className="mx-auto mt-[12vh] max-w-md text-center">
      <FlaskConical size={30} strokeWidth={1.4} className="mx-auto text-ink-3" aria-hidden />
      <h2 className="mt-3 text-lg font-semibold text-balance">{t('laboratory.empty')}</h2>
      <p className="mt-1.5 text-ink-2 text-pretty">{t(library ? 'laboratory.emptyWhy' : 'laboratory.noDocuments')}</p>
      <div className="mt-4 flex justify-center gap-2">
        {library ? (
          <>
            <Button kind="primary" onClick={onAdd}>
              {t('laboratory.add')}
            </Button>
            <Button onClick={() => go({ name: 'chat', conversation: null })}>{t('nav.ask')}</Button>
          </>
        ) : (
          <Button kind="primary" onClick={() => go({ name: 'library' })}>
            {t('ask.toLibrary')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A run says nothing before it is over; how long the last one took is the best guess. */
function Running({ questions, last }: { questions: number; last: RunFigures | undefined }) {
  const { t } = useTranslation()
  const guess = last?.latency_ms ? t('laboratory.guess', { time: duration(last.latency_ms * questions) }) : ''
  const words = t('laboratory.running', { count: questions })
  return (
    <div role="status" className="mt-4">
      <p className="text-sm text-ink-2">
        {words} {guess}
      </p>
      <Bar className="mt-1.5" label={words} share={null} />
    </div>
  )
}

/** Runs the questions; what came out is kept under the folder of the library. */
function useRun() {
  const folder = useRead('library_status', null).data?.folder ?? ''
  const run = useChange('questions_run', [], { quiet: true, onSuccess: (report) => keepReport(folder, report) })
  const running = useIsMutating({ mutationKey: ['questions_run'] }) > 0
  const [reports, setReports] = useState(() => keptReports(folder))
  // Read again after every run, also one that began before this view was shown.
  useEffect(() => setReports(keptReports(folder)), [folder, running, run.data])
  const [last = null, before = null] = reports
  return { run, running, last, before }
}

function Filled({ saved, runs }: { saved: SavedQuestion[]; runs: RunFigures[] }) {
  const { t, i18n } = useTranslation()
  const { run, running, last, before } = useRun()
  const documents = useRead('documents_list', null).data
  const forget = useChange('question_forget')
  const [leaving, setLeaving] = useState<string | null>(null)
  const files = useMemo(() => byFile(documents ?? []), [documents])
  const lines = useMemo(() => linesOf(saved, last, before), [saved, last, before])
  const newest = runs.at(-1)
  const when = newest && moment(newest.time_ms, Date.now(), i18n.language)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button kind="primary" disabled={running} onClick={() => run.mutate(null)}>
          {t('laboratory.run', { count: saved.length })}
        </Button>
        <p className="text-sm text-ink-3">{when ? t('laboratory.lastRun', { when }) : t('laboratory.neverRun')}</p>
      </div>
      {running && <Running questions={saved.length} last={newest} />}
      {run.error && !running && <ErrorNote error={run.error} className="mt-4" onRetry={() => run.mutate(null)} />}
      {newest && (
        <div className="mt-5">
          <Tiles last={newest} before={runs.at(-2) ?? null} />
        </div>
      )}
      {runs.length > 0 && (
        <div className="mt-6">
          <RunPlot runs={runs} />
        </div>
      )}
      <section aria-label={t('laboratory.questions')} className="mt-6">
        <h2 className="mb-1 font-semibold">{t('laboratory.questions')}</h2>
        {before && last && <p className="mb-1 text-sm text-ink-3">{t('laboratory.compared', { when: moment(before.run.time_ms, Date.now(), i18n.language) })}</p>}
        <QuestionTable lines={lines} files={files} onForget={setLeaving} />
      </section>
      {leaving !== null && (
        <Dialog title={t('laboratory.forgetTitle')} description={saved.find((question) => question.qid === leaving)?.question ?? ''} onClose={() => setLeaving(null)}>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setLeaving(null)}>{t('action.cancel')}</Button>
            <Button
              kind="danger"
              autoFocus
              onClick={() => {
                forget.mutate({ qid: leaving })
                setLeaving(null)
              }}
            >
              {t('laboratory.forget')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The reader's own questions, run against the library as it is now, and what came out of it over time. */
export function LaboratoryView() {
  const { t } = useTranslation()
  const setSaving = useUi((ui) => ui.setSaving)
  const status = useRead('library_status', null).data
  const saved = useRead('questions_list', null)
  // Another window or the terminal may have run them.
  const runs = useRead('question_runs', null, { staleTime: 0 })
  const error = saved.error ?? runs.error
  const add = () => setSaving({ question: '', places: [] })
  const retry = () => {
    void saved.refetch()
    void runs.refetch()
  }
  const there = saved.data && runs.data
  return (
    <section aria-label={t('laboratory.title')} className="@container min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-[1080px] px-6 pt-4 pb-12">
        <div className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <h1 className="text-lg font-semibold">{t('laboratory.title')}</h1>
            <p className="max-w-prose text-ink-2 text-pretty">{t('laboratory.why')}</p>
          </div>
          {there && saved.data.length > 0 && (
            <Button onClick={add}>
              <Plus size={14} aria-hidden />
              {t('laboratory.add')}
            </Button>
          )}
        </div>
        {error && <ErrorNote error={error} className="mt-5" onRetry={retry} />}
        {!there && !error && <Loading />}
        {there && saved.data.length === 0 && <Empty onAdd={add} library={status !== undefined && status.documents > 0} />}
        {there && saved.data.length > 0 && <Filled saved={saved.data} runs={runs.data} />}
      </div>
    </section>
  )
}
