import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Bar } from '@/components/Bar'
import { percent } from '@/lib/format'

import { stateWords } from './stateWords'

const DOT: Record<DocumentRow['state'], string> = {
  queued: 'border border-line-strong',
  working: 'bg-accent',
  searchable: 'bg-accent',
  ready: 'bg-accent',
  locked: 'bg-mark',
  failed: 'bg-danger',
  cancelled: 'bg-line-strong',
}

/** State in words; with a bar while something is being done. */
export function StateCell({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  const words = stateWords(t, row)
  const vectors = row.state === 'searchable' ? { done: row.vectors, total: row.segments } : null
  const progress = vectors ?? (row.state === 'working' ? row.progress : null)
  if (!progress) {
    return (
      <span className={`flex items-center gap-1.5 truncate text-sm ${row.state === 'failed' ? 'font-medium text-danger' : 'text-ink-2'}`}>
        <span aria-hidden className={`size-[7px] shrink-0 rounded-full ${DOT[row.state]}`} />
        {words}
      </span>
    )
  }
  return (
    <span className="block">
      <span className="block truncate text-sm text-ink-2 tabular">{words}</span>
      <Bar className="mt-1" label={words} share={progress.total > 0 ? percent(progress.done, progress.total) / 100 : null} />
    </span>
  )
}
