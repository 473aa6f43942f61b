import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend } from '@/backend'

import { useAttempts } from './attempts'
import { PageTrouble } from './PageTrouble'

interface Props {
  document: number
  /** From 1. */
  page: number
  width: number
  /** Pages that only fly past are not asked for. */
  wait: boolean
}

/** One page as PDFium draws it. A sharper image replaces a coarser one only when it is there, so that nothing flickers. */
export function PageImage({ document, page, width, wait }: Props) {
  const { t } = useTranslation()
  const wanted = backend().pageImageUrl(document, page, width)
  const [shown, setShown] = useState<string | null>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const attempt = useAttempts((attempts) => attempts.of[document] ?? 0)

  useEffect(() => {
    if (wait || shown === wanted) return
    const image = new Image()
    let alive = true
    setBroken(null)
    image.src = wanted
    image.decode().then(
      () => alive && setShown(wanted),
      () => alive && setBroken(wanted),
    )
    return () => {
      alive = false
      if (!image.complete) image.src = ''
    }
  }, [wanted, wait, shown, attempt])

  if (shown === null && broken === wanted) return <PageTrouble document={document} page={page} width={width} />
  if (shown === null) return null
  return <img src={shown} alt={t('reader.page', { page })} draggable={false} className="absolute inset-0 size-full" />
}
