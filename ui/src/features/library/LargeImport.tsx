import { useTranslation } from 'react-i18next'

import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { bytes, integer } from '@/lib/format'
import { useUi } from '@/lib/ui'

import { useAdding } from './useAdding'

/** Says how much a folder holds before all of it is taken in. */
export function LargeImport() {
  const { t, i18n } = useTranslation()
  const intake = useUi((ui) => ui.intake)
  const { addCounted } = useAdding()
  if (!intake) return null
  const close = () => useUi.setState({ intake: null })
  const { files } = intake
  return (
    <Dialog title={t('intake.title', { count: files, number: integer(files, i18n.language) })} description={t('intake.why', { size: bytes(intake.bytes, i18n.language) })} onClose={close}>
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{t('action.cancel')}</Button>
        <Button
          kind="primary"
          autoFocus
          onClick={() => {
            close()
            addCounted(intake.paths)
          }}
        >
          {t('intake.add')}
        </Button>
      </div>
    </Dialog>
  )
}
