/** What the engine says of a hit → the parts of its score and the reasons for its place, ready to be told in words. */
import type { Hit } from '@/backend'

/** What a score is made of. `reading` is what the reranker added, `rule` what a rule lifted it by. */
export const PARTS = ['dense', 'lexical', 'keyword', 'reading', 'rule'] as const
export type PartName = (typeof PARTS)[number]

export interface Part {
  name: PartName
  /** Points of the score. */
  share: number
}

/** What the reranker looks at; the engine names them in its notes. */
const FEATURES = {
  words: 'words',
  path: 'path',
  proximity: 'proximity',
  phrases: 'phrases',
  statement: 'statement',
  years: 'years',
  numbers: 'numbers',
  table: 'table',
  figure: 'figure',
  'contents list': 'contents',
  stub: 'stub',
} as const
export type FeatureName = (typeof FEATURES)[keyof typeof FEATURES] | 'cross'

export interface Feature {
  name: FeatureName
  share: number
}

export type Note =
  | { kind: 'lifted'; statement: string }
  | { kind: 'named'; place: string }
  | { kind: 'pointed' | 'introduces' | 'movedUp' }
  | { kind: 'movedDown'; count: number }
  | { kind: 'joined'; rank: number }
  | { kind: 'joinedNeighbour' }
  | { kind: 'cut'; score: string; threshold: string }
  | { kind: 'other'; text: string }

/** Whether any of the hits was found by a route; without the other one a route takes its whole weight. */
export interface Routes {
  dense: boolean
  lexical: boolean
}

export function routesOf(hits: Hit[]): Routes {
  return { dense: hits.some((hit) => hit.explanation.raw_dense !== null), lexical: hits.some((hit) => hit.explanation.raw_lexical !== null) }
}

/** Weight of meaning against words, 0..1, as it came to bear. */
export function shareOfMeaning(alpha: number, routes: Routes): number {
  if (routes.dense && routes.lexical) return alpha
  return routes.dense ? 1 : 0
}

/** Shares below this are not worth a word. */
const SLIGHT = 0.005

export function partsOf(hit: Hit, routes: Routes): Part[] {
  const { scores, explanation } = hit
  const meaning = shareOfMeaning(explanation.alpha, routes)
  const told: Part[] = [
    { name: 'dense', share: meaning * (scores.dense ?? 0) },
    { name: 'lexical', share: (1 - meaning) * (scores.lexical ?? 0) },
    { name: 'keyword', share: explanation.beta * (scores.keyword ?? 0) },
    { name: 'reading', share: scores.rerank ?? 0 },
  ]
  const rest = hit.score - told.reduce((sum, part) => sum + part.share, 0)
  return [...told, { name: 'rule' as const, share: rest }].filter((part) => Math.abs(part.share) >= SLIGHT)
}

/** How far apart the longest bar reaches: the largest sum of what speaks for a hit. */
export function longest(hits: Hit[], routes: Routes): number {
  const sums = hits.map((hit) => partsOf(hit, routes).reduce((sum, part) => sum + Math.max(0, part.share), 0))
  return Math.max(0.01, ...sums)
}

export type Strength = 'strong' | 'fair' | 'faint' | 'least' | 'absent'

/** A value of 0..1 in words; 0 is the last of the candidates, `null` one that the route did not bring. */
export function strengthOf(value: number | null): Strength {
  if (value === null) return 'absent'
  if (value >= 0.7) return 'strong'
  if (value >= 0.35) return 'fair'
  return value > 0.01 ? 'faint' : 'least'
}

const RULES: [RegExp, (match: RegExpMatchArray) => Note][] = [
  [/^lifted: best passage of the (.+)$/, (match) => ({ kind: 'lifted', statement: match[1] ?? '' })],
  [/^put first: the question names (.+)$/, (match) => ({ kind: 'named', place: match[1] ?? '' })],
  [/^put first: it stands where/, () => ({ kind: 'pointed' })],
  [/^put first: it introduces/, () => ({ kind: 'introduces' })],
  [/^moved up:/, () => ({ kind: 'movedUp' })],
  [/^moved down: (\d+)/, (match) => ({ kind: 'movedDown', count: Number(match[1]) })],
  [/^joined with hit (\d+)$/, (match) => ({ kind: 'joined', rank: Number(match[1]) })],
  [/^joined with its neighbour/, () => ({ kind: 'joinedNeighbour' })],
  [/^cut: ([\d.]+) of the best score, threshold ([\d.]+)/, (match) => ({ kind: 'cut', score: match[1] ?? '', threshold: match[2] ?? '' })],
]

function featuresIn(list: string): Feature[] {
  return list.split(', ').flatMap((item) => {
    const match = /^(.+) ([+-][\d.]+)$/.exec(item)
    const name = FEATURES[match?.[1] as keyof typeof FEATURES]
    return match && name ? [{ name, share: Number(match[2]) }] : []
  })
}

/** The engine's notes, told apart; what is not known stays in its own words. */
export function notesOf(notes: string[]): { features: Feature[]; notes: Note[] } {
  const features: Feature[] = []
  const rest: Note[] = []
  for (const text of notes) {
    const cross = /^cross-encoder: ([+-][\d.]+)$/.exec(text)
    if (text.startsWith('reranked: ')) features.push(...featuresIn(text.slice('reranked: '.length)))
    else if (cross) features.push({ name: 'cross', share: Number(cross[1]) })
    else {
      const rule = RULES.flatMap(([pattern, make]) => {
        const match = pattern.exec(text)
        return match ? [make(match)] : []
      })[0]
      rest.push(rule ?? { kind: 'other', text })
    }
  }
  return { features: features.sort((a, b) => Math.abs(b.share) - Math.abs(a.share)), notes: rest }
}

export type Reason = { kind: 'identifiers'; terms: string } | { kind: 'everyday' | 'periodOnly' } | { kind: 'rivals'; meant: number; rivals: number } | { kind: 'other'; text: string }

/** Why the weights are what they are. */
export function reasonOf(text: string): Reason {
  const identifiers = /^α lowered: the question holds identifiers \((.+)\)$/.exec(text)
  if (identifiers) return { kind: 'identifiers', terms: identifiers[1] ?? '' }
  if (text.startsWith('α raised: the question is in everyday words')) return { kind: 'everyday' }
  const rivals = /^β raised: (\d+) of (\d+) look-alike/.exec(text)
  if (rivals) return { kind: 'rivals', meant: Number(rivals[1]), rivals: Number(rivals[2]) }
  if (text.startsWith('β lowered: only a period')) return { kind: 'periodOnly' }
  return { kind: 'other', text }
}
