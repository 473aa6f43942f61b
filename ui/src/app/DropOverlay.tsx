import { FileDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend } from '@/backend'
import { useAdding } from '@/features/library/useAdding'
import { useUi } from '@/lib/ui'

/** Files can be let go anywhere in the window. */
export function DropOverlay() {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const go = useUi((ui) => ui.go)
  const { add } = useAdding()
  const take = useRef<(paths: string[]) => void>(() => undefined)
  useEffect(() => {
    take.current = (paths) => {
      go({ name: 'library' })
      add(paths)
    }
  })
  useEffect(() => backend().onDrop((paths) => take.current(paths), setOver), [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 bg-bg/80 p-4">
      <div className="flex h-full flex-col items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-accent bg-accent-soft/60 text-accent">
        <FileDown size={36} strokeWidth={1.4} aria-hidden />
        <p className="text-lg font-semibold">{t('drop.title')}</p>
        <p className="text-ink-2">{t('drop.why')}</p>
      </div>
    </div>
  )
}
