/** Where a fact was read, in words. */
import type { TFunction } from 'i18next'

import type { Fact } from '@/backend'

/** `title page, p. 1`; what has no page (file name, metadata) has only its source. */
export function factPlace(t: TFunction, fact: Fact): string {
  const source = t(`details.from.${fact.source}`)
  return fact.page === null ? source : t('details.at', { source, page: t('page.short', { page: fact.page + 1 }) })
}
