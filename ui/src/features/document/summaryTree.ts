/** Summaries put where their sections stand in the outline. */
import type { OutlineNode, SectionSummary } from '@/backend'

export interface SummaryNode {
  section: number
  title: string
  /** Page, from 1. */
  page: number
  /** `null` for a section that has none yet but stands above one that has. */
  summary: SectionSummary | null
  children: SummaryNode[]
}

/** The summary of the document, and those of its sections as a tree. Sections without one stay where they lead to one. */
export function summaryTree(sections: SectionSummary[], outline: OutlineNode[]): { whole: SectionSummary | null; roots: SummaryNode[] } {
  const bySection = new Map(sections.map((summary) => [summary.section, summary]))
  const nodes = new Map<number, SummaryNode>()
  const roots: SummaryNode[] = []
  const siblings = (parent: number | null) => (parent === null ? roots : (nodes.get(parent)?.children ?? roots))
  for (const { section, parent, title, page } of outline) {
    const node = { section, title, page, summary: bySection.get(section) ?? null, children: [] }
    nodes.set(section, node)
    siblings(parent).push(node)
  }
  // An outline that is newer than the summaries does not know every section; what it misses is kept at the end.
  for (const summary of sections) {
    if (summary.section !== 0 && !nodes.has(summary.section)) roots.push({ section: summary.section, title: summary.title, page: summary.page, summary, children: [] })
  }
  return { whole: bySection.get(0) ?? null, roots: pruned(roots) }
}

function pruned(nodes: SummaryNode[]): SummaryNode[] {
  return nodes.map((node) => ({ ...node, children: pruned(node.children) })).filter((node) => node.summary !== null || node.children.length > 0)
}

/** Sections that have something below them. */
export function branches(nodes: SummaryNode[]): number[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? [node.section, ...branches(node.children)] : []))
}
