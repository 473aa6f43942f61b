import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, type LibraryFigure } from '@/backend'
import { Trail } from '@/components/Trail'
import { sectionTrail } from '@/lib/format'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { cropDpi, figureSegments, type FigureSource } from './figures'
import type { TurnView } from './turn'
import { usePageName } from './CitationChip'

/** Pixels of the page that a card is wide. */
const CARD = 236

function Card({ turn, source, found }: { turn: string; source: FigureSource; found: LibraryFigure }) {
  const { t } = useTranslation()
  const openReader = useUi((ui) => ui.openReader)
  const pageName = usePageName()
  const [broken, setBroken] = useState(false)
  const { figure } = found
  const locators = [{ page: figure.page - 1, label: figure.page_label, rects: [figure.rect], char_start: 0, char_end: 0 }]
  const trail = [found.title, ...sectionTrail(figure.section_path, found.title)]
  const name = figure.caption ?? t('figure.untitled')
  const open = () => openReader({ document: found.document, page: figure.page, locators, source: { turn, number: source.number, segment: found.segment, path: trail } })
  return (
    <li className="w-[236px] shrink-0">
      <button
        type="button"
        onClick={open}
        className="group flex h-full w-full flex-col overflow-hidden rounded-lg border border-line bg-raised text-left hover:border-line-strong"
      >
        <span className="sr-only">{t('figure.open')} </span>
        <span className="flex h-[148px] w-full items-center justify-center border-b border-line bg-[#ffffff] p-1.5">
          {broken ? (
            <span className="text-sm text-[#6b4a46]">{t('figure.broken')}</span>
          ) : (
            <img src={backend().figureImageUrl(found.segment, cropDpi(figure.rect, CARD, window.devicePixelRatio))} alt="" onError={() => setBroken(true)} draggable={false} className="max-h-full max-w-full object-contain" />
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-1 px-2.5 py-2">
          <span className="line-clamp-2 text-base font-medium break-words group-hover:text-accent">
            {source.number !== null && <span className="mr-1.5 inline-flex h-[17px] min-w-[17px] items-center justify-center rounded-[5px] bg-accent-soft px-1 text-[11px] leading-none font-semibold text-accent tabular">{source.number}</span>}
            {name}
          </span>
          <span className="mt-auto flex items-baseline gap-2 text-sm text-ink-3">
            <Trail parts={trail} className="min-w-0 flex-1" />
            <span className="shrink-0 text-ink-2 tabular">{pageName(locators)}</span>
          </span>
        </span>
      </button>
    </li>
  )
}

/** The figures that an answer cites, and those found among its best passages; a click opens the page there. */
export function FigureCards({ turn }: { turn: TurnView }) {
  const { t } = useTranslation()
  const sources = figureSegments(turn)
  const { data } = useRead('figures_among', { segments: sources.map((source) => source.segment) }, { enabled: sources.length > 0 })
  const cards = sources.flatMap((source) => {
    const found = data?.find((figure) => figure.segment === source.segment)
    return found ? [{ source, found }] : []
  })
  if (cards.length === 0) return null
  return (
    <section aria-label={t('figure.region')}>
      <ul className="flex gap-3 overflow-x-auto pb-1">
        {cards.map(({ source, found }) => (
          <Card key={found.segment} turn={turn.key} source={source} found={found} />
        ))}
      </ul>
    </section>
  )
}
