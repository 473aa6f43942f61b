import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

import type { Hit } from '@/backend'
import { Button } from '@/components/Button'
import { DocumentTitle } from '@/components/DocumentTitle'
import { usePageName } from '@/features/chat/CitationChip'
import { sectionTrail } from '@/lib/format'
import { hitPlaces } from '@/lib/pages'

import { Reasons } from './Reasons'
import { ScoreBar } from './ScoreBar'
import { partsOf, strengthOf, type Routes } from './story'

export interface Fate {
  /** Numbers that the answer cites it under. */
  cited: number[]
  /** It was given to the answer. */
  given: boolean
  /** So many were. */
  most: number
}

/** `strong in meaning · fair in words · key terms`. */
export function gist(t: TFunction, hit: Hit): string {
  const { dense, lexical } = hit.scores
  const words = [dense === null ? null : t(`inspect.gist.${strengthOf(dense)}`, { route: t('score.dense') }), lexical === null ? null : t(`inspect.gist.${strengthOf(lexical)}`, { route: t('score.lexical') })]
  const matched = [...new Set([...hit.explanation.keywords, ...hit.explanation.facts])]
  return [...words, matched.length > 0 ? matched.slice(0, 3).join(', ') : null].filter((part) => part !== null).join(' · ')
}

function Badge({ fate }: { fate: Fate }) {
  const { t } = useTranslation()
  const look = fate.cited.length > 0 ? 'bg-accent-soft text-accent' : fate.given ? 'bg-well text-ink-2' : 'text-ink-3'
  const words = fate.cited.length > 0 ? t('inspect.cited', { numbers: fate.cited.join(', ') }) : t(fate.given ? 'inspect.given' : 'inspect.notGiven')
  return <span className={`shrink-0 rounded-[5px] px-1.5 text-xs leading-[18px] font-medium tabular ${look}`}>{words}</span>
}

interface Props {
  hit: Hit
  fate: Fate
  routes: Routes
  most: number
  expert: boolean
  open: boolean
  /** Unfolded from elsewhere, and to be brought into sight. */
  wanted: boolean
  onToggle(): void
  onRead(): void
}

/** One passage: what speaks for it at a glance, and unfolded why it stands where it stands. */
export function HitStory({ hit, fate, routes, most, expert, open, wanted, onToggle, onRead }: Props) {
  const { t } = useTranslation()
  const pageName = usePageName()
  const body = useId()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (wanted) line.current?.scrollIntoView({ block: 'start' })
  }, [wanted])
  const parts = partsOf(hit, routes)
  const trail = sectionTrail(hit.section_path, hit.title).join(' › ')
  return (
    <li ref={line} className={`border-b border-line ${fate.given ? '' : 'bg-side'}`}>
      <button type="button" aria-expanded={open} aria-controls={body} onClick={onToggle} className="block w-full px-4 py-2.5 text-left focus-visible:-outline-offset-2">
        <span className="flex items-center gap-2">
          <span className="w-5 shrink-0 text-right text-ink-3 tabular">{hit.rank}</span>
          <span className="min-w-0 flex-1 font-medium">
            <DocumentTitle title={hit.title} />
          </span>
          <Badge fate={fate} />
          <ChevronRight size={14} aria-hidden className={`shrink-0 text-ink-3 transition-transform ${open ? 'rotate-90' : ''}`} />
        </span>
        <span className="mt-0.5 ml-7 flex gap-2 text-sm text-ink-2">
          <span className="min-w-0 flex-1 truncate">{trail}</span>
          <span className="shrink-0 tabular">{pageName(hitPlaces(hit))}</span>
        </span>
        <span className="mt-1.5 ml-7 flex items-center gap-2">
          <ScoreBar parts={parts} most={most} label={parts.map((part) => `${t(`score.${part.name}`)} ${Math.round(part.share * 100)}`).join(', ')} />
          {expert && <span className="w-9 shrink-0 text-right text-sm text-ink-2 tabular">{hit.score.toFixed(2)}</span>}
        </span>
        <span className="mt-1 ml-7 block truncate text-sm text-ink-3">{gist(t, hit)}</span>
      </button>
      <div id={body} hidden={!open} className="selectable px-4 pb-3 pl-11">
        {open && (
          <>
            <Reasons hit={hit} fate={fate} parts={parts} expert={expert} />
            <Button className="mt-2.5" onClick={onRead}>
              {t('inspect.read')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
