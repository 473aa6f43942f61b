import type { TFunction } from 'i18next'

import type { AddReport, Rejected } from '@/backend'
import { told } from '@/lib/said'

/** `2 documents added · 1 not added`; nothing when nothing was found. */
export function reportWords(t: TFunction, report: AddReport): string {
  return [
    report.added.length > 0 && t('report.added', { count: report.added.length }),
    report.known.length > 0 && t('report.known', { count: report.known.length }),
    report.rejected.length > 0 && t('report.rejected', { count: report.rejected.length }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Why a file was refused, without its path at the beginning where its name stands before it. */
export function refusalWords(language: string, { path, reason }: Rejected): string {
  const name = `\`${path}\` `
  const words = told(language, reason)
  return words.startsWith(name) ? words.slice(name.length) : words
}
