import { useTranslation } from 'react-i18next'

import { Button } from '@/components/Button'
import { useRemoval } from '@/lib/removal'

/** Says what has just left the library, with the way back. */
export function UndoToast() {
  const { t } = useTranslation()
  const count = useRemoval((state) => state.leaving.length)
  const undo = useRemoval((state) => state.undo)
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-5 z-50 flex justify-center">
      {count > 0 && (
        <div className="rise pointer-events-auto flex items-center gap-4 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-pop">
          <span>{t('removed.done', { count })}</span>
          <Button onClick={undo}>{t('removed.undo')}</Button>
        </div>
      )}
    </div>
  )
}
