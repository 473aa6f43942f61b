import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentHealth, DocumentRow } from '@/backend'
import { Said } from '@/components/Said'
import { integer } from '@/lib/format'

import { HealthBar, pageClasses } from './HealthBar'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** What the headings were found by, each with its share of all headings. */
function Evidence({ report }: { report: DocumentHealth }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="space-y-0.5">
      {report.evidence.map(({ evidence, headings }) => (
        <li key={evidence} className="grid grid-cols-[minmax(0,1fr)_56px_40px] items-center gap-2">
          <span className="truncate text-ink-2">{t(`evidence.${evidence}`)}</span>
          <span aria-hidden className="h-[4px] overflow-hidden rounded-full bg-well">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${(100 * headings) / Math.max(1, report.headings)}%` }} />
          </span>
          <span className="text-right text-ink-2 tabular">{integer(headings, i18n.language)}</span>
        </li>
      ))}
    </ul>
  )
}

function Found({ report }: { report: DocumentHealth }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  return (
    <>
      <Line label={t('found.headings')}>
        <p className="tabular">
          {number(report.headings)}
          {report.induced > 0 && <span className="text-ink-2"> · {t('found.induced', { number: number(report.induced) })}</span>}
          {report.headings > 0 && <span className="text-ink-2"> · {t('found.sure', { percent: Math.round(report.confidence * 100) })}</span>}
        </p>
      </Line>
      {report.evidence.length > 0 && (
        <Line label={t('found.evidence')}>
          <Evidence report={report} />
        </Line>
      )}
      <Line label={t('found.tables')}>
        <span className="tabular">{number(report.tables)}</span>
      </Line>
      <Line label={t('found.figures')}>
        <span className="tabular">{number(report.figures)}</span>
        {report.figures > 0 && <span className="text-ink-2 tabular"> · {t('found.captioned', { number: number(report.captioned) })}</span>}
      </Line>
    </>
  )
}

/** How well one document was understood: pages by class, headings by evidence, tables, figures, warnings. */
export function HealthReport({ row }: { row: DocumentRow }) {
  const { t } = useTranslation()
  return (
    <dl className="space-y-1.5">
      <Line label={t('column.pages')}>
        <span className="flex h-[19px] items-center">
          <HealthBar health={row.health} />
        </span>
        <p className="text-ink-2 tabular">{pageClasses(row.health).map(({ key }) => t(`health.${key}`, { count: row.health[key] })).join(' · ')}</p>
      </Line>
      {row.report ? (
        <Found report={row.report} />
      ) : (
        <Line label={t('found.headings')}>
          <span className="text-ink-3">{t('found.absent')}</span>
        </Line>
      )}
      {row.warnings.length > 0 && (
        <Line label={t('details.warnings')}>
          <ul className="space-y-0.5 text-warn">
            {row.warnings.map((warning) => (
              <li key={warning} className="flex gap-1.5 break-words">
                <TriangleAlert size={12} className="mt-[3px] shrink-0" aria-hidden />
                <span className="min-w-0">
                  <Said text={warning} />
                </span>
              </li>
            ))}
          </ul>
        </Line>
      )}
    </dl>
  )
}
