import { expect, it } from 'vitest'

import { conversationToMarkdown } from './export'
import { keptTurn, NO_EXTRAS } from './turn'

it('writes questions, answers and numbered sources', () => {
  const citation = { number: 1, segment: 1, document: 1, title: 'T', file_name: 't.pdf', section_path: ['T', 'S'], text: '', quote: null, locators: [{ page: 4, label: null, rects: [], char_start: 0, char_end: 0 }] }
  const turn = keptTurn(
    { id: 1, question: 'How\nmuch?', sentences: [{ text: 'Much.', citations: [1], support: 'quoted' }], citations: [citation], found: true, stopped: false, warnings: [], mode: 'auto', model: null, total_ms: 1, asked_ms: 1 },
    NO_EXTRAS,
  )
  expect(conversationToMarkdown([turn], (locators) => `p. ${(locators[0]?.page ?? 0) + 1}`)).toBe('## How much?\n\nMuch. [1]\n\n1. T › S › p. 5 (t.pdf)\n')
})
