/** One question with its answer as shown, whether it is still being written or long kept. */
import type { AnswerMode, AnswerStep, Citation, Hit, PromptMeter, Scheme, Sentence, Turn, WireError } from '@/backend'
import { firstPage, hitPlaces } from '@/lib/pages'

export type Phase = 'searching' | 'writing' | 'done'

export interface TurnView {
  key: string
  question: string
  phase: Phase
  /** What the model has written so far; empty once verified sentences are there. */
  draft: string
  sentences: Sentence[]
  citations: Citation[]
  /** Ranked passages, known for answers of this sitting. */
  hits: Hit[]
  /** The query searched, where it differs from the question. */
  query: string | null
  found: boolean
  stopped: boolean
  warnings: string[]
  mode: AnswerMode
  model: string | null
  totalMs: number
  searchMs: number | null
  tokens: { prompt: number | null; answer: number | null } | null
  /** What the model is busy with before it writes. */
  step: { step: AnswerStep; done: number; of: number } | null
  /** How the model went about it; `null` for quotations. */
  scheme: Scheme | null
  /** Where the tokens of the prompt went; `null` for quotations. */
  meter: PromptMeter | null
  error: WireError | null
  /** Documents that were searched, empty for all; `null` where that is not known any more. */
  scope: number[] | null
}

/** A source as listed beside an answer: a citation, or a passage that was found but not used. */
export interface Source {
  /** As cited; `null` for a passage that was found but not cited. */
  number: number | null
  segment: number
  document: number
  title: string
  fileName: string
  path: string[]
  text: string
  quote: string | null
  locators: Citation['locators']
  hit: Hit | null
}

/** More pages than these would not be a choice. */
const MOST_PLACES = 6

/** What an answer brought with it that is not filed. */
export type Extras = Pick<TurnView, 'hits' | 'query' | 'searchMs' | 'tokens' | 'scope'>

export const NO_EXTRAS: Extras = { hits: [], query: null, searchMs: null, tokens: null, scope: null }

export function extrasOf({ hits, query, searchMs, tokens, scope }: TurnView): Extras {
  return { hits, query, searchMs, tokens, scope }
}

export function keptTurn(turn: Turn, extras: Extras): TurnView {
  return {
    key: `turn-${turn.id}`,
    question: turn.question,
    phase: 'done',
    draft: '',
    sentences: turn.sentences,
    citations: turn.citations,
    ...extras,
    found: turn.found,
    stopped: turn.stopped,
    warnings: turn.warnings,
    mode: turn.mode,
    model: turn.model,
    totalMs: turn.total_ms,
    step: null,
    scheme: turn.scheme ?? null,
    meter: turn.meter ?? null,
    error: null,
  }
}

function fromCitation(citation: Citation, hit: Hit | null): Source {
  return {
    number: citation.number,
    segment: citation.segment,
    document: citation.document,
    title: citation.title,
    fileName: citation.file_name,
    path: citation.section_path,
    text: citation.text,
    quote: citation.quote,
    locators: citation.locators,
    hit,
  }
}

function fromHit(hit: Hit): Source {
  return {
    number: hit.rank,
    segment: hit.segment,
    document: hit.document,
    title: hit.title,
    fileName: hit.file_name,
    path: hit.section_path,
    text: hit.text,
    quote: null,
    locators: hitPlaces(hit),
    hit,
  }
}

/** A hit as a source of its answer: cited, where the answer cites it. */
export function sourceOfHit(turn: TurnView, hit: Hit): Source {
  const citation = turn.citations.find((candidate) => candidate.segment === hit.segment)
  return citation ? fromCitation(citation, hit) : { ...fromHit(hit), number: null }
}

/** Cited sources by number; before the answer is verified, the passages given to the model under their rank. */
export function citedSources(turn: TurnView): Source[] {
  if (turn.phase !== 'done') return turn.hits.map(fromHit)
  const bySegment = new Map(turn.hits.map((hit) => [hit.segment, hit]))
  return turn.citations.map((citation) => fromCitation(citation, bySegment.get(citation.segment) ?? null))
}

/** Passages that were found but are not cited. */
export function furtherSources(turn: TurnView): Source[] {
  if (turn.phase !== 'done') return []
  const cited = new Set(turn.citations.map((citation) => citation.segment))
  return turn.hits.filter((hit) => !cited.has(hit.segment)).map((hit) => ({ ...fromHit(hit), number: null }))
}

/** Pages that an answer rests on, each once, in the order of its sources. */
export function placesOf(turn: TurnView): { document: number; page: number }[] {
  const places = [...citedSources(turn), ...furtherSources(turn)].map((source) => ({ document: source.document, page: firstPage(source.locators) }))
  return places.filter((place, at) => places.findIndex((other) => other.document === place.document && other.page === place.page) === at).slice(0, MOST_PLACES)
}

/** Where a source stands among those of its answer. Several citations may rest on one passage; only their numbers differ. */
export function placeOfSource(sources: Source[], wanted: Pick<Source, 'number' | 'segment'>): number {
  const exact = sources.findIndex((source) => source.segment === wanted.segment && source.number === wanted.number)
  return exact >= 0 ? exact : sources.findIndex((source) => source.segment === wanted.segment)
}

/** Quotations only, to be set word for word and not as Markdown. */
export function isQuotation(turn: TurnView): boolean {
  return turn.sentences.length > 0 && turn.sentences.every((sentence) => sentence.support === 'quoted')
}
