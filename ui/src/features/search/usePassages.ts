import { useEffect, useState } from 'react'

import type { Hit } from '@/backend'
import { useRead } from '@/lib/queries'

const SHORTEST = 3
const PAUSE_MS = 120

/** Passages for what is being typed, once the typing pauses. */
export function usePassages(text: string, scope: number[]): { hits: Hit[]; searching: boolean } {
  const [query, setQuery] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  // Chinese says as much in two characters as English in a word.
  const enough = query.length >= SHORTEST || /[\u3400-\u9fff]{2}/.test(query)
  const { data, isFetching } = useRead('search', { query, top_k: 8, scope, method: null, alpha: null, beta: null, kind: null }, { enabled: enough, staleTime: 0 })
  return { hits: enough && data?.query !== undefined && wanted !== '' ? data.hits : [], searching: enough && isFetching }
}
