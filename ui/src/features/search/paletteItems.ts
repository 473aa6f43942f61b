/** What the palette offers for some typed words, in groups. */
import type { ConversationRow, DocumentRow, HeadingHit, Hit, LibraryFigure, MessageHit, Places } from '@/backend'
import { arrange, wordsOf } from '@/features/library/filter'

export type PaletteItem =
  | { kind: 'ask'; key: string; question: string }
  | { kind: 'command'; key: string; name: CommandWord; label: string }
  | { kind: 'document'; key: string; row: DocumentRow }
  | { kind: 'heading'; key: string; hit: HeadingHit }
  | { kind: 'figure'; key: string; figure: LibraryFigure }
  | { kind: 'conversation'; key: string; row: ConversationRow }
  | { kind: 'message'; key: string; hit: MessageHit }
  | { kind: 'passage'; key: string; hit: Hit }

export type CommandWord = 'new' | 'library' | 'laboratory' | 'settings' | 'inspect' | 'add' | 'addFolder' | 'folders' | 'linkFolder' | 'scanFolders' | 'pause' | 'resume' | 'theme'

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

export function paletteItems(text: string, commands: Commands[], documents: DocumentRow[], conversations: ConversationRow[], places: Places, hits: Hit[]): PaletteItem[] {
  const words = wordsOf(text)
  const question = text.trim()
  const asked: PaletteItem[] = question === '' ? [] : [{ kind: 'ask', key: 'ask', question }]
  const found = question === '' ? [] : arrange(documents, text, 'all', { key: 'title', descending: false }).slice(0, MOST)
  const talks = conversations.filter((row) => holds(row.title, words)).slice(0, MOST)
  // A conversation that is listed by its title need not be listed again by its first question.
  const listed = new Set(talks.map((row) => row.id))
  return [
    ...asked,
    ...commands.filter((command) => holds(command.label, words)).map((command): PaletteItem => ({ kind: 'command', key: `c-${command.name}`, ...command })),
    ...found.map((row): PaletteItem => ({ kind: 'document', key: `d-${row.id}`, row })),
    ...places.headings.map((hit): PaletteItem => ({ kind: 'heading', key: `h-${hit.document}-${hit.section}`, hit })),
    ...places.figures.map((figure): PaletteItem => ({ kind: 'figure', key: `f-${figure.segment}`, figure })),
    ...talks.map((row): PaletteItem => ({ kind: 'conversation', key: `t-${row.id}`, row })),
    ...places.messages.filter((hit) => !listed.has(hit.conversation)).map((hit): PaletteItem => ({ kind: 'message', key: `m-${hit.turn}`, hit })),
    ...hits.map((hit): PaletteItem => ({ kind: 'passage', key: `p-${hit.segment}`, hit })),
  ]
}
