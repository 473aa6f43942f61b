/** Search in the open document: the engine answers page by page, the first hits are there at once. */
import { useEffect, useState } from 'react'

import { backend, toWireError, type FindResponse, type TextMatch, type WireError } from '@/backend'

const PAUSE_MS = 150

export interface Finding {
  query: string
  matches: TextMatch[]
  /** Place among the matches; -1 without one. */
  at: number
  searching: boolean
  error: WireError | null
  setQuery(query: string): void
  step(by: 1 | -1): void
}

/** The first match on or after a page, else the first of all. */
export function firstFrom(matches: TextMatch[], page: number): number {
  const at = matches.findIndex((match) => match.page >= page)
  return at >= 0 ? at : matches.length > 0 ? 0 : -1
}

export function useFind(document: number, page: number): Finding {
  const [query, setQuery] = useState('')
  const [state, setState] = useState<{ matches: TextMatch[]; at: number; searching: boolean; error: WireError | null }>({ matches: [], at: -1, searching: false, error: null })
  const [start, setStart] = useState(page)
  const wanted = query.trim()

  useEffect(() => {
    setState({ matches: [], at: -1, searching: wanted !== '', error: null })
    if (wanted === '') return
    let alive = true
    const run = async () => {
      let matches: TextMatch[] = []
      let from: number | null = 1
      try {
        while (from !== null && alive) {
          const answer: FindResponse = await backend().call('document_find', { id: document, query: wanted, from })
          if (!alive) return
          matches = [...matches, ...answer.matches]
          from = answer.next
          const found = matches
          const more = from !== null
          setState((before) => {
            // Nothing is shown before the place that is being read, unless there is nothing after it.
            const reached = !more || found.some((match) => match.page >= start)
            return { matches: found, at: before.at >= 0 ? before.at : reached ? firstFrom(found, start) : -1, searching: more, error: null }
          })
        }
      } catch (thrown) {
        if (alive) setState((before) => ({ ...before, searching: false, error: toWireError(thrown) }))
      }
    }
    const timer = setTimeout(() => void run(), PAUSE_MS)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [document, wanted, start])

  return {
    query,
    ...state,
    setQuery: (next) => {
      if (wanted === '') setStart(page)
      setQuery(next)
    },
    step: (by) => setState((before) => (before.matches.length === 0 ? before : { ...before, at: (before.at + by + before.matches.length) % before.matches.length })),
  }
}
