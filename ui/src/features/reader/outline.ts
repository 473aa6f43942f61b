/** The outline as a tree that can be folded, and the place in it that a page belongs to. */
import type { OutlineNode, PageSize } from '@/backend'

import { displayedBox } from './geometry'

export interface OutlineItem {
  node: OutlineNode
  children: number
  open: boolean
}

/** Nodes that can be seen, given which sections are folded. Document order. */
export function visibleItems(outline: OutlineNode[], folded: ReadonlySet<number>): OutlineItem[] {
  const children = new Map<number, number>()
  for (const node of outline) if (node.parent !== null) children.set(node.parent, (children.get(node.parent) ?? 0) + 1)
  const hidden = new Set<number>()
  const items: OutlineItem[] = []
  for (const node of outline) {
    if (node.parent !== null && (hidden.has(node.parent) || folded.has(node.parent))) {
      hidden.add(node.section)
      continue
    }
    items.push({ node, children: children.get(node.section) ?? 0, open: !folded.has(node.section) })
  }
  return items
}

/** Sections folded at first: everything below the top, when the outline would not fit on a screen or two. */
export function initiallyFolded(outline: OutlineNode[]): Set<number> {
  if (outline.length <= 60) return new Set()
  const level = outline.filter((node) => node.level <= 2).length <= 60 ? 2 : 1
  return new Set(outline.filter((node) => node.level >= level).map((node) => node.section))
}

/** The sections above a section, nearest first. */
export function ancestors(outline: OutlineNode[], section: number): number[] {
  const bySection = new Map(outline.map((node) => [node.section, node]))
  const chain: number[] = []
  let parent = bySection.get(section)?.parent ?? null
  while (parent !== null && chain.length < outline.length) {
    chain.push(parent)
    parent = bySection.get(parent)?.parent ?? null
  }
  return chain
}

/** The last section that begins above a height of a page; `page` from 1, `depth` in points from its displayed upper edge. */
export function sectionAt(outline: OutlineNode[], pages: PageSize[], page: number, depth: number): number | null {
  let found: number | null = null
  for (const node of outline) {
    if (node.page > page) break
    const size = pages[node.page - 1]
    const rect = node.rects[0]
    if (node.page === page && size && rect && displayedBox(rect, size).top > depth) break
    found = node.section
  }
  return found
}
