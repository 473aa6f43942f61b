import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend } from '@/backend'

import { useAttempts } from './attempts'
import { PageTrouble } from './PageTrouble'

/** Pages near what is seen are asked for after those that are, milliseconds. */
const NEAR_AFTER = 250

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

/** One page as PDFium draws it. A sharper image replaces a coarser one only when it is there, so that nothing flickers. */
export function PageImage({ document, page, width, wait, seen, onDrawn }: Props) {
  const { t } = useTranslation()
  const wanted = backend().pageImageUrl(document, page, width)
  const [shown, setShown] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const attempt = useAttempts((attempts) => attempts.of[document] ?? 0)
  // Once asked for it need not be asked for again when the page comes into sight.
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (wait || seen || near) return
    const timer = setTimeout(() => setNear(true), NEAR_AFTER)
    return () => clearTimeout(timer)
  }, [wait, seen, near])
  const due = !wait && (seen || near)

  useEffect(() => {
    if (!due || shown === wanted) return
    const image = new Image()
    let alive = true
    setBroken(null)
    image.src = wanted
    image.decode().then(
      () => {
        if (!alive) return
        setShown(wanted)
        onDrawn(true)
      },
      () => alive && setBroken(wanted),
    )
    return () => {
      alive = false
      // What is not looked at any more keeps nobody waiting.
      if (!image.complete) image.src = ''
    }
  }, [wanted, due, shown, attempt, onDrawn])

  if (shown === null && broken === wanted) return <PageTrouble document={document} page={page} width={width} />
  if (shown === null) return null
  return <img src={shown} alt={t('reader.page', { page })} draggable={false} className="absolute inset-0 size-full" />
}
