/** What could be asked next: the sections beside and below the one that an answer rests on. */
import type { Citation, OutlineNode } from '@/backend'

const MOST = 3
/** Headings that lead nowhere. */
const DULL = /^(?:contents|table of contents|index|references|bibliography|revision history|notes?|disclaimer|目录|参考文献|索引|附录)$/i
/** `7.3`, `Item 8.`, `第三章`, in front of what a heading says. */
const NUMBER = /^(?:(?:(?:item|part|chapter|section|appendix)\s+[\dIVXA-Z]+[.:]?|[A-Z]?\d+(?:\.\d+)*[.)]?)\s+|(?:第[一二三四五六七八九十百\d]+[章节条]|[（(]?[一二三四五六七八九十]+[)）、.])\s*)/i

export function plainHeading(title: string): string {
  return title.replace(NUMBER, '').replace(/\s+/g, ' ').trim()
}

/** The section that a citation stands in: the last of its path that the outline knows. */
function sectionOf(outline: OutlineNode[], citation: Citation): OutlineNode | undefined {
  const last = citation.section_path.at(-1)
  const page = (citation.locators[0]?.page ?? 0) + 1
  return outline.findLast((node) => node.title === last && node.page <= page) ?? outline.find((node) => node.title === last)
}

/** Whether a question can be made of a heading. */
function tells(plain: string): boolean {
  return plain.length >= 2 && plain.length <= 70 && !DULL.test(plain)
}

/** A heading to begin with: one of the first two levels, past the cover and not too far in; the first one that tells something at worst. */
export function openingHeading(outline: OutlineNode[]): OutlineNode | undefined {
  const telling = outline.filter((node) => tells(plainHeading(node.title)))
  const upper = telling.filter((node) => node.level <= 2 && node.page > 1)
  return upper[Math.floor(upper.length / 3)] ?? telling.at(-1)
}

/** Up to three headings near the first citation, nearest first, none of which was asked or cited before. */
export function nearHeadings(outline: OutlineNode[], citations: Citation[], asked: string[]): OutlineNode[] {
  const first = citations[0]
  const here = first && sectionOf(outline, first)
  if (!here) return []
  const document = first.document
  const cited = new Set(citations.filter((citation) => citation.document === document).map((citation) => citation.section_path.at(-1)))
  const children = outline.filter((node) => node.parent === here.section)
  const siblings = outline.filter((node) => node.parent === here.parent && node.section !== here.section)
  const after = siblings.filter((node) => node.section > here.section)
  const before = siblings.filter((node) => node.section < here.section).reverse()
  const seen = new Set<string>()
  const questions = asked.join('\n').toLowerCase()
  return [...children, ...after, ...before]
    .filter((node) => {
      const plain = plainHeading(node.title)
      const fresh = !cited.has(node.title) && !seen.has(plain.toLowerCase()) && !questions.includes(plain.toLowerCase())
      seen.add(plain.toLowerCase())
      return fresh && tells(plain)
    })
    .slice(0, MOST)
}
