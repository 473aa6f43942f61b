import { useMemo } from 'react'

import { useRead } from '@/lib/queries'

import { useLive } from './live'
import { keptTurn, NO_EXTRAS, type TurnView } from './turn'

/** Filed and running turns of a conversation, oldest first; `null` is a conversation that has not begun. */
export function useTurns(conversation: number | null) {
  const query = useRead('conversation_get', { id: conversation ?? 0 }, { enabled: conversation !== null })
  const allLive = useLive((state) => state.live)
  const extras = useLive((state) => state.extras)
  const filed = query.data

  const live = useMemo(() => allLive.filter((candidate) => candidate.conversation === conversation), [allLive, conversation])
  const turns = useMemo<TurnView[]>(() => {
    const newest = Math.min(...live.map((candidate) => candidate.after), Infinity)
    const kept = conversation === null ? [] : (filed?.turns ?? []).filter((turn) => turn.id <= newest)
    return [...kept.map((turn) => keptTurn(turn, extras[turn.id] ?? NO_EXTRAS)), ...live.map((candidate) => candidate.turn)]
  }, [conversation, filed, extras, live])

  return {
    turns,
    live,
    title: filed?.row.title ?? null,
    lastFiled: filed?.turns.at(-1)?.id ?? 0,
    loading: conversation !== null && query.isPending && live.length === 0,
    error: live.length === 0 ? query.error : null,
    retry: query.refetch,
  }
}
