/** What the palette offers for some typed words, in groups. */
import type { ConversationRow, DocumentRow, Hit } from '@/backend'
import { arrange, wordsOf } from '@/features/library/filter'

export type PaletteItem =
  | { kind: 'ask'; key: string; question: string }
  | { kind: 'command'; key: string; name: CommandWord; label: string }
  | { kind: 'document'; key: string; row: DocumentRow }
  | { kind: 'conversation'; key: string; row: ConversationRow }
  | { kind: 'passage'; key: string; hit: Hit }

export type CommandWord = 'new' | 'library' | 'settings' | 'add' | 'addFolder'

export interface Commands {
  name: CommandWord
  label: string
}

const MOST = 6

/** Conversations and commands match when every word occurs; documents as in the library. */
function holds(text: string, words: string[]): boolean {
  const hay = text.toLowerCase()
  return words.every((word) => hay.includes(word))
}

export function paletteItems(text: string, commands: Commands[], documents: DocumentRow[], conversations: ConversationRow[], hits: Hit[]): PaletteItem[] {
  const words = wordsOf(text)
  const question = text.trim()
  const asked: PaletteItem[] = question === '' ? [] : [{ kind: 'ask', key: 'ask', question }]
  const found = question === '' ? [] : arrange(documents, text, 'all', { key: 'title', descending: false }).slice(0, MOST)
  return [
    ...asked,
    ...commands.filter((command) => holds(command.label, words)).map((command): PaletteItem => ({ kind: 'command', key: `c-${command.name}`, ...command })),
    ...found.map((row): PaletteItem => ({ kind: 'document', key: `d-${row.id}`, row })),
    ...conversations.filter((row) => holds(row.title, words)).slice(0, MOST).map((row): PaletteItem => ({ kind: 'conversation', key: `t-${row.id}`, row })),
    ...hits.map((hit): PaletteItem => ({ kind: 'passage', key: `p-${hit.segment}`, hit })),
  ]
}
