import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '@/components/IconButton'
import { Ticked } from '@/components/Ticked'
import { KeepLinked } from '@/features/folders/KeepLinked'
import { baseName } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { refusalWords, reportWords } from './reportWords'

/** Known documents named. */
const LISTED = 5

/** What became of the last files added: new, known, refused with the reason. */
export function ReportNote() {
  const { t, i18n } = useTranslation()
  const report = useUi((ui) => ui.report)
  const tell = useUi((ui) => ui.tell)
  const rows = useRead('documents_list', null).data ?? []
  if (!report) return null
  const known = rows.filter((row) => report.known.includes(row.id)).slice(0, LISTED)
  return (
    <div role="status" className="mx-5 mb-3 flex items-start gap-2 rounded-lg bg-side py-1.5 pr-1.5 pl-3">
      <div className="min-w-0 flex-1 py-1">
        <p>{reportWords(t, report) || t('report.nothing')}</p>
        {known.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-sm text-ink-2">
            {known.map((row) => (
              <li key={row.id} className="break-words">
                {t('report.knownAs', { title: row.title })}
              </li>
            ))}
          </ul>
        )}
        {report.rejected.length > 0 && (
          <ul className="mt-1 max-h-32 space-y-0.5 overflow-y-auto text-sm">
            {report.rejected.map((item) => (
              <li key={item.path} className="break-words">
                <span className="font-medium" title={item.path}>
                  {baseName(item.path)}
                </span>{' '}
                <span className="text-danger">
                  <Ticked text={refusalWords(i18n.language, item)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {report.folders.length > 0 && <KeepLinked paths={report.folders} />}
      </div>
      <IconButton icon={X} label={t('action.dismiss')} size={14} onClick={() => tell(null)} />
    </div>
  )
}
