import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '@/components/IconButton'
import { Trail } from '@/components/Trail'
import { useOpenSource, usePageName } from '@/features/chat/CitationChip'
import { citedSources, furtherSources, placeOfSource } from '@/features/chat/turn'
import { useTurns } from '@/features/chat/useTurns'
import type { ReaderSource } from '@/lib/ui'

/** Which source of the answer is being read, and the way to its neighbours. */
export function SourceStrip({ source, page, conversation }: { source: ReaderSource; page: number; conversation: number | null }) {
  const { t } = useTranslation()
  const { turns } = useTurns(conversation)
  const open = useOpenSource(source.turn)
  const pageName = usePageName()
  const turn = turns.find((candidate) => candidate.key === source.turn)
  const all = turn ? [...citedSources(turn), ...furtherSources(turn)] : []
  const at = placeOfSource(all, source)
  const shown = all[at]
  const step = (by: number) => {
    const next = all[at + by]
    if (next) open(next)
  }
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line bg-mark-soft px-3 py-1.5">
      <span className="flex h-[18px] min-w-[18px] items-center justify-center rounded-[5px] bg-mark px-1 text-xs leading-none font-semibold text-[#2a1f05] tabular">{source.number ?? '·'}</span>
      <Trail parts={source.path} className="min-w-0 text-sm" />
      <span className="flex-1 shrink-0 text-sm whitespace-nowrap text-ink-2 tabular">{shown ? pageName(shown.locators) : t('page.short', { page })}</span>
      <span className="flex shrink-0">
        <IconButton icon={ChevronLeft} label={t('source.previous')} disabled={at <= 0} onClick={() => step(-1)} />
        <IconButton icon={ChevronRight} label={t('source.next')} disabled={at < 0 || at >= all.length - 1} onClick={() => step(1)} />
      </span>
    </div>
  )
}
