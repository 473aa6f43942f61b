import type { TFunction } from 'i18next'

import type { DocumentRow } from '@/backend'
import { percent } from '@/lib/format'

/** `Parsing 120/400`, `Vectors 40 %`, `Ready`: where a document stands, in words. */
export function stateWords(t: TFunction, row: DocumentRow): string {
  if (row.state === 'searchable') return t('state.vectors', { percent: percent(row.vectors, row.segments) })
  if (row.state !== 'working' || !row.progress) return t(`state.${row.state}`)
  const { stage, done, total } = row.progress
  const name = t(`stage.${stage}`)
  return total > 0 ? `${name} ${done}/${total}` : `${name} …`
}
