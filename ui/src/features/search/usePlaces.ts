import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { backend, type Places } from '@/backend'

const PAUSE_MS = 40
const NONE: Places = { headings: [], figures: [], messages: [] }

/** Headings, figures and messages for what is being typed; names are looked up at almost every key stroke. */
export function usePlaces(text: string): Places {
  const wanted = text.trim()
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const enough = query.length >= 2 || /[\u3400-\u9fff]/.test(query)
  const { data } = useQuery({ queryKey: ['places', query], queryFn: () => backend().call('places_find', { query }), enabled: enough, placeholderData: keepPreviousData, staleTime: 0, gcTime: 10_000 })
  return wanted !== '' && enough && data ? data : NONE
}
