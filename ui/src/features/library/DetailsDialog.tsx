import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, Fact } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { bytes, integer } from '@/lib/format'

import { EditFacts } from './EditFacts'
import { factPlace } from './factWords'
import { HealthReport } from './HealthReport'
import { stateWords } from './stateWords'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="selectable break-words">{children}</dd>
    </div>
  )
}

function List({ items }: { items: string[] }) {
  return (
    <ul className="space-y-0.5">
      {items.map((item) => (
        <li key={item} className="break-all">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** Where a fact was read; a printed one leads to its page. */
function FactPlace({ fact, onOpen }: { fact: Fact; onOpen(page: number): void }) {
  const { t } = useTranslation()
  const { page } = fact
  const words = factPlace(t, fact)
  if (page === null) return <span className="text-sm text-ink-3">{words}</span>
  return (
    <button type="button" onClick={() => onOpen(page + 1)} className="rounded-sm text-sm text-ink-3 hover:text-accent hover:underline">
      {words}
    </button>
  )
}

/** Everything that is known about one document, with where it was read. */
export function DetailsDialog({ row, onClose, onOpen }: { row: DocumentRow; onClose(): void; onOpen(page: number): void }) {
  const { t, i18n } = useTranslation()
  const [editing, setEditing] = useState(false)
  const number = (count: number) => integer(count, i18n.language)
  if (editing) {
    return (
      <Dialog title={t('edit.title')} description={t('edit.why')} onClose={() => setEditing(false)}>
        <div className="max-h-[62vh] overflow-y-auto p-0.5">
          <EditFacts row={row} onDone={() => setEditing(false)} />
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={row.title} onClose={onClose}>
      <div className="max-h-[56vh] overflow-y-auto">
        <dl className="space-y-2">
          <Line label={t('column.state')}>
            {stateWords(t, row)}
            {row.reason && <p className={row.state === 'failed' ? 'text-danger' : 'text-warn'}>{row.reason}</p>}
          </Line>
          <Line label={t('details.file')}>
            <List items={[row.path]} />
          </Line>
          {row.duplicates.length > 0 && (
            <Line label={t('details.duplicates')}>
              <List items={row.duplicates} />
            </Line>
          )}
          <Line label={t('settings.size')}>{bytes(row.size, i18n.language)}</Line>
          {row.segments > 0 && (
            <Line label={t('settings.contents')}>
              {[t('amount.pages', { count: row.pages, number: number(row.pages) }), t('amount.passages', { count: row.segments, number: number(row.segments) })].join(' · ')}
            </Line>
          )}
          {row.facts.facts.map((fact, index) => (
            <Line key={index} label={t(`fact.${fact.kind}`)}>
              {fact.value} <FactPlace fact={fact} onOpen={onOpen} />
            </Line>
          ))}
          {row.facts.keywords.length > 0 && <Line label={t('score.keyword')}>{row.facts.keywords.slice(0, 40).join(', ')}</Line>}
        </dl>
        {row.pages > 0 && (
          <section aria-label={t('found.heading')} className="mt-3 border-t border-line pt-3">
            <h3 className="mb-1.5 font-medium">{t('found.heading')}</h3>
            <HealthReport row={row} />
          </section>
        )}
      </div>
      <div className="mt-4 flex justify-end gap-2">
        {row.pages > 0 && (
          <Button kind="quiet" className="mr-auto -ml-2.5" onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Button>
        )}
        {row.pages > 0 && <Button onClick={() => onOpen(1)}>{t('library.open')}</Button>}
        <Button kind="primary" data-first onClick={onClose}>
          {t('action.done')}
        </Button>
      </div>
    </Dialog>
  )
}
