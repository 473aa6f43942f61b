import { useTranslation } from 'react-i18next'

import { citedSources, furtherSources, placeOfSource } from '@/features/chat/turn'
import { useTurns } from '@/features/chat/useTurns'
import { useUi } from '@/lib/ui'

import { SourceCard } from './SourceCard'

function Heading({ text }: { text: string }) {
  return <h3 className="bg-side px-4 py-1.5 text-sm font-medium text-ink-2">{text}</h3>
}

/** The sources of one answer: what it cites, then what else was found. */
export function EvidencePanel({ conversation }: { conversation: number | null }) {
  const { t } = useTranslation()
  const { turns } = useTurns(conversation)
  const wanted = useUi((ui) => ui.turn)
  const shown = useUi((ui) => ui.reader?.source)
  const turn = turns.find((candidate) => candidate.key === wanted) ?? turns.at(-1)
  if (!turn) return <p className="p-6 text-center text-ink-3">{t('source.none')}</p>
  const cited = citedSources(turn)
  const further = furtherSources(turn)
  const all = [...cited, ...further]
  const current = shown?.turn === turn.key ? all[placeOfSource(all, shown)] : undefined
  // An answer that was not found cites nothing: what it lists is only near.
  const near = turn.phase === 'done' && !turn.found
  return (
    <div className="h-full overflow-y-auto">
      {cited.length === 0 && further.length === 0 && <p className="p-6 text-center text-ink-3">{t('source.none')}</p>}
      {near && all.length > 0 && <Heading text={t('source.nearest')} />}
      <ol aria-label={t(near ? 'source.nearest' : 'source.cited')}>
        {cited.map((source) => (
          <SourceCard key={`${source.number}-${source.segment}`} turn={turn.key} source={source} cited current={source === current} />
        ))}
      </ol>
      {further.length > 0 && (
        <>
          {!near && <Heading text={t(cited.length > 0 ? 'source.further' : 'source.nearest')} />}
          <ol aria-label={t('source.further')}>
            {further.map((source) => (
              <SourceCard key={source.segment} turn={turn.key} source={source} cited={false} current={source === current} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
