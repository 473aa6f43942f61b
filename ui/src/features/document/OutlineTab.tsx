import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'
import { HealthReport } from '@/features/library/HealthReport'
import { useRead } from '@/lib/queries'

import { FormatPanel } from './FormatPanel'

/** What was found in a document, by which formatter, and another one to find it anew. */
export function OutlineTab({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead('document_detail', { id: row.id })
  return (
    <>
      <section aria-label={t('found.heading')}>
        <h3 className="mb-1.5 font-medium">{t('found.heading')}</h3>
        <div className="max-w-[440px]">
          <HealthReport row={row} />
        </div>
      </section>
      <section aria-label={t('format.title')} className="mt-4 border-t border-line pt-3">
        <h3 className="mb-1.5 font-medium">{t('format.title')}</h3>
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <div className="skeleton h-24" aria-hidden />}
        {data && <FormatPanel row={row} detail={data} />}
      </section>
    </>
  )
}
