import { useTranslation } from 'react-i18next'

import { Bar } from '@/components/Bar'
import { windowShare } from '@/features/document/format'
import { useRead } from '@/lib/queries'
import { useUi, type DetailsTab } from '@/lib/ui'

/** What a model is doing in the background, wherever in the window one is; leads to its document. */
export function ModelWork() {
  const { t } = useTranslation()
  const showDetails = useUi((ui) => ui.showDetails)
  const rows = useRead('documents_list', null).data ?? []
  const run = useRead('documents_formatting', null).data?.find((state) => !state.ended)
  const jobs = useRead('enrichment_status', null).data?.jobs.filter((job) => !job.ended) ?? []
  const job = jobs.find((candidate) => candidate.running) ?? jobs[0]
  const works: { key: DetailsTab; document: number; words: string; share: number | null }[] = []
  if (run) works.push({ key: 'outline', document: run.document, words: t('work.outline'), share: windowShare(run) })
  if (job) works.push({ key: 'summaries', document: job.document, words: jobs.length > 1 ? t('work.summariesOf', { count: jobs.length }) : t('work.summaries'), share: job.total > 0 ? job.done / job.total : null })
  return works.map(({ key, document, words, share }) => {
    const title = rows.find((row) => row.id === document)?.title ?? ''
    return (
      <button key={key} type="button" title={title} aria-label={[`${words}: ${title}`, share !== null && `${Math.floor(share * 100)} %`].filter(Boolean).join(', ')} onClick={() => showDetails(document, key)} className="mx-2 mb-1 block rounded-md px-2.5 py-1.5 text-left hover:bg-well">
        <span className="flex justify-between gap-2 text-sm text-ink-2">
          <span className="truncate">{words}</span>
          {share !== null && <span className="text-ink-3 tabular">{Math.floor(share * 100)} %</span>}
        </span>
        <span aria-hidden className="mt-1.5 block">
          <Bar className="bg-line" label={words} share={share} />
        </span>
      </button>
    )
  })
}
