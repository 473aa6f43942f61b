import type { PageSize } from '@/backend'

/** The page (from 1) that somebody means by what they typed: a counted number first, a printed label otherwise. */
export function pageByName(pages: PageSize[], typed: string): number | null {
  const text = typed.trim()
  if (/^\d+$/.test(text)) {
    const number = Number.parseInt(text, 10)
    if (number >= 1 && number <= pages.length) return number
  }
  const index = pages.findIndex((page) => page.label !== null && page.label.toLowerCase() === text.toLowerCase())
  return text !== '' && index >= 0 ? index + 1 : null
}
