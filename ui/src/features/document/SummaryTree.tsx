import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { OutlineNode, SectionSummary } from '@/backend'
import { Button } from '@/components/Button'
import { Tip } from '@/components/Tip'

import { branches, summaryTree, type SummaryNode } from './summaryTree'

function Mark({ text, why }: { text: string; why: string }) {
  return (
    <Tip text={why}>
      <span className="ml-2 rounded bg-warn-soft px-1.5 text-sm whitespace-nowrap text-warn">
        {text}
        <span className="sr-only">: {why}</span>
      </span>
    </Tip>
  )
}

/** What a model made of one section, marked where its words were not taken or may be outdated. */
function Words({ summary }: { summary: SectionSummary }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="selectable max-w-[80ch] text-ink-2 text-pretty">
        {summary.summary}
        {summary.origin === 'extractive' && <Mark text={t('summaries.extract')} why={t('summaries.extractWhy')} />}
        {summary.stale && <Mark text={t('summaries.stale')} why={t('summaries.staleWhy')} />}
      </p>
      {summary.key_points.length > 0 && (
        <ul aria-label={t('summaries.points')} className="selectable mt-1 flex flex-wrap gap-1">
          {summary.key_points.map((point, index) => (
            <li key={index} className="rounded bg-well px-1.5 text-sm text-ink-2">
              {point}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface BranchProps {
  node: SummaryNode
  open: ReadonlySet<number>
  onToggle(section: number): void
  onOpen(page: number): void
}

function Branch({ node, open, onToggle, onOpen }: BranchProps) {
  const { t } = useTranslation()
  const unfolded = open.has(node.section)
  const page = t('page.short', { page: node.page })
  return (
    <li>
      <div className="flex items-start gap-1">
        {node.children.length > 0 ? (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-label={t('summaries.below', { title: node.title })}
            onClick={() => onToggle(node.section)}
            className="mt-px flex size-[18px] shrink-0 items-center justify-center rounded text-ink-3 hover:bg-well hover:text-ink"
          >
            <ChevronRight size={13} className={`transition-transform ${unfolded ? 'rotate-90' : ''}`} aria-hidden />
          </button>
        ) : (
          <span className="w-[18px] shrink-0" aria-hidden />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <span className="selectable min-w-0 flex-1 font-medium break-words">{node.title}</span>
            <button type="button" onClick={() => onOpen(node.page)} aria-label={`${node.title}, ${page}`} className="shrink-0 rounded-sm text-sm text-ink-3 tabular hover:text-accent hover:underline">
              {page}
            </button>
          </p>
          {node.summary ? <Words summary={node.summary} /> : <p className="text-sm text-ink-3">{t('summaries.none')}</p>}
        </div>
      </div>
      {unfolded && node.children.length > 0 && (
        <ul className="mt-2.5 ml-[8.5px] space-y-2.5 border-l border-line pl-2">
          {node.children.map((child) => (
            <Branch key={child.section} node={child} open={open} onToggle={onToggle} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The summaries of a document in the order and depth of its sections. */
export function SummaryTree({ sections, outline, onOpen }: { sections: SectionSummary[]; outline: OutlineNode[]; onOpen(page: number): void }) {
  const { t } = useTranslation()
  const { whole, roots } = useMemo(() => summaryTree(sections, outline), [sections, outline])
  const all = useMemo(() => branches(roots), [roots])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (section: number) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(section)) next.add(section)
      return next
    })
  const unfolded = all.length > 0 && all.every((section) => open.has(section))
  return (
    <>
      {whole && (
        <section aria-label={t('summaries.whole')} className="rounded-lg bg-side px-3 py-2.5">
          <h3 className="mb-0.5 font-medium">{t('summaries.whole')}</h3>
          <Words summary={whole} />
        </section>
      )}
      {roots.length > 0 && (
        <section aria-label={t('summaries.sections')} className="mt-3">
          <div className="mb-1.5 flex items-center justify-between">
            <h3 className="font-medium">{t('summaries.sections')}</h3>
            {all.length > 0 && (
              <Button kind="quiet" className="-mr-1 h-6 text-sm" onClick={() => setOpen(new Set(unfolded ? [] : all))}>
                {t(unfolded ? 'summaries.fold' : 'summaries.unfold')}
              </Button>
            )}
          </div>
          <ul className="space-y-2.5">
            {roots.map((node) => (
              <Branch key={node.section} node={node} open={open} onToggle={toggle} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
