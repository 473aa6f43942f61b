import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, Fact } from '@/backend'
import { Said } from '@/components/Said'
import { factPlace } from '@/features/library/factWords'
import { FileNews } from '@/features/library/FileMark'
import { stateWords } from '@/features/library/stateWords'
import { bytes, integer } from '@/lib/format'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[128px_minmax(0,1fr)] gap-3">
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

/** What a document is: state, place, size, and its facts with where each was read. */
export function AboutDocument({ row, onOpen }: { row: DocumentRow; onOpen(page: number): void }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  return (
    <dl className="space-y-2">
      <Line label={t('column.state')}>
        {stateWords(t, row)}
        {row.reason && (
          <p className={row.state === 'failed' ? 'text-danger' : 'text-warn'}>
            <Said text={row.reason} />
          </p>
        )}
      </Line>
      <Line label={t('details.file')}>
        <List items={[row.path]} />
        <FileNews row={row} />
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
  )
}
