import { useTranslation } from 'react-i18next'

import type { Hit } from '@/backend'

function Part({ name, value, raw }: { name: string; value: number | null; raw?: number | null }) {
  return (
    <div className="grid grid-cols-[88px_1fr_84px] items-center gap-2">
      <dt className="truncate text-ink-2">{name}</dt>
      <dd className="h-[5px] overflow-hidden rounded-full bg-well">
        <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(1, Math.max(0, value ?? 0)) * 100}%` }} />
      </dd>
      <dd className="text-right text-ink-2 tabular">
        {value === null ? '–' : value.toFixed(2)}
        {raw !== null && raw !== undefined && <span className="text-ink-3"> ({raw.toFixed(2)})</span>}
      </dd>
    </div>
  )
}

/** Why a passage stands where it stands: the parts of its score and what matched. */
export function ScoreDetails({ hit }: { hit: Hit }) {
  const { t } = useTranslation()
  const { scores, explanation } = hit
  return (
    <details className="group mt-2 text-sm">
      <summary className="inline-flex cursor-default list-none items-center gap-1 rounded text-ink-3 hover:text-ink">
        <span aria-hidden className="inline-block transition-transform group-open:rotate-90">
          ›
        </span>
        {t('score.title', { rank: hit.rank, score: hit.score.toFixed(2) })}
      </summary>
      <dl className="mt-1.5 space-y-1">
        <Part name={t('score.dense')} value={scores.dense} raw={explanation.raw_dense} />
        <Part name={t('score.lexical')} value={scores.lexical} raw={explanation.raw_lexical} />
        <Part name={t('score.keyword')} value={scores.keyword} />
        {scores.rerank !== null && <Part name={t('score.rerank')} value={scores.rerank} />}
      </dl>
      <ul className="mt-1.5 space-y-0.5 text-ink-2">
        <li className="tabular">{t('score.weights', { alpha: explanation.alpha.toFixed(2), beta: explanation.beta.toFixed(2) })}</li>
        {explanation.keywords.length > 0 && <li>{t('score.terms', { terms: explanation.keywords.join(', ') })}</li>}
        {explanation.facts.length > 0 && <li>{t('score.facts', { facts: explanation.facts.join(', ') })}</li>}
        {explanation.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  )
}
