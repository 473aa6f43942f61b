import { describe, expect, it } from 'vitest'

import type { Citation, OutlineNode } from '@/backend'
import { row } from '@/lib/testing/fakeBackend'

import { conversationToBibtex } from './bibtex'
import { fileName } from './export'
import { conversationToHtml } from './exportHtml'
import { nearHeadings, plainHeading } from './followUps'
import { hasFormulas, markFormulas } from './math'
import { coverage, strength, topics } from './strength'
import type { Source, TurnView } from './turn'

const citation = (number: number, more: Partial<Citation> = {}): Citation => ({
  number,
  segment: number,
  document: 1,
  title: 'Pump manual',
  file_name: 'pump_manual.pdf',
  section_path: ['Pump manual', '2 Limits'],
  text: 'The discharge pressure of the pump is 16 bar at most.',
  quote: null,
  locators: [{ page: 4, label: null, rects: [], char_start: 0, char_end: 0 }],
  ...more,
})

const turn = (more: Partial<TurnView> = {}): TurnView => ({
  key: 'turn-1',
  question: 'What is the discharge pressure of the pump?',
  phase: 'done',
  draft: '',
  sentences: [{ text: 'It is 16 bar <b>at most</b>.', citations: [1], support: 'supported' }],
  citations: [citation(1)],
  hits: [],
  query: null,
  found: true,
  stopped: false,
  warnings: [],
  mode: 'model',
  model: 'm',
  totalMs: 1,
  searchMs: 1,
  tokens: null,
  step: null,
  scheme: null,
  meter: null,
  error: null,
  scope: null,
  ...more,
})

describe('strength', () => {
  it('tells what is absent from what is found but weak', () => {
    expect(strength(turn())).toBe('firm')
    expect(strength(turn({ found: false, sentences: [] }))).toBe('weak')
    expect(strength(turn({ found: false, sentences: [], question: 'Who won the bicycle race?' }))).toBe('absent')
    expect(strength(turn({ found: false, sentences: [], citations: [] }))).toBe('absent')
    expect(strength(turn({ question: 'Which bicycle, gearbox and saddle were sold?' }))).toBe('weak')
    expect(strength(turn({ sentences: [{ text: 'A.', citations: [], support: 'unsupported' }, { text: 'B.', citations: [], support: 'unsupported' }, { text: 'C.', citations: [1], support: 'supported' }] }))).toBe('weak')
  })

  it('takes names, numbers and Chinese for topics, and no filler', () => {
    expect(topics('What is the dropout voltage of the LM317-ADJ at 1.5 A?')).toEqual(['dropout', 'voltage', 'lm317-adj', '1.5'])
    expect(topics('血压测量')).toEqual(['血压', '压测', '测量'])
    expect(coverage('what is it?', [])).toBe(1)
    expect(coverage('血压', [{ title: '', path: [], text: '诊室血压' } as unknown as Source])).toBe(1)
  })
})

describe('follow-ups', () => {
  const node = (section: number, parent: number | null, title: string): OutlineNode => ({ section, parent, level: 1, title, page: section, page_label: null, last_page: section, evidence: [], confidence: 1, rects: [] })
  const outline = [node(1, null, '1 Safety'), node(2, null, '2 Limits'), node(3, 2, '2.1 Pressure'), node(4, null, '3 Service'), node(5, null, 'Index'), node(6, null, '4 Spare parts')]

  it('offer what lies below and beside the cited section, and nothing twice', () => {
    expect(nearHeadings(outline, [citation(1)], []).map((found) => found.title)).toEqual(['2.1 Pressure', '3 Service', '4 Spare parts'])
    expect(nearHeadings(outline, [citation(1)], ['What does “Service” say?']).map((found) => found.title)).toEqual(['2.1 Pressure', '4 Spare parts', '1 Safety'])
    expect(nearHeadings(outline, [], [])).toEqual([])
  })

  it('leave out the numbers of headings', () => {
    expect(['7.3 Timing', 'Item 7A. Market risk', '第三章 诊断', '（一）总则', '3D printing'].map(plainHeading)).toEqual(['Timing', 'Market risk', '诊断', '总则', '3D printing'])
  })
})

describe('formulas', () => {
  it('are marked, money is not', () => {
    expect(markFormulas('so \\(a+b\\) and $V_{out}$')).toBe('so $$a+b$$ and $$V_{out}$$')
    expect(markFormulas('from $5 million to $6 million, `$x_1$`')).toBe('from $5 million to $6 million, `$x_1$`')
    expect(hasFormulas(markFormulas('\\[x^2\\]'))).toBe(true)
    expect(hasFormulas(markFormulas('$5 and $6'))).toBe(false)
  })
})

describe('exports', () => {
  const place = (locators: Citation['locators']) => `p. ${(locators[0]?.page ?? 0) + 1}`

  it('write BibTeX of each document once, with its pages', () => {
    const facts = { title: 'Pump manual', keywords: [], facts: [{ kind: 'company' as const, value: 'Smith & Sons', source: 'user' as const, page: null }, { kind: 'year' as const, value: '2021', source: 'user' as const, page: null }] }
    const rows = [row(1, { title: 'Pump manual', file_name: 'pump_manual.pdf', facts })]
    const text = conversationToBibtex([turn(), turn({ citations: [citation(1, { locators: [{ page: 1, label: null, rects: [], char_start: 0, char_end: 0 }] })] })], rows)
    expect(text).toBe('@misc{smith2021pump,\n  author = {{Smith \\& Sons}},\n  title = {{Pump manual}},\n  year = {2021},\n  howpublished = {pump\\_manual.pdf},\n  note = {cited: p. 2, 5}\n}\n')
    expect(conversationToBibtex([], rows)).toBe('')
  })

  it('write a page whose marks lead to numbered sources, and no markup of a model', () => {
    const html = conversationToHtml([turn()], place, 'Pump <1>', 'en', 'Not carried')
    expect(html).toContain('<title>Pump &lt;1&gt;</title>')
    expect(html).toContain('<a href="#q1-s1">[1]</a>')
    expect(html).toMatch(/<li id="q1-s1" value="1">Pump manual › 2 Limits › p\. 5 \(pump_manual\.pdf\)/)
    expect(html).not.toContain('<b>')
  })

  it('name files so that every system takes them', () => {
    expect(fileName('What: "A/B" is?', 'md')).toBe('What A B is.md')
    expect(fileName('???', 'html')).toBe('Waymark.html')
  })
})
