/** A conversation as Markdown with numbered sources, for the clipboard and other programs. */
import { sentencesToText } from './markdown'
import type { TurnView } from './turn'

/** `place` names a page in the reader's language. */
export function conversationToMarkdown(turns: TurnView[], place: (locators: TurnView['citations'][number]['locators']) => string): string {
  const parts = turns.map((turn) => {
    const sources = turn.citations.map((citation) => `${citation.number}. ${[...citation.section_path, place(citation.locators)].join(' › ')} (${citation.file_name})`)
    return [`## ${turn.question.replace(/\s+/g, ' ')}`, sentencesToText(turn.sentences), sources.join('\n')].filter((part) => part !== '').join('\n\n')
  })
  return `${parts.join('\n\n')}\n`
}
