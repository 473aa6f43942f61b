/** Lengths of time that are only guessed, in round words. */
import type { TFunction } from 'i18next'

import { integer } from './format'

/** `less than a minute`, `about 6 min`, `about 3 h`. */
export function span(t: TFunction, seconds: number, language: string): string {
  const minutes = Math.round(seconds / 60)
  if (seconds < 45) return t('span.under')
  if (minutes < 100) return t('span.minutes', { number: integer(Math.max(1, minutes), language) })
  return t('span.hours', { number: integer(Math.round(minutes / 60), language) })
}
