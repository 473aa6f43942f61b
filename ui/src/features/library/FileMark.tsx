import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'

/** What became of the file since it was read; `null` while it is the same. */
function fileNews(row: DocumentRow): 'replaced' | 'changed' | 'gone' | null {
  if (row.file.replaced_by !== null) return 'replaced'
  return row.file.state === 'here' ? null : row.file.state
}

/** A word for a file that is no longer the one that was read, with what that means on pointing at it. */
export function FileMark({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  const news = fileNews(row)
  if (news === null) return null
  return (
    <span title={t(`fileNews.${news}.means`)} className="mr-1.5 rounded bg-warn-soft px-1 text-xs text-warn">
      {t(`fileNews.${news}.name`)}
    </span>
  )
}

/** The same in a sentence. */
export function FileNews({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  const news = fileNews(row)
  return news === null ? null : <p className="text-warn">{t(`fileNews.${news}.means`)}</p>
}
