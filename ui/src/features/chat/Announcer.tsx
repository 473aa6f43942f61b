import { useTranslation } from 'react-i18next'

import { errorSentence } from '@/lib/said'

import type { TurnView } from './turn'

/** Tells a screen reader how the newest answer comes along: that it is searched, that it is written, then what it says. */
export function Announcer({ turn }: { turn: TurnView | undefined }) {
  const { t, i18n } = useTranslation()
  // Kept turns are read in place; only an answer of this sitting is announced.
  const text = () => {
    if (!turn?.key.startsWith('live-')) return ''
    if (turn.phase === 'searching') return t('answer.searching')
    if (turn.phase === 'writing') return t('answer.reading', { count: turn.hits.length })
    if (turn.error) return errorSentence(t, i18n.language, turn.error)
    return `${turn.found ? '' : t('answer.notFound')} ${turn.sentences.map((sentence) => sentence.text).join(' ')}`
  }
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className="sr-only">
      {text()}
    </div>
  )
}
