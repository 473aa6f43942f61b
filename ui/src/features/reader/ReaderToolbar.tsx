import { ChevronDown, ChevronUp, Ellipsis, LayoutGrid, ListTree, MoveHorizontal, RectangleVertical, Search, ZoomIn, ZoomOut } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { PageSize } from '@/backend'
import { IconButton } from '@/components/IconButton'
import { Menu } from '@/components/Menu'

import { PIXELS_PER_POINT } from './geometry'
import { pageByName } from './pageName'
import type { useReading } from './useReading'

/** What stands beside the pages. */
export type Side = 'outline' | 'pages' | null

interface Props {
  pages: PageSize[]
  reading: ReturnType<typeof useReading>
  side: Side
  finding: boolean
  onSide(side: Side): void
  onFind(): void
  onExternal(): void
  onSave(): void
  onDetails(): void
}

/** Number or printed label of the page being read; type either to go there. */
function PageInput({ pages, page, jump }: { pages: PageSize[]; page: number; jump(page: number): void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const label = pages[page - 1]?.label
  const commit = () => {
    const wanted = typed === null ? null : pageByName(pages, typed)
    if (wanted !== null) jump(wanted)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <span className="flex min-w-0 items-center gap-1 text-sm whitespace-nowrap text-ink-2 tabular">
      <input
        value={typed ?? String(page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
        aria-label={t('reader.pageInput')}
        className="h-6 w-11 shrink-0 rounded-md border border-line-strong bg-raised text-center text-ink"
      />
      <span title={label && label !== String(page) ? t('reader.label', { label }) : undefined} className="truncate">
        / {pages.length}
        {label && label !== String(page) && <span className="text-ink-3"> · {t('reader.label', { label })}</span>}
      </span>
    </span>
  )
}

export function ReaderToolbar({ pages, reading, side, finding, onSide, onFind, onExternal, onSave, onDetails }: Props) {
  const { t } = useTranslation()
  const { page, zoom, scale, jump, setZoom, stepZoom } = reading
  return (
    <div role="toolbar" aria-label={t('reader.toolbar')} className="@container flex h-10 shrink-0 items-center gap-0.5 overflow-hidden border-b border-line px-2">
      <IconButton icon={ListTree} label={t('outline.toggle')} pressed={side === 'outline'} onClick={() => onSide(side === 'outline' ? null : 'outline')} />
      <IconButton icon={LayoutGrid} label={t('reader.thumbnails')} pressed={side === 'pages'} onClick={() => onSide(side === 'pages' ? null : 'pages')} />
      <IconButton icon={Search} label={t('find.open')} pressed={finding} onClick={onFind} />
      <span className="mx-1 h-4 w-px shrink-0 bg-line" />
      <IconButton icon={ChevronUp} label={t('reader.previous')} disabled={page <= 1} onClick={() => jump(page - 1)} />
      <IconButton icon={ChevronDown} label={t('reader.next')} disabled={page >= pages.length} onClick={() => jump(page + 1)} />
      <PageInput pages={pages} page={page} jump={jump} />
      <span className="min-w-1 flex-1" />
      <IconButton icon={ZoomOut} label={t('reader.zoomOut')} onClick={() => stepZoom(-1)} />
      <span aria-live="polite" className="hidden w-10 shrink-0 text-center text-sm text-ink-2 tabular @md:block">
        {Math.round((scale / PIXELS_PER_POINT) * 100)} %
      </span>
      <IconButton icon={ZoomIn} label={t('reader.zoomIn')} onClick={() => stepZoom(1)} />
      <IconButton icon={MoveHorizontal} label={t('reader.fit')} pressed={zoom === 'fit'} onClick={() => setZoom('fit')} />
      <span className="hidden @lg:inline">
        <IconButton icon={RectangleVertical} label={t('reader.fitPage')} pressed={zoom === 'page'} onClick={() => setZoom('page')} />
      </span>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t('reader.more')} />}
        items={[
          { label: t('library.details'), onSelect: () => setTimeout(onDetails) },
          { label: t('reader.external'), onSelect: onExternal },
          { label: t('laboratory.savePage'), onSelect: () => setTimeout(onSave) },
        ]}
      />
    </div>
  )
}
