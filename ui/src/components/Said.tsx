import { useTranslation } from 'react-i18next'

import { finished, told } from '@/lib/said'

import { Ticked } from './Ticked'

/** A sentence of the engine in the language of the interface; what it said itself shows on pointing at it. */
export function Said({ text }: { text: string }) {
  const { i18n } = useTranslation()
  const words = told(i18n.language, text)
  const sentence = <Ticked text={finished(words === text ? 'en' : i18n.language, words)} />
  return words === text ? sentence : <span title={text}>{sentence}</span>
}
