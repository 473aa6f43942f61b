/** Made-up passages and analyses for tests. */
import type { Explanation, Hit, QueryAnalysis, SearchResponse } from '@/backend'

type Parts = Partial<Omit<Hit, 'explanation'>> & { explanation?: Partial<Explanation> }

export function hit(rank: number, { explanation, ...more }: Parts = {}): Hit {
  return {
    rank,
    score: 1 - rank / 10,
    segment: 100 + rank,
    document: 1,
    title: 'Pump manual',
    file_name: 'pump.pdf',
    section_path: ['Pump manual', '2 Limits'],
    section: 1,
    kind: 'text',
    text: 'The pressure is 16 bar.',
    locators: [{ page: 3 + rank, label: null, rects: [], char_start: 0, char_end: 1 }],
    answering: 0,
    scores: { dense: 0.9, lexical: 0.4, keyword: 1, rerank: 0.1 },
    ...more,
    explanation: { raw_dense: 0.6, raw_lexical: 12, keywords: [], facts: [], alpha: 0.5, beta: 0.3, notes: [], ...explanation },
  }
}

export const ANALYSIS: QueryAnalysis = {
  dense: 'pressure of the P-100 in 2024',
  lexical: 'pressure P-100 2024',
  names: ['P-100'],
  periods: ['2024'],
  forms: ['manual'],
  statements: [],
  identifiers: ['P-100'],
  expansions: ['maximum operating pressure'],
  intent: 'lookup',
  documents: [{ document: 1, matched: 2, terms: ['P-100'], facts: ['year 2024'] }],
  alpha: 0.35,
  beta: 0.8,
  reasons: ['α lowered: the question holds identifiers (P-100)', 'β raised: 1 of 3 look-alike documents are meant'],
}

export function response(hits: Hit[], analysis: Partial<QueryAnalysis> = {}): SearchResponse {
  return { query: 'q', hits, timings: { embed: 3, dense: 2, lexical: 1, total: 7 }, documents: 3, vectors: 1, analysis: { ...ANALYSIS, ...analysis } }
}
