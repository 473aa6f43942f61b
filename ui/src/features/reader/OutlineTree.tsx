import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { OutlineNode } from '@/backend'

import { ancestors, initiallyFolded, visibleItems, type OutlineItem } from './outline'

interface Props {
  outline: OutlineNode[]
  /** Section that is being read. */
  current: number | null
  onJump(node: OutlineNode): void
}

function Row({ item, current, focused, onJump, onFold }: { item: OutlineItem; current: boolean; focused: boolean; onJump(): void; onFold(): void }) {
  const { node } = item
  return (
    <div
      role="treeitem"
      aria-level={node.level}
      aria-selected={current}
      {...(item.children > 0 ? { 'aria-expanded': item.open } : {})}
      tabIndex={focused ? 0 : -1}
      data-section={node.section}
      onClick={onJump}
      onKeyDown={(event) => event.key === 'Enter' && onJump()}
      className="flex min-h-[26px] items-start gap-0.5 rounded-md py-[3px] pr-2 text-sm text-ink-2 hover:bg-well hover:text-ink aria-selected:bg-accent-soft aria-selected:font-medium aria-selected:text-accent"
      style={{ paddingLeft: 2 + (node.level - 1) * 12 }}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          onFold()
        }}
        className={`mt-px flex size-4 shrink-0 items-center justify-center rounded hover:bg-line ${item.children > 0 ? '' : 'invisible'}`}
      >
        <ChevronRight size={12} className={`transition-transform ${item.open ? 'rotate-90' : ''}`} />
      </button>
      <span className="line-clamp-2 min-w-0 flex-1 break-words">{node.title}</span>
      <span className="shrink-0 pl-2 text-xs leading-[17px] text-ink-3 tabular">{node.page_label ?? node.page}</span>
    </div>
  )
}

/** The headings of the document; folds, jumps, and follows what is being read. */
export function OutlineTree({ outline, current, onJump }: Props) {
  const { t } = useTranslation()
  const [folded, setFolded] = useState(() => initiallyFolded(outline))
  const [focus, setFocus] = useState<number | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const items = useMemo(() => visibleItems(outline, folded), [outline, folded])

  // A folded section stands for what is read inside it.
  const marked = useMemo(() => {
    if (current === null) return null
    const seen = new Set(items.map((item) => item.node.section))
    return [current, ...ancestors(outline, current)].find((section) => seen.has(section)) ?? null
  }, [current, items, outline])

  useEffect(() => {
    tree.current?.querySelector(`[data-section="${marked}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [marked])

  const fold = (section: number, close?: boolean) =>
    setFolded((before) => {
      const next = new Set(before)
      if (close ?? !next.has(section)) next.add(section)
      else next.delete(section)
      return next
    })
  const go = (section: number | undefined) => {
    if (section === undefined) return
    setFocus(section)
    tree.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.node.section === Number((event.target as HTMLElement).dataset.section))
    const item = items[at]
    if (!item) return
    const { section, parent } = item.node
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(items[at + 1]?.node.section),
      ArrowUp: () => go(items[at - 1]?.node.section),
      Home: () => go(items[0]?.node.section),
      End: () => go(items.at(-1)?.node.section),
      ArrowRight: () => (item.children > 0 && !item.open ? fold(section, false) : go(items[at + 1]?.node.section)),
      ArrowLeft: () => (item.children > 0 && item.open ? fold(section, true) : go(parent ?? undefined)),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }
  const focusable = focus ?? marked ?? items[0]?.node.section
  if (outline.length === 0) return <p className="p-4 text-sm text-ink-3">{t('outline.none')}</p>
  return (
    <div ref={tree} role="tree" aria-label={t('outline.title')} tabIndex={-1} onKeyDown={onKeyDown} className="p-1.5">
      {items.map((item) => (
        <Row
          key={item.node.section}
          item={item}
          current={item.node.section === marked}
          focused={item.node.section === focusable}
          onJump={() => onJump(item.node)}
          onFold={() => fold(item.node.section)}
        />
      ))}
    </div>
  )
}
