import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { useRead } from '@/lib/queries'
import { useScope } from '@/lib/scope'

import { openingHeading, plainHeading } from './followUps'

/** As many questions are offered, each about another document. */
const OFFERED = 3

function Opener({ row, onAsk }: { row: DocumentRow; onAsk(question: string): void }) {
  const { t } = useTranslation()
  const { data } = useRead('document_detail', { id: row.id })
  const heading = useMemo(() => data && openingHeading(data.outline), [data])
  if (!heading) return null
  const question = t('followUp.question', { heading: plainHeading(heading.title), title: row.title })
  return (
    <li className="max-w-full">
      <button type="button" title={question} onClick={() => onAsk(question)} className="block h-7 max-w-full truncate rounded-full border border-line-strong px-3 text-ink-2 hover:border-accent hover:text-accent">
        {question}
      </button>
    </li>
  )
}

/** Questions to begin with, made of headings of the newest documents in scope. */
export function Openers({ onAsk }: { onAsk(question: string): void }) {
  const { t } = useTranslation()
  const rows = useRead('documents_list', null).data
  const { documents, nothing } = useScope()
  const newest = useMemo(() => {
    const readable = (rows ?? []).filter((row) => row.segments > 0 && (documents.length === 0 || documents.includes(row.id)))
    return readable.sort((a, b) => b.added_ms - a.added_ms || a.id - b.id).slice(0, OFFERED)
  }, [rows, documents])
  if (newest.length === 0 || nothing) return null
  return (
    <section aria-label={t('followUp.opening')} className="mt-3">
      <ul className="flex flex-wrap justify-center gap-1.5">
        {newest.map((row) => (
          <Opener key={row.id} row={row} onAsk={onAsk} />
        ))}
      </ul>
    </section>
  )
}
