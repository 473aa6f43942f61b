import { useTranslation } from 'react-i18next'

import type { LibraryStatus } from '@/backend'
import { Bar } from '@/components/Bar'
import { percent } from '@/lib/format'

/** What is still being taken in, wherever in the window one is. */
export function IngestLine({ status }: { status: LibraryStatus }) {
  const { t } = useTranslation()
  const vectorsMissing = status.segments > status.vectors
  if (status.pending === 0 && !vectorsMissing) return null
  const share = status.segments > 0 ? percent(status.vectors, status.segments) / 100 : null
  const words = status.paused ? t('ingest.paused') : status.pending > 0 ? t('ingest.pending', { count: status.pending }) : t('ingest.vectors')
  return (
    <div className="mx-2 mb-2 rounded-md px-2.5 py-1.5">
      <p className="flex justify-between text-sm text-ink-2">
        <span className="truncate">{words}</span>
        {share !== null && <span className="text-ink-3 tabular">{Math.round(share * 100)} %</span>}
      </p>
      <Bar className="mt-1.5 bg-line" label={words} share={share} />
    </div>
  )
}
