/** What questions are limited to: single documents and collections, as document ids. */
import { useMemo } from 'react'

import type { CollectionRow } from '@/backend'

import { useRead } from './queries'
import { useUi } from './ui'

export interface Scope {
  /** Empty means all documents, unless `nothing` is true. */
  documents: number[]
  /** Only collections without documents were chosen. */
  nothing: boolean
}

export function resolveScope(documents: number[], chosen: number[], collections: CollectionRow[]): Scope {
  const within = collections.filter((row) => chosen.includes(row.id))
  const all = [...new Set([...documents, ...within.flatMap((row) => row.documents)])].sort((a, b) => a - b)
  return { documents: all, nothing: all.length === 0 && within.length > 0 }
}

export function useScope(): Scope {
  const scope = useUi((ui) => ui.scope)
  const chosen = useUi((ui) => ui.collections)
  const rows = useRead('collections_list', null).data
  return useMemo(() => resolveScope(scope, chosen, rows ?? []), [scope, chosen, rows])
}
