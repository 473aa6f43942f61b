import { useQueryClient } from '@tanstack/react-query'
import { FileText, Heading, Image, MessageSquare, MessagesSquare, Quote, Search, Sparkles, SquareTerminal, type LucideIcon } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { Rect } from '@/backend'
import { DocumentTitle } from '@/components/DocumentTitle'
import { startAsking } from '@/features/chat/live'
import { useLinking, useScan } from '@/features/folders/useLinking'
import { useAdding } from '@/features/library/useAdding'
import { sectionTrail, withoutBullet } from '@/lib/format'
import { isComposing } from '@/lib/keys'
import { firstPage, hitPlaces } from '@/lib/pages'
import { useChange, useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'
import { useUi } from '@/lib/ui'

import { paletteItems, type CommandWord, type PaletteItem } from './paletteItems'
import { usePassages } from './usePassages'
import { usePlaces } from './usePlaces'

const ICONS: Record<PaletteItem['kind'], LucideIcon> = { ask: Sparkles, command: SquareTerminal, document: FileText, heading: Heading, figure: Image, conversation: MessageSquare, message: MessagesSquare, passage: Quote }

/** What was found, and below it where. */
function Two({ first, second, page }: { first: string; second: string; page: number | null }) {
  const { t } = useTranslation()
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate">{first}</span>
      <span className="flex gap-2 text-sm text-ink-3">
        <span className="min-w-0 flex-1 truncate">{second}</span>
        {page !== null && <span className="shrink-0 tabular">{t('page.short', { page })}</span>}
      </span>
    </span>
  )
}

function Words({ item }: { item: PaletteItem }) {
  const { t } = useTranslation()
  switch (item.kind) {
    case 'ask':
      return <span className="truncate">{t('palette.ask', { question: item.question })}</span>
    case 'command':
      return <span className="truncate">{item.label}</span>
    case 'document':
    case 'conversation':
      return (
        <span className="min-w-0">
          <DocumentTitle title={item.row.title} />
        </span>
      )
    case 'heading':
      return <Two first={item.hit.title} second={item.hit.document_title} page={item.hit.page} />
    case 'figure':
      return <Two first={item.figure.figure.caption ?? t('figure.untitled')} second={item.figure.title} page={item.figure.figure.page} />
    case 'message':
      return <Two first={item.hit.question} second={item.hit.excerpt || item.hit.title} page={null} />
    case 'passage': {
      const { hit } = item
      return (
        <span className="min-w-0 flex-1">
          <span className="block truncate font-serif">{withoutBullet(hit.text)}</span>
          <span className="flex gap-2 text-sm text-ink-3">
            <span className="min-w-0 flex-1 truncate">{[hit.title, ...sectionTrail(hit.section_path, hit.title)].join(' › ')}</span>
            <span className="shrink-0 tabular">{t('page.short', { page: firstPage(hitPlaces(hit)) })}</span>
          </span>
        </span>
      )
    }
  }
}

/** What choosing an entry does. */
function useChoose() {
  const client = useQueryClient()
  const adding = useAdding()
  const linking = useLinking()
  const scan = useScan()
  const pause = useChange('ingest_pause')
  const change = useChange('settings_set')
  const settings = useRead('settings_get', null).data
  const { go, openReader, setPalette, inspect } = useUi()
  const { documents: scope } = useScope()
  const commands: Record<CommandWord, () => void> = {
    new: () => go({ name: 'chat', conversation: null }),
    library: () => go({ name: 'library' }),
    laboratory: () => go({ name: 'laboratory' }),
    inspect: () => inspect(null),
    settings: () => go({ name: 'settings' }),
    add: adding.pickFiles,
    addFolder: adding.pickFolder,
    folders: () => go({ name: 'folders' }),
    linkFolder: linking.pick,
    scanFolders: () => {
      go({ name: 'folders' })
      scan.start()
    },
    pause: () => pause.mutate({ paused: true }),
    resume: () => pause.mutate({ paused: false }),
    theme: () => settings && change.mutate({ ...settings, theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' }),
  }
  const place = (document: number, page: number, rects: Rect[]) => openReader({ document, page, locators: [{ page: page - 1, label: null, rects, char_start: 0, char_end: 0 }], source: null })
  return (item: PaletteItem) => {
    setPalette(false)
    if (item.kind === 'command') commands[item.name]()
    else if (item.kind === 'conversation') go({ name: 'chat', conversation: item.row.id })
    else if (item.kind === 'message') go({ name: 'chat', conversation: item.hit.conversation, turn: item.hit.turn })
    else if (item.kind === 'heading') place(item.hit.document, item.hit.page, item.hit.rects)
    else if (item.kind === 'figure') place(item.figure.document, item.figure.figure.page, [item.figure.figure.rect])
    else if (item.kind === 'document') openReader({ document: item.row.id, page: 1, locators: [], source: null })
    else if (item.kind === 'passage') openReader({ document: item.hit.document, page: firstPage(hitPlaces(item.hit)), locators: hitPlaces(item.hit), source: null })
    else {
      go({ name: 'chat', conversation: null })
      startAsking(client, { question: item.question, conversation: null, scope, mode: settings?.mode ?? 'auto', model: settings?.model ? settings.model : null }, 0)
    }
  }
}

function Finder() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const documents = useRead('documents_list', null).data
  const conversations = useRead('conversations_list', null).data
  const { documents: scope } = useScope()
  const { hits, searching } = usePassages(text, scope)
  const places = usePlaces(text)
  const paused = useRead('library_status', null).data?.paused === true
  const answered = useUi((ui) => ui.view.name === 'chat' && ui.view.conversation !== null)
  const linked = (useRead('folders_list', null).data?.length ?? 0) > 0
  const choose = useChoose()
  const commands = useMemo(
    () => [
      { name: 'new' as const, label: t('nav.ask') },
      { name: 'library' as const, label: t('nav.library') },
      { name: 'laboratory' as const, label: t('nav.laboratory') },
      { name: 'settings' as const, label: t('nav.settings') },
      ...(answered ? [{ name: 'inspect' as const, label: t('inspect.title') }] : []),
      { name: 'add' as const, label: t('library.addFiles') },
      { name: 'addFolder' as const, label: t('library.addFolder') },
      { name: 'linkFolder' as const, label: t('folders.link') },
      { name: 'folders' as const, label: t('folders.title') },
      ...(linked ? [{ name: 'scanFolders' as const, label: t('folders.scanAll') }] : []),
      { name: paused ? ('resume' as const) : ('pause' as const), label: t(paused ? 'library.resume' : 'library.pause') },
      { name: 'theme' as const, label: t('palette.theme') },
    ],
    [t, paused, answered, linked],
  )
  const items = useMemo(() => paletteItems(text, commands, documents ?? [], conversations ?? [], places, hits), [text, commands, documents, conversations, places, hits])
  const current = Math.min(at, items.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && items.length > 0) {
      event.preventDefault()
      setAt((current + step + items.length) % items.length)
    }
    const item = items[current]
    if (event.key === 'Enter' && item) {
      event.preventDefault()
      choose(item)
    }
  }
  return (
    <>
      <label className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={16} className={`shrink-0 text-ink-3 ${searching ? 'animate-pulse' : ''}`} aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={items[current] ? `palette-${items[current].key}` : undefined}
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent text-md outline-none placeholder:text-ink-3 focus-visible:outline-none"
        />
      </label>
      <div ref={list} id="palette-list" role="listbox" aria-label={t('palette.results')} className="max-h-[min(420px,55vh)] overflow-y-auto p-1.5">
        {items.map((item, index) => {
          const Icon = ICONS[item.kind]
          const first = items[index - 1]?.kind !== item.kind && item.kind !== 'ask'
          return (
            <div key={item.key} role="presentation">
              {first && (
                <p role="presentation" className="px-2.5 pt-2 pb-1 text-xs text-ink-3">
                  {t(`palette.group.${item.kind}`)}
                </p>
              )}
              {/* Keys are handled by the input, which keeps the focus. */}
              {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
              <div
                id={`palette-${item.key}`}
                role="option"
                aria-selected={index === current}
                onPointerMove={() => setAt(index)}
                onClick={() => choose(item)}
                className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 py-1 aria-selected:bg-well"
              >
                <Icon size={15} strokeWidth={1.75} className="shrink-0 text-ink-3" aria-hidden />
                <Words item={item} />
              </div>
            </div>
          )
        })}
      </div>
    </>
  )
}

/** One box that finds documents, passages, conversations and commands (Ctrl/Cmd-K). */
export function Palette() {
  const { t } = useTranslation()
  const open = useUi((ui) => ui.palette)
  const setPalette = useUi((ui) => ui.setPalette)
  return (
    <Dialog.Root open={open} onOpenChange={setPalette}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Content
          aria-describedby={undefined}
          className="rise fixed top-[12vh] left-1/2 z-50 w-[min(620px,calc(100vw-48px))] -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-raised shadow-pop"
        >
          <Dialog.Title className="sr-only">{t('palette.label')}</Dialog.Title>
          <Finder />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
