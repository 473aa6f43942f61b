import { HoverCard } from 'radix-ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Trail } from '@/components/Trail'
import { sectionTrail } from '@/lib/format'
import { firstPage, printedLabel } from '@/lib/pages'
import { useUi } from '@/lib/ui'

import type { Source } from './turn'

export function useOpenSource(turn: string) {
  const openReader = useUi((ui) => ui.openReader)
  return (source: Source) =>
    openReader({
      document: source.document,
      page: firstPage(source.locators),
      locators: source.locators,
      source: { turn, number: source.number, segment: source.segment, path: [source.title, ...sectionTrail(source.path, source.title)] },
    })
}

/** `p. 60`, with the printed label where the page carries another. */
export function usePageName() {
  const { t } = useTranslation()
  return (locators: Source['locators']) => {
    const label = printedLabel(locators)
    return label === null ? t('page.short', { page: firstPage(locators) }) : t('page.shortLabel', { page: firstPage(locators), label })
  }
}

/** The number after a statement; shows where it comes from, opens the page there. */
export function CitationChip({ turn, number, source }: { turn: string; number: number; source: Source | undefined }) {
  const { t } = useTranslation()
  const pageName = usePageName()
  const open = useOpenSource(turn)
  const [hovered, setHovered] = useState(false)
  // Once clicked, the card stays away until the pointer comes back.
  const clicked = useRef(false)
  const shown = useUi((ui) => ui.panel.open && ui.panel.tab === 'reader' && ui.reader?.source?.turn === turn && ui.reader.source.segment === source?.segment && ui.reader.source.number === number)
  if (!source) return null
  const trail = [source.title, ...sectionTrail(source.path, source.title)]
  return (
    <HoverCard.Root open={hovered} onOpenChange={(wanted) => setHovered(wanted && !clicked.current)} openDelay={250} closeDelay={80}>
      <HoverCard.Trigger asChild>
        <button
          type="button"
          onClick={() => {
            clicked.current = true
            setHovered(false)
            open(source)
          }}
          onPointerEnter={() => (clicked.current = false)}
          aria-label={t('source.name', { number, trail: trail.join(' › '), page: pageName(source.locators) })}
          aria-current={shown || undefined}
          className="mx-[2px] inline-flex h-[17px] min-w-[17px] -translate-y-px items-center justify-center rounded-[5px] bg-accent-soft px-1 align-baseline text-[11px] leading-none font-semibold text-accent tabular hover:bg-accent hover:text-accent-ink aria-current:bg-mark aria-current:text-[#2a1f05]"
        >
          {number}
        </button>
      </HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content side="top" sideOffset={6} collisionPadding={10} className="rise z-50 w-[340px] rounded-lg border border-line bg-raised p-3 shadow-pop">
          <p className="text-base font-medium break-words">{source.title}</p>
          <p className="mt-0.5 text-sm text-ink-2">
            <Trail wrap parts={[...trail.slice(1), pageName(source.locators)]} />
          </p>
          <p className="mt-2 line-clamp-4 border-l-2 border-mark pl-2 font-serif text-base text-ink-2">{source.quote ?? source.text}</p>
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  )
}
