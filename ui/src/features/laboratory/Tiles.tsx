import { useTranslation } from 'react-i18next'

import type { RunFigures } from '@/backend'
import { duration } from '@/lib/format'

import { figure, FOLLOWED } from './figures'

function Difference({ now, before }: { now: number; before: number | null }) {
  const { t } = useTranslation()
  if (before === null) return null
  const points = Math.round(100 * now) - Math.round(100 * before)
  if (points === 0) return <span className="text-ink-3">{t('laboratory.unchanged')}</span>
  return <span className={points > 0 ? 'text-accent' : 'text-warn'}>{t(points > 0 ? 'laboratory.better' : 'laboratory.worse', { points: Math.abs(points) })}</span>
}

/** The figures of the last run, each with its difference to the one before. */
export function Tiles({ last, before }: { last: RunFigures; before: RunFigures | null }) {
  const { t } = useTranslation()
  return (
    <dl className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
      {FOLLOWED.map((name) => {
        const value = figure(last.figures, name)
        return (
          <div key={name} className="rounded-lg border border-line bg-raised px-3.5 py-2.5">
            <dt className="text-sm text-ink-2">{t(`laboratory.long.${name}`)}</dt>
            <dd className="mt-0.5 text-xl font-semibold tabular">{value === null ? '–' : `${Math.round(100 * value)} %`}</dd>
            <dd className="min-h-[17px] text-sm">{value !== null && <Difference now={value} before={before && figure(before.figures, name)} />}</dd>
          </div>
        )
      })}
      <div className="rounded-lg border border-line bg-raised px-3.5 py-2.5">
        <dt className="text-sm text-ink-2">{t('laboratory.latency')}</dt>
        <dd className="mt-0.5 text-xl font-semibold tabular">{last.latency_ms === null ? '–' : duration(last.latency_ms)}</dd>
        <dd className="min-h-[17px] text-sm text-ink-3">{t('laboratory.version', { version: last.version })}</dd>
      </div>
    </dl>
  )
}
