/** Reading and changing what the engine holds: cache keys, tags, and how broadcasts reach the cache. */
import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { backend, tags, type CommandName, type Commands, type DocumentRow, type LibraryEvent, type WireError } from '@/backend'

import { useUi } from './ui'

/** Where a command's answer is kept: under the first tag that the command list gives it. */
export function keyOf<K extends CommandName>(name: K, request: Commands[K]['request']) {
  return [tags[name].provides[0] ?? name, name, request] as const
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  })
}

export function useRead<K extends CommandName>(name: K, request: Commands[K]['request'], options: { enabled?: boolean; staleTime?: number; gcTime?: number; refetchOnWindowFocus?: 'always'; refetchInterval?: number | false } = {}) {
  return useQuery<Commands[K]['response'], WireError>({
    queryKey: keyOf(name, request),
    queryFn: () => backend().call(name, request),
    ...options,
  })
}

interface ChangeOptions<K extends CommandName> {
  /** A refusal is shown where the change was made, not as a notice. */
  quiet?: boolean
  /** Also when what asked for the change is not shown any more. */
  onSuccess?(response: Commands[K]['response']): void
}

/** A change; what it makes stale is read again afterwards (and what lies behind `more`), and a refusal is shown as a notice. */
export function useChange<K extends CommandName>(name: K, more: string[] = [], { quiet = false, onSuccess }: ChangeOptions<K> = {}) {
  const client = useQueryClient()
  const notify = useUi((ui) => ui.notify)
  return useMutation<Commands[K]['response'], WireError, Commands[K]['request']>({
    mutationKey: [name],
    mutationFn: (request) => backend().call(name, request),
    onSuccess: (response) => onSuccess?.(response),
    onError: (error) => {
      if (!quiet) notify(error)
    },
    onSettled: () => {
      for (const tag of [...tags[name].invalidates, ...more]) void client.invalidateQueries({ queryKey: [tag] })
    },
  })
}

const LIST_KEY = keyOf('documents_list', null)

/** Puts changed rows in, takes removed ones out; unknown rows are appended. */
export function patchRows(rows: DocumentRow[], changed: Map<number, DocumentRow | null>): DocumentRow[] {
  const seen = new Set<number>()
  const next: DocumentRow[] = []
  for (const row of rows) {
    seen.add(row.id)
    const change = changed.get(row.id)
    if (change !== null) next.push(change ?? row)
  }
  for (const [id, row] of changed) if (row && !seen.has(id)) next.push(row)
  return next
}

/** Counts over the whole library are read again at most this often while documents change. */
const STATUS_EVERY_MS = 1000

/** Broadcasts come many per second while pages are read; they are put into the cache in one go, a few times a second. */
export function followLibrary(client: QueryClient): () => void {
  const changed = new Map<number, DocumentRow | null>()
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let status: ReturnType<typeof setTimeout> | null = null

  const readStatus = () => {
    status = null
    void client.invalidateQueries({ queryKey: ['library'] })
  }
  const flush = () => {
    timer = null
    if (changed.size > 0) {
      const batch = new Map(changed)
      client.setQueryData<DocumentRow[]>(LIST_KEY, (rows) => (rows ? patchRows(rows, batch) : rows))
      for (const [id, row] of batch) {
        if (row && row.state !== 'working') void client.invalidateQueries({ queryKey: keyOf('document_detail', { id }) })
      }
      status ??= setTimeout(readStatus, STATUS_EVERY_MS)
      const gone = [...batch].filter(([, row]) => row === null).map(([id]) => id)
      if (gone.length > 0) {
        useUi.setState((ui) => ({ scope: ui.scope.filter((id) => !gone.includes(id)) }))
        // Linked folders count the documents that lie in them.
        stale.add('folders')
      }
      changed.clear()
    }
    for (const tag of stale) void client.invalidateQueries({ queryKey: [tag] })
    stale.clear()
  }
  const unsubscribe = backend().onLibraryEvent((event: LibraryEvent) => {
    if (event.event === 'document') changed.set(event.row.id, event.row)
    else if (event.event === 'removed') changed.set(event.id, null)
    else event.tags.forEach((tag) => stale.add(tag))
    timer ??= setTimeout(flush, 150)
  })
  return () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
    if (status) clearTimeout(status)
  }
}
