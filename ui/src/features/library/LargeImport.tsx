import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { PathCount } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { likelyFolders } from '@/features/folders/folders'
import { bytes, integer } from '@/lib/format'
import { useUi } from '@/lib/ui'

import { useAdding } from './useAdding'

function Question({ intake }: { intake: PathCount & { paths: string[] } }) {
  const { t, i18n } = useTranslation()
  const [keep, setKeep] = useState(false)
  const { addCounted } = useAdding()
  const { files, paths } = intake
  const folders = likelyFolders(paths)
  const close = () => useUi.setState({ intake: null })
  return (
    <Dialog title={t('intake.title', { count: files, number: integer(files, i18n.language) })} description={t('intake.why', { size: bytes(intake.bytes, i18n.language) })} onClose={close}>
      {folders.length > 0 && (
        <label className="mb-4 flex items-start gap-2">
          <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} className="mt-[3px] size-3.5 shrink-0 accent-accent" />
          <span>{t('intake.keep', { count: folders.length })}</span>
        </label>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{t('action.cancel')}</Button>
        <Button
          kind="primary"
          data-first
          onClick={() => {
            close()
            addCounted(paths, keep ? folders : [])
          }}
        >
          {t('intake.add')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Says how much a folder holds before all of it is taken in, and offers to keep it linked. */
export function LargeImport() {
  const intake = useUi((ui) => ui.intake)
  return intake && <Question intake={intake} />
}
