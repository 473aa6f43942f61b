import { useTranslation } from 'react-i18next'

import { told } from '@/lib/said'

import { Ticked } from './Ticked'

/** A sentence of the engine in the language of the interface; what it said itself shows on pointing at it. */
export function Said({ text }: { text: string }) {
  const { i18n } = useTranslation()
  const words = told(i18n.language, text)
  return words === text ? (
    <Ticked text={text} />
  ) : (
    <span title={text}>
      <Ticked text={words} />
    </span>
  )
}
