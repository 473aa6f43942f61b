import { FileText, FileX2, Lock, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'

import { backend, type DocumentRow } from '@/backend'
import { useAttempts } from '@/features/reader/attempts'
import { load } from '@/lib/image'

/** How long cards must rest, or at most be waited for while they move, before their pages are asked for, milliseconds. */
const REST = 120
const MOST = 300
/** Device pixels; the reader's thumbnails and coarse pages have the same. */
const WIDTH = 200
/** Of a page that is not known yet. */
const A4 = Math.SQRT1_2

/** Width over height of every first page that was drawn. */
const shapes = new Map<string, number>()

const ICONS: Partial<Record<DocumentRow['state'], LucideIcon>> = { locked: Lock, failed: FileX2 }

let movedAt = -Infinity

/** Cards move: pages that only fly past are not to be asked for. */
export function noteMove(): void {
  movedAt = performance.now()
}

/** Does something once the cards rest. */
function whenAtRest(work: () => void): () => void {
  const last = performance.now() + MOST
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    const now = performance.now()
    const rest = Math.min(movedAt + REST, last) - now
    if (rest > 0) timer = setTimeout(look, rest)
    else work()
  }
  timer = setTimeout(look)
  return () => clearTimeout(timer)
}

type Seen = { url: string; state: 'drawn' | 'broken' }

/** Whether the picture can be shown, and what shape it has. */
function usePicture(row: DocumentRow) {
  const url = row.pages > 0 ? backend().pageImageUrl(row.id, 1, window.devicePixelRatio > 1.25 ? 2 * WIDTH : WIDTH) : null
  const [seen, setSeen] = useState<Seen | null>(null)
  const attempt = useAttempts((attempts) => attempts.of[row.id] ?? 0)
  const drawn = url !== null && (shapes.has(url) || (seen?.url === url && seen.state === 'drawn'))
  useEffect(() => {
    if (url === null || shapes.has(url)) return
    let stop: (() => void) | null = null
    const done = (image: HTMLImageElement) => {
      shapes.set(url, image.naturalWidth / image.naturalHeight || A4)
      setSeen({ url, state: 'drawn' })
    }
    const leave = whenAtRest(() => (stop = load(url, done, () => setSeen({ url, state: 'broken' }))))
    return () => {
      leave()
      stop?.()
    }
  }, [url, attempt])
  return { url, drawn, broken: seen?.url === url && seen.state === 'broken', shape: (url !== null && shapes.get(url)) || A4 }
}

/** The first page of a document, or an empty sheet of its shape. Says nothing by itself: the title stands below. */
export function FirstPage({ row }: { row: DocumentRow }) {
  const { url, drawn, broken, shape } = usePicture(row)
  const Icon = row.pages > 0 && !broken ? null : (ICONS[row.state] ?? (broken ? FileX2 : FileText))
  return (
    <span aria-hidden className="flex size-full items-center justify-center [container-type:size]">
      <span className={`flex items-center justify-center ${drawn ? 'bg-white shadow-page' : 'rounded-xs border border-line bg-raised text-ink-3'}`} style={{ width: `min(100cqw, ${shape} * 100cqh)`, aspectRatio: shape }}>
        {drawn && url !== null ? <img src={url} alt="" draggable={false} className="size-full [[data-theme=dark]_&]:brightness-90" /> : Icon && <Icon size={22} strokeWidth={1.5} />}
      </span>
    </span>
  )
}
