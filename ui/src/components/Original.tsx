import { useTranslation } from 'react-i18next'

import { Ticked } from './Ticked'

/** What the engine said in its own words, for whoever wants to look it up or report it. */
export function Original({ text, className = '' }: { text: string; className?: string }) {
  const { t } = useTranslation()
  return (
    <details className="mt-1 text-sm text-ink-2">
      <summary className={`w-fit cursor-pointer rounded-sm ${className}`}>{t('error.original')}</summary>
      <p lang="en" className="mt-0.5 break-words">
        <Ticked text={text} />
      </p>
    </details>
  )
}
