import { useTranslation } from 'react-i18next'

import { Bar } from './Bar'
import { Button } from './Button'

interface Props {
  /** What is going on. */
  words: string
  /** How far it is, in words. */
  amount: string
  /** From 0 to 1; `null` while nothing can be said. */
  share: number | null
  onStop(): void
  stopping?: boolean
}

/** Work that takes a while: what, how far, and a way to stop it. */
export function Progress({ words, amount, share, onStop, stopping = false }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2 text-sm">
          <span className="min-w-0 flex-1 truncate" title={words}>
            {words}
          </span>
          <span className="text-ink-3 tabular">{amount}</span>
        </p>
        <Bar className="mt-1.5" label={words} share={share} />
      </div>
      <Button onClick={onStop} disabled={stopping}>
        {t('ask.stop')}
      </Button>
    </div>
  )
}
