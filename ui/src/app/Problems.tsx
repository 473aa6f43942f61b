import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { ErrorNote } from '@/components/ErrorNote'
import { Said } from '@/components/Said'
import { useRead } from '@/lib/queries'

/** What keeps the library from working fully: shown above everything, never silently worked around. */
export function Problems() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error } = useRead('library_status', null)
  // What refuses to say how it stands has refused the rest as well.
  const again = () => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  if (error) return <ErrorNote error={error} className="m-3" onRetry={again} />
  if (!data || data.problems.length === 0) return null
  return (
    <div role="status" className="flex gap-2 border-b border-line bg-warn-soft px-5 py-2">
      <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <ul aria-label={t('problems')} className="selectable min-w-0 flex-1 break-words">
        {data.problems.map((problem) => (
          <li key={problem}>
            <Said text={problem} />
          </li>
        ))}
      </ul>
    </div>
  )
}
