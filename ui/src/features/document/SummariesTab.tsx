import { useTranslation } from 'react-i18next'

import type { DocumentRow, DocumentSummaries, EnrichmentState, OutlineNode } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'
import { useRead } from '@/lib/queries'
import { integer } from '@/lib/format'

import { EnrichStart, EnrichProgress } from './EnrichRun'
import { isReadable } from './readable'
import { SummaryTree } from './SummaryTree'

/** Summaries are read again this often while more of them are made. */
const AGAIN_MS = 4000
const NO_OUTLINE: OutlineNode[] = []

/** How much of the document is summed up, and by whom. */
function Amounts({ summaries }: { summaries: DocumentSummaries }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  const { sections, missing, passages, long_passages } = summaries
  if (sections.length === 0) return null
  const counts = (wanted: (section: DocumentSummaries['sections'][number]) => boolean) => sections.filter(wanted).length
  const extracts = counts((section) => section.origin === 'extractive')
  const stale = counts((section) => section.stale)
  const models = [...new Set(sections.filter((section) => section.origin !== 'text').map((section) => section.model))]
  const parts = [
    t('summaries.count', { number: number(sections.length), total: number(sections.length + missing) }),
    long_passages > 0 && t('summaries.passages', { number: number(passages), total: number(long_passages) }),
    extracts > 0 && t('summaries.extracts', { count: extracts, number: number(extracts) }),
    stale > 0 && t('summaries.stales', { count: stale, number: number(stale) }),
    models.length > 0 && t('summaries.by', { models: models.join(', ') }),
  ].filter(Boolean)
  return <p className="text-sm text-ink-3 tabular">{parts.join(' · ')}</p>
}

function Terms({ summaries }: { summaries: DocumentSummaries }) {
  const { t } = useTranslation()
  if (summaries.terms.length === 0) return null
  return (
    <section aria-label={t('summaries.terms')} className="mt-3">
      <h3 className="mb-1 font-medium">{t('summaries.terms')}</h3>
      <p className="selectable max-w-[80ch] text-ink-2">{summaries.terms.join(' · ')}</p>
    </section>
  )
}

/** What is left for a model to do: everything, a part, only what has become outdated, or nothing. */
function left({ sections, missing, passages, long_passages, terms_model }: DocumentSummaries): 'all' | 'part' | 'outdated' | 'nothing' {
  if (sections.length === 0) return 'all'
  if (missing > 0 || passages < long_passages || terms_model === null) return 'part'
  return sections.some((section) => section.stale) ? 'outdated' : 'nothing'
}

function Content({ row, job, onOpen }: { row: DocumentRow; job: EnrichmentState | undefined; onOpen(page: number): void }) {
  const { t } = useTranslation()
  const working = job !== undefined && !job.ended
  const summaries = useRead('document_summaries', { id: row.id }, { refetchInterval: working ? AGAIN_MS : false })
  const outline = useRead('document_detail', { id: row.id }).data?.outline ?? NO_OUTLINE
  const { data, error } = summaries
  return (
    <div className="space-y-3">
      {working ? <EnrichProgress job={job} /> : data && <EnrichStart row={row} job={job} left={left(data)} />}
      {error && <ErrorNote error={error} onRetry={() => void summaries.refetch()} />}
      {!data && !error && <div className="skeleton h-24" aria-hidden />}
      {data && data.sections.length > 0 && (
        <div>
          <Amounts summaries={data} />
          <div className="mt-2">
            <SummaryTree sections={data.sections} outline={outline} onOpen={onOpen} />
          </div>
          <Terms summaries={data} />
        </div>
      )}
      {data && data.sections.length === 0 && working && <p className="text-ink-3">{t('summaries.soon')}</p>}
    </div>
  )
}

/** What a model made of the sections of a document, and the making of it. */
export function SummariesTab({ row, onOpen }: { row: DocumentRow; onOpen(page: number): void }) {
  const { t } = useTranslation()
  const status = useRead('enrichment_status', null)
  if (!isReadable(row)) return <p className="text-ink-3">{t('work.unread')}</p>
  if (status.error) return <ErrorNote error={status.error} onRetry={() => void status.refetch()} />
  return (
    <>
      <p className="mb-3 max-w-[80ch] text-ink-2 text-pretty">{t('summaries.why')}</p>
      {status.data ? <Content row={row} job={status.data.jobs.find((job) => job.document === row.id)} onOpen={onOpen} /> : <div className="skeleton h-24" aria-hidden />}
    </>
  )
}
