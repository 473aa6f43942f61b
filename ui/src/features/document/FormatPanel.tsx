import { Lightbulb } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentDetail, DocumentRow, Formatter } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { useChange, useRead } from '@/lib/queries'

import { formatterOf, FORMATTERS, runsFor } from './format'
import { FormatCost } from './FormatCost'
import { FormatOutcome, FormatProgress } from './FormatRun'
import { isReadable } from './readable'

interface ChoiceProps {
  formatter: Formatter
  current: boolean
  checked: boolean
  disabled: boolean
  onChoose(): void
  /** What the choice costs. */
  children: ReactNode
}

function Choice({ formatter, current, checked, disabled, onChoose, children }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <div className={`rounded-lg border ${checked ? 'border-accent' : 'border-line hover:bg-side'}`}>
      <label className={`flex items-start gap-2.5 px-3 py-2 ${checked ? `bg-accent-soft ${children ? 'rounded-t-lg' : 'rounded-lg'}` : ''}`}>
        <input type="radio" name="formatter" checked={checked} disabled={disabled} onChange={onChoose} className="mt-[3px] shrink-0 accent-accent" aria-describedby={`why-${formatter}`} />
        <span className="min-w-0">
          <span className="font-medium">{t(`format.name.${formatter}`)}</span>
          {current && <span className="ml-2 rounded bg-well px-1.5 text-sm text-ink-2">{t('format.current')}</span>}
          <span id={`why-${formatter}`} className="block text-sm text-ink-2 text-pretty">
            {t(`format.why.${formatter}`)}
          </span>
        </span>
      </label>
      {children}
    </div>
  )
}

/** Which formatter made the outline of a document; chooses another, says what it costs, runs and stops it. */
export function FormatPanel({ row, detail }: { row: DocumentRow; detail: DocumentDetail }) {
  const { t } = useTranslation()
  const { data: runs = [], error } = useRead('documents_formatting', null)
  const start = useChange('document_format', [], { quiet: true })
  const current = formatterOf(detail.formatter)
  const [wanted, setWanted] = useState<Formatter | null>(null)
  const { own, other } = runsFor(row.id, runs)
  if (error) return <ErrorNote error={error} />
  if (own && !own.ended) return <FormatProgress run={own} />
  if (!isReadable(row)) return <p className="text-ink-3">{t('work.unread')}</p>
  const choose = (formatter: Formatter) => {
    start.reset()
    setWanted(formatter)
  }
  const priced = other || (wanted === 'native' && current === 'native') ? null : wanted
  const run = (formatter: Formatter) => start.mutate({ id: row.id, formatter }, { onSuccess: () => setWanted(null) })
  return (
    <div className="space-y-2.5">
      {own && <FormatOutcome run={own} onAgain={() => choose(own.formatter)} />}
      {detail.format_advised && !own && (
        <p className="flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2">
          <Lightbulb size={15} className="mt-0.5 shrink-0 text-warn" aria-hidden />
          <span className="min-w-0 flex-1 text-pretty">{t('format.advised')}</span>
        </p>
      )}
      <fieldset className="space-y-1.5">
        <legend className="sr-only">{t('format.title')}</legend>
        {FORMATTERS.map((formatter) => (
          <Choice key={formatter} formatter={formatter} current={formatter === current} checked={formatter === (wanted ?? current)} disabled={start.isPending} onChoose={() => choose(formatter)}>
            {formatter === priced && <FormatCost document={row.id} formatter={formatter} busy={start.isPending} error={start.error} onStart={() => run(formatter)} onCancel={() => setWanted(null)} />}
          </Choice>
        ))}
      </fieldset>
      {other && <p className="text-sm text-ink-3">{t('format.other')}</p>}
      {!other && priced === null && current !== 'native' && (
        <Button kind="quiet" className="-ml-2.5" onClick={() => choose(current)}>
          {t('format.again')}
        </Button>
      )}
    </div>
  )
}
