import { useTranslation } from 'react-i18next'

import { backend, toWireError } from '@/backend'
import { Button } from '@/components/Button'
import { useChange, useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { ollamaState } from './OllamaLine'

/** The step that is missing before Ollama answers: get it, or start it. Nothing once it runs. */
export function OllamaSteps() {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const { data: status, refetch, isFetching } = useRead('ollama_status', null)
  const start = useChange('ollama_start')
  const state = status ? ollamaState(status) : null
  if (state !== 'stopped' && state !== 'absent') return null
  const openPage = () => void backend().openOllamaPage().catch((error: unknown) => notify(toWireError(error)))
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      {state === 'stopped' ? (
        <Button onClick={() => start.mutate(null)} disabled={start.isPending}>
          {t(start.isPending ? 'ollama.starting' : 'ollama.start')}
        </Button>
      ) : (
        <Button onClick={openPage}>{t('ollama.get')}</Button>
      )}
      <Button kind="quiet" onClick={() => void refetch()} disabled={isFetching}>
        {t('ollama.again')}
      </Button>
    </div>
  )
}
