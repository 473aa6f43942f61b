import type { DocumentRow } from '@/backend'

/** Whether a document is read far enough for a model to work on it. */
export function isReadable(row: DocumentRow): boolean {
  return row.state === 'ready' || row.state === 'searchable'
}
