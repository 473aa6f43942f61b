/** A row of a table with the line of the passage that it was read from. */
export interface TableRow {
  cells: string[]
  line: string
}

/** Running text, or a table with its header (empty when the passage names none). */
export type PassagePart = { kind: 'text'; text: string } | { kind: 'table'; head: string[]; rows: TableRow[] }

const isRow = (line: string) => line.length > 1 && line.startsWith('|') && line.trimEnd().endsWith('|')
const isRule = (line: string) => /^\|(?:\s*:?-{3,}:?\s*\|)+\s*$/.test(line)

/** The cells between the bars; `\|` is a bar of the text. */
function cellsOf(line: string): string[] {
  const inner = line.trim().slice(1, -1)
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'))
}

/** Takes a passage apart: lines of bars become tables, a header repeated for a further group of rows is left out. */
export function passageParts(text: string): PassagePart[] {
  const parts: PassagePart[] = []
  let table: { head: string[]; rows: TableRow[] } | null = null
  let prose: string[] = []
  const endProse = () => {
    if (prose.some((line) => line.trim() !== '')) parts.push({ kind: 'text', text: prose.join('\n').trim() })
    prose = []
  }
  for (const line of text.split('\n')) {
    if (!isRow(line)) {
      if (table && line.trim() !== '') table = null
      if (!table) prose.push(line)
      continue
    }
    if (!table) {
      endProse()
      table = { head: [], rows: [] }
      parts.push({ kind: 'table', ...table })
      const added = parts.at(-1)
      if (added?.kind === 'table') table = added
    }
    if (isRule(line)) {
      const head = table.rows.pop()
      if (head && table.head.length === 0) table.head = head.cells
      continue
    }
    table.rows.push({ cells: cellsOf(line), line })
  }
  endProse()
  return parts
}

/** Whether a row is what an answer quotes. */
export function quotes(row: TableRow, quote: string | null): boolean {
  if (!quote) return false
  const plain = (text: string) => text.replaceAll(/[|\s]+/g, ' ').trim()
  const [own, wanted] = [plain(row.line), plain(quote)]
  return own !== '' && wanted !== '' && (own.includes(wanted) || wanted.includes(own))
}
