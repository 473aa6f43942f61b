/** How a place in a document is named: printed label where it differs, always the counted page. */
import type { Hit, Locator } from '@/backend'

/** Places of a hit, the page that answers best before the others: it is named and opened. */
export function hitPlaces(hit: Pick<Hit, 'locators' | 'answering'>): Locator[] {
  const best = hit.locators[hit.answering]
  return best === undefined ? hit.locators : [best, ...hit.locators.filter((locator) => locator !== best)]
}

/** First page of a passage, from 1. */
export function firstPage(locators: Locator[]): number {
  return (locators[0]?.page ?? 0) + 1
}

/** What stands on the page itself, when that is not simply the counted number. */
export function printedLabel(locators: Locator[]): string | null {
  const label = locators[0]?.label ?? null
  return label !== null && label !== '' && label !== String(firstPage(locators)) ? label : null
}
