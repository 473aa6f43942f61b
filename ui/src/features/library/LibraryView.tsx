import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CollectionRow, DocumentRow, FolderRow } from '@/backend'
import { ErrorNote } from '@/components/ErrorNote'
import { FolderBar } from '@/features/folders/FolderBar'
import { documentsIn } from '@/features/folders/folders'
import { FirstRun } from '@/features/onboarding/FirstRun'
import { useChange, useRead } from '@/lib/queries'
import { useRemoval } from '@/lib/removal'
import { useUi } from '@/lib/ui'

import { CollectionBar } from './Collections'
import { PasswordDialog } from './dialogs'
import { DocumentGrid } from './DocumentGrid'
import { DocumentTable } from './DocumentTable'
import { arrange, type Sort, type SortKey, type StateFilter } from './filter'
import { useLayout } from './layout'
import type { LineActions } from './parts'
import { ReportNote } from './ReportNote'
import { SelectionBar } from './SelectionBar'
import { Toolbar } from './Toolbar'
import { useAdding } from './useAdding'

function Loading() {
  return (
    <div className="space-y-5 px-5 py-6" aria-hidden>
      {[72, 58, 66, 49, 61].map((width) => (
        <div key={width} className="space-y-2">
          <div className="skeleton h-3.5" style={{ width: `${width}%` }} />
          <div className="skeleton h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}

/** Which lines are chosen; with Shift everything from the last one chosen. */
function useSelection(shown: DocumentRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const last = useRef<number | null>(null)
  const toggle = (row: DocumentRow, range: boolean) => {
    const to = shown.findIndex((other) => other.id === row.id)
    const from = range ? shown.findIndex((other) => other.id === last.current) : to
    const span = from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const add = !selected.has(row.id)
    const next = new Set(selected)
    for (const { id } of span) {
      if (add) next.add(id)
      else next.delete(id)
    }
    last.current = row.id
    setSelected(next)
  }
  const toggleAll = () => setSelected(shown.every((row) => selected.has(row.id)) ? new Set() : new Set(shown.map((row) => row.id)))
  return { selected, toggle, toggleAll, clear: () => setSelected(new Set()) }
}

const NO_COLLECTIONS: CollectionRow[] = []
const NO_FOLDERS: FolderRow[] = []

/** What limits the list beside words and states: a collection or a linked folder. */
type Shelf = { collection: number } | { folder: number }

function within(rows: DocumentRow[], collection: CollectionRow | undefined, folder: FolderRow | undefined): DocumentRow[] {
  if (folder) return documentsIn(folder, rows)
  return collection ? rows.filter((row) => collection.documents.includes(row.id)) : rows
}

export function LibraryView({ folder: first }: { /** Linked folder to list at first. */ folder?: number | undefined }) {
  const { t } = useTranslation()
  const { data: kept, error, refetch } = useRead('documents_list', null)
  const collections = useRead('collections_list', null).data ?? NO_COLLECTIONS
  const folders = useRead('folders_list', null).data ?? NO_FOLDERS
  const [shelf, setShelf] = useState<Shelf | null>(first === undefined ? null : { folder: first })
  const collection = collections.find((row) => shelf !== null && 'collection' in shelf && row.id === shelf.collection)
  const folder = folders.find((row) => shelf !== null && 'folder' in shelf && row.id === shelf.folder)
  const showCollection = (id: number | null) => setShelf(id === null ? null : { collection: id })
  const leaving = useRemoval((state) => state.leaving)
  const remove = useRemoval((state) => state.remove)
  const rows = useMemo(() => kept?.filter((row) => !leaving.includes(row.id)), [kept, leaving])
  const { data: status, error: shut } = useRead('library_status', null)
  const [text, setText] = useState('')
  // Typing goes before listing.
  const words = useDeferredValue(text)
  const [filter, setFilter] = useState<StateFilter>('all')
  const [sort, setSort] = useState<Sort>({ key: 'title', descending: false })
  const [locked, setLocked] = useState<DocumentRow | null>(null)
  const [layout, setLayout] = useLayout()
  const ui = useUi()
  const adding = useAdding()
  const shown = useMemo(() => arrange(within(rows ?? [], collection, folder), words, filter, sort), [rows, collection, folder, words, filter, sort])
  const { selected, toggle, toggleAll, clear } = useSelection(shown)
  const chosen = useMemo(() => (rows ?? []).filter((row) => selected.has(row.id)), [rows, selected])
  const retry = useChange('document_retry')
  const cancel = useChange('document_cancel')
  const pause = useChange('ingest_pause')

  const askAbout = (documents: DocumentRow[]) => {
    ui.setScope(documents.map((row) => row.id))
    ui.go({ name: 'chat', conversation: null })
  }
  const retryRow = (row: DocumentRow, password: string | null = null) => retry.mutate({ id: row.id, password })
  const openReader = (row: DocumentRow) => ui.openReader({ document: row.id, page: 1, locators: [], source: null })
  const actions: LineActions = {
    open: (row) => (row.state === 'locked' ? setLocked(row) : row.pages === 0 ? ui.showDetails(row.id) : openReader(row)),
    details: (row) => ui.showDetails(row.id),
    toggle,
    retry: retryRow,
    unlock: setLocked,
    cancel: (row) => cancel.mutate({ id: row.id }),
    remove: (row) => remove([row.id]),
    ask: (row) => askAbout([row]),
  }
  const emptyWords = collection?.documents.length === 0 ? 'collection.empty' : folder && documentsIn(folder, rows ?? []).length === 0 ? 'folders.noDocuments' : 'library.noMatch'
  const Documents = layout === 'grid' ? DocumentGrid : DocumentTable
  const onSort = (key: SortKey) => setSort((before) => ({ key, descending: before.key === key && !before.descending }))

  // When nothing of the library can be read, that is said once, above the view.
  if (error || !rows) {
    return (
      <section aria-label={t('library.title')}>
        <h1 className="px-5 pt-4 text-lg font-semibold">{t('library.title')}</h1>
        {!error ? <Loading /> : !shut && <ErrorNote error={error} className="m-5" onRetry={() => void refetch()} />}
      </section>
    )
  }
  if (rows.length === 0 && leaving.length === 0) return <FirstRun adding={adding} />
  return (
    <section aria-label={t('library.title')} className="flex min-h-0 flex-1 flex-col">
      <Toolbar
        rows={rows}
        status={status}
        text={text}
        filter={filter}
        onText={setText}
        onFilter={setFilter}
        onFiles={adding.pickFiles}
        onFolder={adding.pickFolder}
        sort={sort}
        onSort={setSort}
        layout={layout}
        onLayout={setLayout}
        onPause={(paused) => pause.mutate({ paused })}
      >
        <div className="flex flex-wrap items-center gap-1.5">
          <CollectionBar rows={collections} shown={collection?.id ?? null} folders={{ some: folders.length > 0, shown: folder !== undefined }} onShow={showCollection} />
          <FolderBar folders={folders} rows={rows} shown={folder?.id ?? null} onShow={(id) => setShelf(id === null ? null : { folder: id })} />
        </div>
      </Toolbar>
      <ReportNote />
      <Documents
        rows={shown}
        selected={selected}
        shown={ui.panel.open ? (ui.reader?.document ?? null) : null}
        sort={sort}
        onSort={onSort}
        onSelectAll={toggleAll}
        actions={actions}
      />
      {shown.length === 0 && <p className="absolute inset-x-0 top-1/2 px-6 text-center text-ink-3">{t(emptyWords)}</p>}
      {chosen.length > 0 && (
        <SelectionBar
          rows={chosen}
          onAsk={() => askAbout(chosen)}
          onRetry={() => chosen.filter((row) => row.state === 'failed' || row.state === 'cancelled').forEach((row) => retryRow(row))}
          collections={collections}
          shown={collection}
          onShow={showCollection}
          onRemove={() => {
            remove(chosen.map((row) => row.id))
            clear()
          }}
          onClear={clear}
        />
      )}
      {locked && (
        <PasswordDialog
          row={locked}
          onClose={() => setLocked(null)}
          onSubmit={(password) => {
            retryRow(locked, password)
            setLocked(null)
          }}
        />
      )}
    </section>
  )
}
