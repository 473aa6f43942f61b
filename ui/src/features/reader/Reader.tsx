import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type DocumentDetail, type PageSize } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'
import { useTurns } from '@/features/chat/useTurns'
import { useRead } from '@/lib/queries'
import { useUi, type ReaderTarget } from '@/lib/ui'

import { FindBar } from './FindBar'
import { displayedBox } from './geometry'
import { sectionAt } from './outline'
import { OutlineTree } from './OutlineTree'
import { PageStrip } from './PageStrip'
import { ReaderToolbar, type Side } from './ReaderToolbar'
import { SelectionMenu } from './SelectionMenu'
import { SourceStrip } from './SourceStrip'
import { Thumbnails } from './Thumbnails'
import { useFind, type Finding } from './useFind'
import { useReading } from './useReading'

/** Narrower than this the outline and thumbnails lie over the pages instead of beside it. */
const BESIDE = 640

/** Ctrl/Cmd-F looks in the open document, wherever in the window one is. */
function useFindKey(open: () => void) {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Brings the hit that is shown into sight, also when it is asked for again. */
function useShownHit(find: Finding, pages: PageSize[], jump: (page: number, top?: number | null) => void) {
  const match = find.matches[find.at]
  const latest = useRef(jump)
  useEffect(() => {
    latest.current = jump
  })
  useEffect(() => {
    const size = match && pages[match.page - 1]
    const rect = match?.rects[0]
    if (match && size) latest.current(match.page, rect ? displayedBox(rect, size).top : null)
  }, [match, pages])
}

function Document({ detail, target, question }: { detail: DocumentDetail; target: ReaderTarget; question: string | undefined }) {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const setSaving = useUi((ui) => ui.setSaving)
  const showDetails = useUi((ui) => ui.showDetails)
  const { outline, pages, row } = detail
  const reading = useReading(pages, target)
  const { page, depth, jump, stepZoom, setZoom, setElement, element } = reading
  const [side, setSide] = useState<Side>(null)
  const [finding, setFinding] = useState(false)
  const find = useFind(row.id, page)
  const frame = useRef<HTMLDivElement>(null)
  const current = useMemo(() => sectionAt(outline, pages, page, depth), [outline, pages, page, depth])
  const narrow = (element?.parentElement?.clientWidth ?? BESIDE) < BESIDE
  useShownHit(find, pages, jump)
  useFindKey(() => setFinding(true))

  const closeFind = () => {
    setFinding(false)
    find.setQuery('')
    element?.focus()
  }
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
      '9': () => setZoom('page'),
      '/': () => setFinding(true),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const openNode = (to: number, top: number | null) => {
    jump(to, top)
    if (narrow) setSide(null)
  }
  return (
    <>
      <ReaderToolbar
        pages={pages}
        reading={reading}
        side={side}
        finding={finding}
        onSide={setSide}
        onFind={() => (finding ? closeFind() : setFinding(true))}
        onDetails={() => showDetails(row.id, 'outline')}
        onSave={() => setSaving({ question: question ?? '', places: [{ document: row.id, page }] })}
        onExternal={() => void backend().openExternal(row.path).catch((error: unknown) => notify(toWireError(error)))}
      />
      {finding && <FindBar find={find} onClose={closeFind} />}
      <div ref={frame} className="relative flex min-h-0 flex-1">
        {side !== null && (
          <nav
            aria-label={t(side === 'outline' ? 'outline.title' : 'reader.thumbnails')}
            className={`overflow-y-auto border-r border-line bg-bg ${narrow ? 'absolute inset-y-0 left-0 z-20 shadow-pop' : 'shrink-0'} ${side === 'pages' ? 'w-[152px]' : narrow ? 'w-[min(300px,85%)]' : 'w-[250px]'}`}
          >
            {side === 'pages' && <Thumbnails document={row.id} pages={pages} current={page} onJump={(to) => jump(to)} />}
            {side === 'outline' && (
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
            )}
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
          <PageStrip document={row.id} pages={pages} locators={target.locators} visit={target.visit} find={find} reading={reading} />
        </div>
        <SelectionMenu element={element} document={row.id} frame={frame} />
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
  const { turns } = useTurns(conversation)
  const question = turns.find((turn) => turn.key === target.source?.turn)?.question
  return (
    <section aria-label={t('reader.region', { title: data?.row.title ?? '' })} className="flex h-full min-h-0 flex-col">
      {target.source && <SourceStrip source={target.source} page={target.page} conversation={conversation} />}
      {error && <ErrorNote error={error} className="m-4" onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.pages.length === 0 && <p className="p-6 text-center text-ink-3">{t('reader.noPages')}</p>}
      {data && data.pages.length > 0 && <Document key={data.row.id} detail={data} target={target} question={question} />}
    </section>
  )
}
