/** A conversation as Markdown with numbered sources, for the clipboard and other programs. */
import type { Citation } from '@/backend'

import { sentencesToText } from './markdown'
import type { TurnView } from './turn'

/** Names a page in the reader's language. */
export type PageName = (locators: Citation['locators']) => string

/** Document › section path › page (file), as it stands in every list of sources. */
export function sourceLine(citation: Citation, place: PageName): string {
  const path = citation.section_path[0] === citation.title ? citation.section_path : [citation.title, ...citation.section_path]
  return `${[...path, place(citation.locators)].join(' › ')} (${citation.file_name})`
}

export function conversationToMarkdown(turns: TurnView[], place: PageName, title?: string): string {
  const parts = turns.map((turn) => {
    const sources = turn.citations.map((citation) => `${citation.number}. ${sourceLine(citation, place)}`)
    return [`## ${turn.question.replace(/\s+/g, ' ')}`, sentencesToText(turn.sentences), sources.join('\n')].filter((part) => part !== '').join('\n\n')
  })
  const head = title === undefined ? [] : [`# ${title.replace(/\s+/g, ' ')}`]
  return `${[...head, ...parts].join('\n\n')}\n`
}

/** A file name made of a title, fit for every system. */
export function fileName(title: string, extension: string): string {
  const plain = [...title].map((character) => (character < ' ' || '\\/:*?"<>|'.includes(character) ? ' ' : character)).join('')
  const short = plain.replace(/\s+/g, ' ').trim().replace(/\.+$/, '').slice(0, 60).trim()
  return `${short === '' ? 'Waymark' : short}.${extension}`
}
