import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ErrorNote } from '@/components/ErrorNote'
import { useOpenSource } from '@/features/chat/CitationChip'
import { sourceOfHit, type TurnView } from '@/features/chat/turn'
import { useTurns } from '@/features/chat/useTurns'
import { useUi } from '@/lib/ui'

import { HitStory } from './HitStory'
import { Swatch } from './ScoreBar'
import { longest, PARTS, partsOf, routesOf } from './story'
import { Understanding } from './Understanding'
import { useInspection, type Inspection } from './useInspection'

function Loading() {
  return (
    <div className="space-y-3 p-4" aria-hidden>
      <div className="skeleton h-4 w-1/2" />
      {[80, 64, 72].map((width) => (
        <div key={width} className="skeleton h-3.5" style={{ width: `${width}%` }} />
      ))}
      <div className="skeleton mt-6 h-4 w-2/5" />
      {[1, 2, 3].map((line) => (
        <div key={line} className="skeleton h-12 w-full" />
      ))}
    </div>
  )
}

/** The passages in their order, each with its story. */
function Passages({ turn, inspection, expert }: { turn: TurnView; inspection: Inspection; expert: boolean }) {
  const { t } = useTranslation()
  const inspected = useUi((ui) => ui.inspected)
  const open = useOpenSource(turn.key)
  const hits = inspection.data?.hits ?? []
  const [unfolded, setUnfolded] = useState<number | null>(inspected ?? hits[0]?.segment ?? null)
  useEffect(() => {
    if (inspected !== null) setUnfolded(inspected)
  }, [inspected])
  const routes = routesOf(hits)
  const most = longest(hits, routes)
  const names = PARTS.filter((name) => hits.some((hit) => partsOf(hit, routes).some((part) => part.name === name)))
  return (
    <section aria-label={t('inspect.passages')}>
      <div className="border-y border-line px-4 py-2.5">
        <h3 className="font-semibold">{t('inspect.passages')}</h3>
        {hits.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-2">
            {names.map((name) => (
              <span key={name} className="flex items-center gap-1.5">
                <Swatch name={name} />
                {t(`score.${name}`)}
              </span>
            ))}
          </p>
        )}
      </div>
      {hits.length === 0 && <p className="p-4 text-ink-2">{t('inspect.nothing')}</p>}
      <ol aria-label={t('inspect.passages')}>
        {hits.map((hit) => {
          const cited = inspection.cited.get(hit.segment) ?? []
          return (
            <HitStory
              key={hit.segment}
              hit={hit}
              fate={{ cited, given: cited.length > 0 || hit.rank <= inspection.given, most: inspection.given }}
              routes={routes}
              most={most}
              expert={expert}
              open={hit.segment === unfolded}
              wanted={hit.segment === inspected}
              onToggle={() => setUnfolded(hit.segment === unfolded ? null : hit.segment)}
              onRead={() => open(sourceOfHit(turn, hit))}
            />
          )
        })}
      </ol>
    </section>
  )
}

function Inspected({ turn }: { turn: TurnView }) {
  const { t } = useTranslation()
  const [expert, setExpert] = useState(false)
  const inspection = useInspection(turn)
  const { data, error, retry, changed, limited } = inspection
  return (
    <div className="h-full overflow-y-auto">
      <div className="flex items-start gap-3 border-b border-line px-4 py-2.5">
        <p className="min-w-0 flex-1 text-sm text-ink-2">
          <span className="line-clamp-2 text-base font-medium text-ink">{turn.query ?? turn.question}</span>
          {turn.query !== null && <span className="block">{t('inspect.rewritten')}</span>}
          {limited && <span className="block">{t('inspect.limited', { count: data?.documents ?? 0 })}</span>}
          {changed && <span className="block text-warn">{t('inspect.changed')}</span>}
        </p>
        <label className="flex shrink-0 items-center gap-1.5 pt-px text-sm text-ink-2">
          <input type="checkbox" checked={expert} onChange={(event) => setExpert(event.target.checked)} className="accent-accent" />
          {t('inspect.numbers')}
        </label>
      </div>
      {error && <ErrorNote error={error} className="m-4" onRetry={retry} />}
      {!data && !error && <Loading />}
      {data && <Understanding response={data} expert={expert} />}
      {data && <Passages key={turn.key} turn={turn} inspection={inspection} expert={expert} />}
    </div>
  )
}

/** How an answer was found: how its question was understood, and why each passage stands where it stands. */
export function InspectorPanel({ conversation }: { conversation: number | null }) {
  const { t } = useTranslation()
  const { turns } = useTurns(conversation)
  const wanted = useUi((ui) => ui.turn)
  const turn = turns.find((candidate) => candidate.key === wanted) ?? turns.at(-1)
  if (!turn) return <p className="p-6 text-center text-ink-3">{t('inspect.none')}</p>
  return <Inspected turn={turn} />
}
