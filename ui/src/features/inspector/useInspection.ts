import { useMemo } from 'react'

import type { Hit, SearchResponse, WireError } from '@/backend'
import type { TurnView } from '@/features/chat/turn'
import { useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'

/** So many passages are shown; further ones tell nothing new. */
const SHOWN = 20
/** What an answer is given unless the settings say otherwise. */
const USUAL_PASSAGES = 8

export interface Inspection {
  data: SearchResponse | undefined
  error: WireError | null
  retry(): void
  /** So many of the hits were given to the answer. */
  given: number
  /** Numbers that the answer cites a passage under. */
  cited: Map<number, number[]>
  /** The passages that the answer rested on are not those that are found now. */
  changed: boolean
  /** The search was limited to some documents. */
  limited: boolean
}

function numbersBySegment(turn: TurnView): Map<number, number[]> {
  const numbers = new Map<number, number[]>()
  for (const { segment, number } of turn.citations) numbers.set(segment, [...(numbers.get(segment) ?? []), number])
  return numbers
}

const segments = (hits: Hit[]) => hits.map((hit) => hit.segment).join(' ')

/** Searches the question of an answer once more, and deeper, to explain how it was found. */
export function useInspection(turn: TurnView): Inspection {
  const settings = useRead('settings_get', null).data
  const now = useScope().documents
  const given = settings?.passages ?? USUAL_PASSAGES
  const scope = turn.scope ?? now
  const request = { query: turn.query ?? turn.question, top_k: Math.max(SHOWN, given), scope, method: null, alpha: settings?.alpha ?? null, beta: settings?.beta ?? null, kind: null }
  const { data, error, refetch } = useRead('search', request, { enabled: settings !== undefined, staleTime: 0 })
  const cited = useMemo(() => numbersBySegment(turn), [turn])
  const changed = data !== undefined && turn.hits.length > 0 && segments(data.hits.slice(0, turn.hits.length)) !== segments(turn.hits)
  return { data, error, retry: () => void refetch(), given, cited, changed, limited: scope.length > 0 }
}
