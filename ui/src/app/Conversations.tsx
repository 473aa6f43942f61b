import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { ConversationRow } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { Menu } from '@/components/Menu'
import { SearchBox } from '@/components/SearchBox'
import { useLive } from '@/features/chat/live'
import { moment } from '@/lib/format'
import { isComposing } from '@/lib/keys'
import { useChange, useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { MessageHits, worthSearching } from './MessageSearch'

function Rename({ row, onDone }: { row: ConversationRow; onDone(title: string | null): void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(row.title)
  return (
    <input
      autoFocus
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text.trim() || null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) event.currentTarget.blur()
        if (event.key === 'Escape') onDone(null)
      }}
      aria-label={t('conversation.rename')}
      className="h-7 w-full rounded-md border border-accent bg-raised px-2"
    />
  )
}

function Line({ row, current, busy, onRename, onDelete }: { row: ConversationRow; current: boolean; busy: boolean; onRename(): void; onDelete(): void }) {
  const { t, i18n } = useTranslation()
  const go = useUi((ui) => ui.go)
  return (
    <div className={`group relative flex h-7 items-center rounded-md hover:bg-well ${current ? 'bg-well' : ''}`}>
      <button
        type="button"
        onClick={() => go({ name: 'chat', conversation: row.id })}
        aria-current={current ? 'page' : undefined}
        title={`${row.title}\n${moment(row.updated_ms, Date.now(), i18n.language)}`}
        className={`h-full min-w-0 flex-1 truncate rounded-md px-2.5 text-left ${current ? 'font-medium text-ink' : 'text-ink-2 group-hover:text-ink'}`}
      >
        {busy && <span aria-label={t('conversation.busy')} className="mr-1.5 inline-block size-[7px] animate-pulse rounded-full bg-accent" />}
        {row.title}
      </button>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('conversation.more', { title: row.title })}
            className="flex h-6 w-0 shrink-0 items-center justify-center overflow-hidden rounded text-ink-3 group-hover:mr-0.5 group-hover:w-6 hover:bg-line hover:text-ink focus-visible:mr-0.5 focus-visible:w-6 data-[state=open]:mr-0.5 data-[state=open]:w-6"
          >
            <Ellipsis size={14} aria-hidden />
          </button>
        }
        items={[
          { label: t('conversation.rename'), onSelect: () => setTimeout(onRename) },
          { label: t('conversation.delete'), danger: true, onSelect: onDelete },
        ]}
      />
    </div>
  )
}

/** As many are listed at a time. */
const AT_FIRST = 100

/** Kept conversations, newest first. */
export function Conversations() {
  const { t } = useTranslation()
  const { data: rows } = useRead('conversations_list', null)
  const view = useUi((ui) => ui.view)
  const go = useUi((ui) => ui.go)
  const live = useLive((state) => state.live)
  const [renaming, setRenaming] = useState<number | null>(null)
  const [leaving, setLeaving] = useState<ConversationRow | null>(null)
  const rename = useChange('conversation_rename')
  const remove = useChange('conversation_delete')
  const [text, setText] = useState('')
  const [most, setMost] = useState(AT_FIRST)
  const current = view.name === 'chat' ? view.conversation : null
  if (!rows || rows.length === 0) return <div className="flex-1" />
  const searching = worthSearching(text)
  const shown = searching ? [] : rows.slice(0, most)
  return (
    <section aria-label={t('conversation.list')} className="mt-4 flex min-h-0 flex-1 flex-col">
      <h2 className="px-[18px] pb-1 text-sm text-ink-3">{t('conversation.list')}</h2>
      <SearchBox label={t('conversation.search')} text={text} onText={setText} className="mx-2 mb-1.5" />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {searching && <MessageHits query={text.trim()} />}
        {shown.map((row) =>
          renaming === row.id ? (
            <Rename
              key={row.id}
              row={row}
              onDone={(title) => {
                setRenaming(null)
                if (title !== null && title !== row.title) rename.mutate({ id: row.id, title })
              }}
            />
          ) : (
            <Line
              key={row.id}
              row={row}
              current={row.id === current}
              busy={live.some((candidate) => candidate.conversation === row.id && candidate.turn.phase !== 'done')}
              onRename={() => setRenaming(row.id)}
              onDelete={() => setLeaving(row)}
            />
          ),
        )}
        {!searching && rows.length > most && (
          <Button kind="quiet" onClick={() => setMost(most + AT_FIRST)}>
            {t('action.more')}
          </Button>
        )}
      </div>
      {leaving && (
        <Dialog title={t('conversation.deleteTitle', { title: leaving.title })} description={t('conversation.deleteWhy')} onClose={() => setLeaving(null)}>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setLeaving(null)}>{t('action.cancel')}</Button>
            <Button
              kind="danger"
              autoFocus
              onClick={() => {
                remove.mutate({ id: leaving.id })
                if (leaving.id === current) go({ name: 'chat', conversation: null })
                setLeaving(null)
              }}
            >
              {t('conversation.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
