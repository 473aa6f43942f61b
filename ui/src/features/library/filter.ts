/** Which documents are shown, in which order. */
import type { DocumentRow, DocumentState, Fact, FactKind } from '@/backend'

export type SortKey = 'title' | 'added' | 'pages' | 'state'
export interface Sort {
  key: SortKey
  descending: boolean
}
export type StateFilter = 'all' | 'ready' | 'pending' | 'trouble'

const GROUPS: Record<DocumentState, Exclude<StateFilter, 'all'>> = {
  queued: 'pending',
  working: 'pending',
  searchable: 'pending',
  ready: 'ready',
  locked: 'trouble',
  failed: 'trouble',
  cancelled: 'trouble',
}

const STATE_ORDER: Record<DocumentState, number> = { failed: 0, locked: 1, working: 2, searchable: 3, queued: 4, cancelled: 5, ready: 6 }

export function groupOf(row: DocumentRow): Exclude<StateFilter, 'all'> {
  return GROUPS[row.state]
}

/** Every word must occur somewhere in title, file name, facts or keywords. */
export function matches(row: DocumentRow, words: string[]): boolean {
  if (words.length === 0) return true
  const hay = [row.title, row.file_name, ...row.facts.facts.map((fact) => fact.value), ...row.facts.keywords].join('\n').toLowerCase()
  return words.every((word) => hay.includes(word))
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

const compareBy: Record<SortKey, (a: DocumentRow, b: DocumentRow) => number> = {
  title: (a, b) => COLLATOR.compare(a.title, b.title),
  added: (a, b) => a.added_ms - b.added_ms,
  pages: (a, b) => a.pages - b.pages,
  state: (a, b) => STATE_ORDER[a.state] - STATE_ORDER[b.state],
}

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function arrange(rows: DocumentRow[], text: string, filter: StateFilter, sort: Sort): DocumentRow[] {
  const words = wordsOf(text)
  const shown = rows.filter((row) => (filter === 'all' || groupOf(row) === filter) && matches(row, words))
  const sign = sort.descending ? -1 : 1
  return shown.sort((a, b) => sign * compareBy[sort.key](a, b) || COLLATOR.compare(a.title, b.title) || a.id - b.id)
}

const CHIP_KINDS: FactKind[] = ['company', 'model', 'author', 'year', 'period', 'form', 'revision']

/** Kinds that a title tells already when it holds the value; a year or a form is worth its chip all the same. */
const NAMED = new Set<FactKind>(['company', 'model', 'author'])

/** The facts worth a chip, one per kind, in reading order. */
export function chips(row: DocumentRow, most = 3): Fact[] {
  const title = row.title.toLowerCase()
  const found: Fact[] = []
  for (const kind of CHIP_KINDS) {
    const fact = row.facts.facts.find((candidate) => candidate.kind === kind)
    const said = fact && NAMED.has(kind) && title.includes(fact.value.toLowerCase())
    // Beside a company, the author of a file is most often the agency that set it; it would only squeeze the name.
    const lesser = kind === 'author' && row.facts.facts.some((candidate) => candidate.kind === 'company')
    if (fact && !said && !lesser) found.push(fact)
  }
  return found.slice(0, most)
}
