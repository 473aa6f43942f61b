import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { bytes, integer } from '@/lib/format'

import { stateWords } from './stateWords'

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
      <dt className="text-ink-3">{label}</dt>
      <dd className="selectable break-words">{children}</dd>
    </div>
  )
}

function List({ items, tone = '' }: { items: string[]; tone?: string }) {
  return (
    <ul className={`space-y-0.5 ${tone}`}>
      {items.map((item) => (
        <li key={item} className="break-all">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** Everything that is known about one document, with where it was read. */
export function DetailsDialog({ row, onClose, onOpen }: { row: DocumentRow; onClose(): void; onOpen(): void }) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => integer(count, i18n.language)
  const health = (['text', 'scanned', 'garbled', 'empty'] as const).filter((key) => row.health[key] > 0).map((key) => t(`health.${key}`, { count: row.health[key] }))
  return (
    <Dialog title={row.title} onClose={onClose}>
      <dl className="max-h-[50vh] space-y-2 overflow-y-auto">
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
        {row.pages > 0 && <Line label={t('column.pages')}>{[number(row.pages), ...health].join(' · ')}</Line>}
        {row.facts.facts.map((fact, index) => (
          <Line key={index} label={t(`fact.${fact.kind}`)}>
            {fact.value} <span className="text-sm text-ink-3">{t(`details.from.${fact.source}`)}</span>
          </Line>
        ))}
        {row.facts.keywords.length > 0 && <Line label={t('score.keyword')}>{row.facts.keywords.slice(0, 40).join(', ')}</Line>}
        {row.segments > 0 && <Line label={t('outline.title')}>{t('details.confidence', { percent: Math.round(row.confidence * 100), passages: number(row.segments) })}</Line>}
        {row.warnings.length > 0 && (
          <Line label={t('details.warnings')}>
            <List items={row.warnings} tone="text-warn" />
          </Line>
        )}
      </dl>
      <div className="mt-4 flex justify-end gap-2">
        {row.pages > 0 && <Button onClick={onOpen}>{t('library.open')}</Button>}
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('action.done')}
        </Button>
      </div>
    </Dialog>
  )
}
