import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import type { MeantDocument, QueryAnalysis, SearchResponse } from '@/backend'
import { DocumentTitle } from '@/components/DocumentTitle'
import { duration, integer, percent } from '@/lib/format'
import { useRead } from '@/lib/queries'

import { PART_COLOUR } from './ScoreBar'
import { reasonOf, routesOf, shareOfMeaning } from './story'

/** Each once, whatever its case. */
function distinct(items: string[]): string[] {
  return items.filter((item, at) => items.findIndex((other) => other.toLowerCase() === item.toLowerCase()) === at)
}

export function Chips({ items }: { items: string[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {distinct(items).map((item) => (
        <span key={item} className="max-w-full rounded bg-well px-1.5 break-words text-ink">
          {item}
        </span>
      ))}
    </span>
  )
}

export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** `lookup`, or a numbered place such as `figure 5`, in words. */
function intentWords(t: TFunction, intent: string): string {
  if (intent === 'lookup' || intent === 'overview' || intent === 'summary' || intent === 'count') return t(`inspect.intent.${intent}`)
  const [kind = '', ...number] = intent.split(' ')
  if (kind === 'figure' || kind === 'table' || kind === 'section' || kind === 'page') return t(`inspect.place.${kind}`, { number: number.join(' ') })
  return intent
}

export function placeWords(t: TFunction, place: string): string {
  return intentWords(t, place)
}

/** Documents that the question speaks for, each with what speaks for it. */
function Meant({ documents, searched }: { documents: MeantDocument[]; searched: number }) {
  const { t, i18n } = useTranslation()
  const rows = useRead('documents_list', null).data
  const titles = new Map((rows ?? []).map((row) => [row.id, row.title]))
  const shown = documents.slice(0, 5)
  const most = Math.max(0.01, ...documents.map((one) => one.matched))
  if (shown.length === 0) return <p className="text-ink-2">{t('inspect.noneMeant', { count: searched, number: integer(searched, i18n.language) })}</p>
  return (
    <ol className="space-y-1.5">
      {shown.map((one) => (
        <li key={one.document}>
          <p>
            <DocumentTitle title={titles.get(one.document) ?? t('inspect.gone')} />
          </p>
          <span aria-hidden className="my-0.5 block h-[4px] overflow-hidden rounded-full bg-well">
            <span className={`block h-full rounded-full ${PART_COLOUR.keyword}`} style={{ width: `${(100 * one.matched) / most}%` }} />
          </span>
          <p className="text-sm break-words text-ink-3">{[...one.terms, ...one.facts].join(' · ')}</p>
        </li>
      ))}
      {documents.length > shown.length && <li className="text-sm text-ink-3">{t('scope.more', { count: documents.length - shown.length })}</li>}
    </ol>
  )
}

function Reason({ text }: { text: string }) {
  const { t } = useTranslation()
  const reason = reasonOf(text)
  switch (reason.kind) {
    case 'other':
      return reason.text
    case 'identifiers':
      return t('inspect.reason.identifiers', { terms: reason.terms })
    case 'rivals':
      return t('inspect.reason.rivals', { meant: reason.meant, rivals: reason.rivals })
    default:
      return t(`inspect.reason.${reason.kind}`)
  }
}

/** How the routes weigh against each other, and why. */
function Weights({ response, expert }: { response: SearchResponse; expert: boolean }) {
  const { t } = useTranslation()
  // The settings may hold a weight fixed; what was used stands in the hits.
  const used = response.hits[0]?.explanation ?? response.analysis
  const routes = response.hits.length > 0 ? routesOf(response.hits) : { dense: true, lexical: true }
  const meaning = Math.round(100 * shareOfMeaning(used.alpha, routes))
  const fixed = Math.abs(used.alpha - response.analysis.alpha) > 1e-3 || Math.abs(used.beta - response.analysis.beta) > 1e-3
  return (
    <div className="space-y-1">
      <span aria-hidden className="flex h-[6px] gap-px overflow-hidden rounded-full">
        <span className={PART_COLOUR.dense} style={{ width: `${meaning}%` }} />
        <span className={`flex-1 ${PART_COLOUR.lexical}`} />
      </span>
      <p>{t('inspect.balance', { meaning, words: 100 - meaning })}</p>
      {used.beta > 0 && <p>{t('inspect.bonus', { percent: Math.round(100 * used.beta) })}</p>}
      <ul className="text-sm text-ink-3">
        {!routes.dense && <li>{t('inspect.wordsOnly')}</li>}
        {fixed && <li>{t('inspect.fixed')}</li>}
        {!fixed &&
          response.analysis.reasons.map((reason) => (
            <li key={reason}>
              <Reason text={reason} />
            </li>
          ))}
      </ul>
      {expert && <p className="text-sm text-ink-2 tabular">{t('score.weights', { alpha: used.alpha.toFixed(2), beta: used.beta.toFixed(2) })}</p>}
    </div>
  )
}

const LISTS = ['names', 'periods', 'forms', 'statements', 'identifiers', 'expansions'] as const satisfies (keyof QueryAnalysis)[]

/** How the question was understood before any index was asked. */
export function Understanding({ response, expert }: { response: SearchResponse; expert: boolean }) {
  const { t, i18n } = useTranslation()
  const { analysis, timings } = response
  return (
    <section aria-label={t('inspect.understood')} className="px-4 py-3">
      <h3 className="mb-2 font-semibold">{t('inspect.understood')}</h3>
      <dl className="selectable space-y-2">
        <Line label={t('inspect.wanted')}>{intentWords(t, analysis.intent)}</Line>
        {LISTS.filter((name) => analysis[name].length > 0).map((name) => (
          <Line key={name} label={t(`inspect.found.${name}`)}>
            <Chips items={analysis[name]} />
          </Line>
        ))}
        <Line label={t('inspect.meant')}>
          <Meant documents={analysis.documents} searched={response.documents} />
        </Line>
        <Line label={t('inspect.weights')}>
          <Weights response={response} expert={expert} />
        </Line>
        {expert && (
          <>
            <Line label={t('inspect.embedded')}>
              <span className="font-mono text-sm break-words">{analysis.dense}</span>
            </Line>
            <Line label={t('inspect.lookedUp')}>
              <span className="font-mono text-sm break-words">{analysis.lexical}</span>
            </Line>
            <Line label={t('inspect.times')}>
              <span className="text-sm tabular">{t('inspect.timesValue', { embed: duration(timings.embed), dense: duration(timings.dense), lexical: duration(timings.lexical), total: duration(timings.total) })}</span>
            </Line>
            <Line label={t('inspect.searched')}>
              <span className="text-sm tabular">
                {t('amount.documents', { count: response.documents, number: integer(response.documents, i18n.language) })} · {t('state.vectors', { percent: percent(response.vectors, 1) })}
              </span>
            </Line>
          </>
        )}
      </dl>
    </section>
  )
}
