import { useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type DocumentDetail } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'
import { useRead } from '@/lib/queries'
import { useUi, type ReaderTarget } from '@/lib/ui'

import { displayedBox } from './geometry'
import { sectionAt } from './outline'
import { OutlineTree } from './OutlineTree'
import { PageStrip } from './PageStrip'
import { ReaderToolbar } from './ReaderToolbar'
import { SourceStrip } from './SourceStrip'
import { useReading } from './useReading'

/** Narrower than this the outline lies over the page instead of beside it. */
const BESIDE = 640

function Document({ detail, target }: { detail: DocumentDetail; target: ReaderTarget }) {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const { outline, pages, row } = detail
  const reading = useReading(pages, target)
  const { page, depth, jump, stepZoom, setZoom, setElement, element } = reading
  const [outlineOpen, setOutlineOpen] = useState(false)
  const current = useMemo(() => sectionAt(outline, pages, page, depth), [outline, pages, page, depth])
  const narrow = (element?.parentElement?.clientWidth ?? BESIDE) < BESIDE

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowLeft: () => jump(page - 1),
      ArrowRight: () => jump(page + 1),
      j: () => jump(page + 1),
      k: () => jump(page - 1),
      '+': () => stepZoom(1),
      '=': () => stepZoom(1),
      '-': () => stepZoom(-1),
      '0': () => setZoom('fit'),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const openNode = (to: number, top: number | null) => {
    jump(to, top)
    if (narrow) setOutlineOpen(false)
  }
  return (
    <>
      <ReaderToolbar
        pages={pages}
        reading={reading}
        outlineOpen={outlineOpen}
        onOutline={() => setOutlineOpen(!outlineOpen)}
        onExternal={() => void backend().openExternal(row.path).catch((error: unknown) => notify(toWireError(error)))}
      />
      <div className="relative flex min-h-0 flex-1">
        {outlineOpen && (
          <nav
            aria-label={t('outline.title')}
            className={`overflow-y-auto border-r border-line bg-bg ${narrow ? 'absolute inset-y-0 left-0 z-20 w-[min(300px,85%)] shadow-pop' : 'w-[250px] shrink-0'}`}
          >
            <OutlineTree
              key={row.id}
              outline={outline}
              current={current}
              onJump={(node) => {
                const size = pages[node.page - 1]
                const rect = node.rects[0]
                openNode(node.page, size && rect ? displayedBox(rect, size).top : null)
              }}
            />
          </nav>
        )}
        {/* A scrolling region must be reachable by keyboard; its keys turn pages. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={setElement}
          role="region"
          aria-label={t('reader.pages', { title: row.title })}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 overflow-auto bg-well focus-visible:-outline-offset-2"
        >
          <PageStrip document={row.id} pages={pages} locators={target.locators} visit={target.visit} reading={reading} />
        </div>
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center gap-3 bg-well p-5" aria-hidden>
      <div className="aspect-[17/22] w-full max-w-2xl bg-raised opacity-60" />
    </div>
  )
}

/** Reads one document, at the place that was asked for. */
export function Reader({ target, conversation }: { target: ReaderTarget; conversation: number | null }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead('document_detail', { id: target.document })
  return (
    <section aria-label={t('reader.region', { title: data?.row.title ?? '' })} className="flex h-full min-h-0 flex-col">
      {target.source && <SourceStrip source={target.source} page={target.page} conversation={conversation} />}
      {error && <ErrorNote error={error} className="m-4" onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.pages.length === 0 && <p className="p-6 text-center text-ink-3">{t('reader.noPages')}</p>}
      {data && data.pages.length > 0 && <Document key={data.row.id} detail={data} target={target} />}
    </section>
  )
}
