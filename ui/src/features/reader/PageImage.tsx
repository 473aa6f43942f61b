import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend } from '@/backend'
import { load } from '@/lib/image'

import { useAttempts } from './attempts'
import { PageTrouble } from './PageTrouble'

/** Pages near what is seen are asked for after those that are, milliseconds. */
const NEAR_AFTER = 250
/** Width of the coarse image that comes first, in device pixels; thumbnails have the same. */
const COARSE = 200

interface Props {
  document: number
  /** From 1. */
  page: number
  width: number
  /** Pages that only fly past are not asked for. */
  wait: boolean
  /** In sight, and not only near it. */
  seen: boolean
  onDrawn(drawn: boolean): void
}

/** Whether a page may be asked for: at once when it is in sight, a little later when it is near. */
function useDue(wait: boolean, seen: boolean): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (wait || seen || near) return
    const timer = setTimeout(() => setNear(true), NEAR_AFTER)
    return () => clearTimeout(timer)
  }, [wait, seen, near])
  return !wait && (seen || near)
}

/** One page as PDFium draws it. A sharper image replaces a coarser one only when it is there, so that nothing flickers. */
export function PageImage({ document, page, width, wait, seen, onDrawn }: Props) {
  const { t } = useTranslation()
  const wanted = backend().pageImageUrl(document, page, width)
  const coarse = backend().pageImageUrl(document, page, COARSE)
  const [shown, setShown] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const attempt = useAttempts((attempts) => attempts.of[document] ?? 0)
  const due = useDue(wait, seen)

  useEffect(() => {
    if (!due || !seen || shown !== null || width <= 2 * COARSE) return
    return load(coarse, () => setShown((there) => there ?? coarse), () => undefined)
  }, [coarse, due, seen, shown, width])

  useEffect(() => {
    if (!due) return
    setBroken(null)
    return load(
      wanted,
      () => {
        setShown(wanted)
        onDrawn(true)
      },
      () => setBroken(wanted),
    )
  }, [wanted, due, attempt, onDrawn])

  if (shown === null && broken === wanted) return <PageTrouble document={document} page={page} width={width} />
  if (shown === null) return null
  return <img src={shown} alt={t('reader.page', { page })} draggable={false} className="absolute inset-0 size-full" />
}
