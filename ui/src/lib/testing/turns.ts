/** A filed answer and its conversation for tests. */
import type { Citation, ConversationRow, Turn } from '@/backend'

export const CONVERSATION: ConversationRow = { id: 7, title: 'Pumps', updated_ms: 1, turns: 1 }

/** A source of an answer, on a page from 1. */
export function citation(number: number, page: number, more: Partial<Citation> = {}): Citation {
  return {
    number,
    segment: 4,
    document: 1,
    title: 'Pump manual',
    file_name: 'pump.pdf',
    section_path: ['Pump manual', '2 Limits'],
    text: 'The pressure is 16 bar.',
    quote: null,
    locators: [{ page: page - 1, label: null, rects: [], char_start: 0, char_end: 0 }],
    ...more,
  }
}

export function turn(more: Partial<Turn> = {}): Turn {
  return {
    id: 3,
    question: 'How much pressure?',
    sentences: [{ text: '16 bar.', citations: [1], support: 'supported' }],
    citations: [citation(1, 5)],
    found: true,
    stopped: false,
    warnings: [],
    mode: 'model',
    model: 'm',
    total_ms: 1,
    asked_ms: 1,
    ...more,
  }
}

/** What the engine answers about the one conversation there is. */
export const conversationOf = (turns: Turn[]) => ({
  conversations_list: () => [CONVERSATION],
  conversation_get: () => ({ row: CONVERSATION, turns }),
})
