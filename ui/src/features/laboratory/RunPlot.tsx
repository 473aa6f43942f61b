import { useTranslation } from 'react-i18next'

import type { RunFigures } from '@/backend'
import { moment } from '@/lib/format'

import { apart, figure, FOLLOWED, plotLines, type Followed, type Point } from './figures'

const WIDTH = 640
const HEIGHT = 190
const LEFT = 34
const RIGHT = 168
const TOP = 10
const BOTTOM = 24
/** Further runs would stand too close to be told apart. */
const MOST_RUNS = 40

const STROKE: Record<Followed, string> = { 'T@1': 'stroke-part-dense', 'R@5': 'stroke-part-lexical', 'MRR@10': 'stroke-part-keyword' }
const FILL: Record<Followed, string> = { 'T@1': 'fill-part-dense', 'R@5': 'fill-part-lexical', 'MRR@10': 'fill-part-keyword' }
const DASH: Record<Followed, string | undefined> = { 'T@1': undefined, 'R@5': '6 3', 'MRR@10': '2 3' }

/** Circle, square or triangle: the figures are told apart without colour, too. */
function Marker({ name, at, size = 3.5 }: { name: Followed; at: { x: number; y: number }; size?: number }) {
  if (name === 'T@1') return <circle cx={at.x} cy={at.y} r={size} className={FILL[name]} />
  if (name === 'R@5') return <rect x={at.x - size} y={at.y - size} width={2 * size} height={2 * size} className={FILL[name]} />
  return <path d={`M${at.x} ${at.y - size - 1}l${size + 1} ${2 * size}h${-2 * size - 2}z`} className={FILL[name]} />
}

const path = (points: Point[]) => points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
const whole = (value: number) => `${Math.round(100 * value)} %`

function Table({ runs }: { runs: RunFigures[] }) {
  const { t, i18n } = useTranslation()
  return (
    <table className="mt-2 w-full text-left tabular">
      <caption className="sr-only">{t('laboratory.overTime')}</caption>
      <thead className="text-sm text-ink-3">
        <tr>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('laboratory.when')}
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-normal">
            {t('laboratory.questions')}
          </th>
          {FOLLOWED.map((name) => (
            <th key={name} scope="col" className="py-1 pr-3 text-right font-normal">
              {t(`laboratory.short.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...runs].reverse().map((run) => (
          <tr key={run.time_ms} className="border-t border-line">
            <td className="py-1 pr-3">{moment(run.time_ms, Date.now(), i18n.language)}</td>
            <td className="py-1 pr-3 text-right">{run.questions}</td>
            {FOLLOWED.map((name) => {
              const value = figure(run.figures, name)
              return (
                <td key={name} className="py-1 pr-3 text-right">
                  {value === null ? '–' : whole(value)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The followed figures of all runs as lines, and the same as a table. */
export function RunPlot({ runs: all }: { runs: RunFigures[] }) {
  const { t, i18n } = useTranslation()
  const runs = all.slice(-MOST_RUNS)
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return null
  const height = HEIGHT - TOP - BOTTOM
  const lines = plotLines(runs, WIDTH - LEFT - RIGHT, height).filter((line) => line.points.length > 0)
  const ends = lines.map((line) => line.points.at(-1)).filter((point) => point !== undefined)
  const labels = apart(ends.map((point) => point.y), 14, height)
  const summary = lines.map(({ name, points }, index) => t('laboratory.plotOf', { name: t(`laboratory.short.${name}`), from: whole(points[0]?.value ?? 0), to: whole(ends[index]?.value ?? 0) })).join(' ')
  const when = (run: RunFigures) => moment(run.time_ms, Date.now(), i18n.language)
  return (
    <section aria-label={t('laboratory.overTime')}>
      <h2 className="font-semibold">{t('laboratory.overTime')}</h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${t('laboratory.plot', { count: runs.length })} ${summary}`} className="mt-2 w-full max-w-[720px] text-[11px]">
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={TOP + height * (1 - value)} y2={TOP + height * (1 - value)} className="stroke-line" />
            <text x={LEFT - 8} y={TOP + height * (1 - value) + 4} textAnchor="end" className="fill-ink-3">
              {100 * value}
            </text>
          </g>
        ))}
        <g transform={`translate(${LEFT} ${TOP})`}>
          {lines.map(({ name, points }, index) => (
            <g key={name}>
              <path d={path(points)} fill="none" strokeWidth={1.75} strokeDasharray={DASH[name]} className={STROKE[name]} />
              {points.map((point) => (
                <Marker key={point.run.time_ms} name={name} at={point} />
              ))}
              <Marker name={name} at={{ x: WIDTH - LEFT - RIGHT + 16, y: labels[index] ?? 0 }} />
              <text x={WIDTH - LEFT - RIGHT + 25} y={(labels[index] ?? 0) + 4} className="fill-ink">
                {t(`laboratory.short.${name}`)} {whole(ends[index]?.value ?? 0)}
              </text>
            </g>
          ))}
        </g>
        <text x={LEFT} y={HEIGHT - 6} className="fill-ink-3">
          {runs.length > 1 ? when(first) : ''}
        </text>
        <text x={runs.length > 1 ? WIDTH - RIGHT : LEFT + (WIDTH - LEFT - RIGHT) / 2} y={HEIGHT - 6} textAnchor={runs.length > 1 ? 'end' : 'middle'} className="fill-ink-3">
          {when(last)}
        </text>
      </svg>
      <details>
        <summary className="w-fit rounded text-sm text-ink-2 hover:text-ink">{t('laboratory.asTable')}</summary>
        <Table runs={all} />
      </details>
    </section>
  )
}
