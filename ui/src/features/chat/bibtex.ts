/** The documents that a conversation cites, as BibTeX entries with the pages cited. */
import type { Citation, DocumentRow, FactKind } from '@/backend'

import { firstPage } from '@/lib/pages'

import type { TurnView } from './turn'

/** Characters that mean something to TeX. */
function tex(text: string): string {
  const special: Record<string, string> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' }
  return text.replace(/[\\~^{}$&#%_]/g, (character) => special[character] ?? `\\${character}`).replace(/\s+/g, ' ')
}

function fact(row: DocumentRow | undefined, kind: FactKind): string | undefined {
  return row?.facts.facts.find((candidate) => candidate.kind === kind)?.value
}

/** `harbour2022annual`, made distinct with a letter. */
function keyFor(parts: (string | undefined)[], taken: Set<string>): string {
  const words = parts.map((part) => (part ?? '').toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, ' ').trim().split(' ')[0] ?? '')
  const base = words.join('') || 'document'
  let key = base
  for (let letter = 1; taken.has(key); letter += 1) key = base + String.fromCharCode(96 + ((letter - 1) % 26) + 1) + (letter > 26 ? letter : '')
  taken.add(key)
  return key
}

function pagesOf(citations: Citation[]): string {
  const pages = [...new Set(citations.map((citation) => firstPage(citation.locators)))].sort((a, b) => a - b)
  return pages.join(', ')
}

export function conversationToBibtex(turns: TurnView[], rows: DocumentRow[]): string {
  const byDocument = new Map<number, Citation[]>()
  for (const citation of turns.flatMap((turn) => turn.citations)) byDocument.set(citation.document, [...(byDocument.get(citation.document) ?? []), citation])
  const taken = new Set<string>()
  const entries = [...byDocument].map(([document, citations]) => {
    const first = citations[0]
    const row = rows.find((candidate) => candidate.id === document)
    const title = row?.title ?? first?.title ?? ''
    const author = fact(row, 'author')
    const company = fact(row, 'company')
    const year = fact(row, 'year')
    const fields: [string, string | undefined][] = [
      // A second pair of braces keeps names of companies from being turned into persons.
      ['author', author ? tex(author) : company ? `{${tex(company)}}` : undefined],
      ['title', `{${tex(title)}}`],
      ['year', year],
      ['number', fact(row, 'revision')],
      ['howpublished', tex(row?.file_name ?? first?.file_name ?? '')],
      ['note', `cited: p. ${pagesOf(citations)}`],
    ]
    const body = fields.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => `  ${name} = {${value}}`)
    return `@misc{${keyFor([author ?? company, year, title], taken)},\n${body.join(',\n')}\n}`
  })
  return entries.length === 0 ? '' : `${entries.join('\n\n')}\n`
}
