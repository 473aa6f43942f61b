import { TriangleAlert } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { integer } from '@/lib/format'

import { HealthBar, pageClasses } from './HealthBar'
import { HealthReport } from './HealthReport'

/** Below this an outline is doubtful enough to say so in the list. */
const DOUBTFUL = 0.5

/** Something in the report that a reader should look at before trusting the document. */
export function needsLook(row: DocumentRow): boolean {
  const { scanned, garbled } = row.health
  const doubtful = row.report !== null && row.report.headings > 0 && row.confidence < DOUBTFUL
  return scanned + garbled > 0 || row.warnings.length > 0 || doubtful
}

/** The whole report beside its badge, which stays a plain button until then. */
function Report({ row, badge, onClose }: { row: DocumentRow; badge: RefObject<HTMLButtonElement | null>; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          side="bottom"
          align="end"
          sideOffset={4}
          collisionPadding={10}
          aria-label={t('found.title', { title: row.title })}
          onInteractOutside={(event) => {
            // A press on the badge closes by itself.
            if (badge.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) badge.current?.focus({ preventScroll: true })
          }}
          className="selectable rise z-50 max-h-[70vh] w-[360px] overflow-y-auto rounded-lg border border-line bg-raised p-3.5 text-base shadow-pop outline-none"
        >
          <p className="mb-2 font-medium break-words">{row.title}</p>
          <HealthReport row={row} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The health of a document in a line or card; opens the whole report. */
export function HealthBadge({ row, tabIndex }: { row: DocumentRow; tabIndex?: number | undefined }) {
  const { t, i18n } = useTranslation()
  const badge = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const classes = pageClasses(row.health)
  if (classes.length === 0) return <span className="text-ink-3">–</span>
  const look = needsLook(row)
  const headings = row.report ? t('health.headings', { count: row.report.headings, number: integer(row.report.headings, i18n.language) }) : null
  const pages = classes.map(({ key }) => t(`health.${key}`, { count: row.health[key] })).join(', ')
  const words = [pages, headings, look ? t('health.look') : null].filter(Boolean).join(', ')
  return (
    <span className="relative block">
      <button
        ref={badge}
        type="button"
        tabIndex={tabIndex}
        aria-label={t('health.open', { title: row.title, words })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1.5 block w-[calc(100%+12px)] rounded-md px-1.5 py-1 text-left hover:bg-well aria-expanded:bg-well"
      >
        <HealthBar health={row.health} />
        <span className="mt-1 flex items-center gap-1 text-xs text-ink-2 tabular">
          {look && <TriangleAlert size={11} className="shrink-0 text-warn" aria-hidden />}
          <span className="truncate">{headings ?? t('amount.pages', { count: row.pages, number: integer(row.pages, i18n.language) })}</span>
        </span>
      </button>
      {open && <Report row={row} badge={badge} onClose={() => setOpen(false)} />}
    </span>
  )
}
