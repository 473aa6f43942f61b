import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend } from '@/backend'

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

  useEffect(() => {
    if (wait || shown === wanted) return
    const image = new Image()
    let alive = true
    image.src = wanted
    image.decode().then(
      () => alive && setShown(wanted),
      () => alive && setBroken(wanted),
    )
    return () => {
      alive = false
      if (!image.complete) image.src = ''
    }
  }, [wanted, wait, shown])

  if (shown === null && broken === wanted) return <p className="flex h-full items-center justify-center text-[#6b4a46]">{t('reader.pageBroken', { page })}</p>
  if (shown === null) return null
  return <img src={shown} alt={t('reader.page', { page })} draggable={false} className="absolute inset-0 size-full" />
}
