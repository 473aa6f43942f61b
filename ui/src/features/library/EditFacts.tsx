import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow, FactEdit, FactKind } from '@/backend'
import { Button } from '@/components/Button'
import { IconButton } from '@/components/IconButton'
import { useChange } from '@/lib/queries'

import { termsOf } from './terms'

const KINDS: FactKind[] = ['company', 'author', 'year', 'period', 'form', 'model', 'revision', 'language', 'alias']
const FIELD = 'h-7 rounded-md border border-line-strong bg-bg px-2'

/** Title, facts and key terms of a document, to be corrected. */
export function EditFacts({ row, onDone }: { row: DocumentRow; onDone(): void }) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(row.title)
  const [facts, setFacts] = useState<FactEdit[]>(row.facts.facts.map(({ kind, value }) => ({ kind, value })))
  const [terms, setTerms] = useState(row.facts.keywords.join('\n'))
  const edit = useChange('document_edit')
  const reset = useChange('document_reset')
  const change = (at: number, part: Partial<FactEdit>) => setFacts(facts.map((fact, index) => (index === at ? { ...fact, ...part } : fact)))
  const save = () => edit.mutate({ id: row.id, title, facts: facts.filter((fact) => fact.value.trim() !== ''), keywords: termsOf(terms) }, { onSuccess: onDone })
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label className="block">
        <span className="text-ink-3">{t('column.title')}</span>
        <input autoFocus value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} className={`${FIELD} mt-1 w-full`} />
      </label>
      <fieldset>
        <legend className="text-ink-3">{t('column.facts')}</legend>
        <ul className="mt-1 space-y-1.5">
          {facts.map((fact, index) => (
            <li key={index} className="flex gap-1.5">
              <select value={fact.kind} aria-label={t('edit.kind')} onChange={(event) => change(index, { kind: event.target.value as FactKind })} className={`${FIELD} w-32 shrink-0`}>
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`fact.${kind}`)}
                  </option>
                ))}
              </select>
              <input value={fact.value} maxLength={200} aria-label={t(`fact.${fact.kind}`)} onChange={(event) => change(index, { value: event.target.value })} className={`${FIELD} min-w-0 flex-1`} />
              <IconButton icon={X} size={14} label={t('edit.removeFact', { value: fact.value })} onClick={() => setFacts(facts.filter((_, other) => other !== index))} />
            </li>
          ))}
        </ul>
        <Button kind="quiet" className="mt-1 -ml-2" onClick={() => setFacts([...facts, { kind: 'company', value: '' }])}>
          <Plus size={14} aria-hidden />
          {t('edit.addFact')}
        </Button>
      </fieldset>
      <label className="block">
        <span className="text-ink-3">{t('score.keyword')}</span>
        <textarea value={terms} rows={5} spellCheck={false} onChange={(event) => setTerms(event.target.value)} className="mt-1 block w-full rounded-md border border-line-strong bg-bg px-2 py-1" />
        <span className="text-sm text-ink-3">{t('edit.termsHint')}</span>
      </label>
      <div className="flex justify-end gap-2">
        {row.edited && (
          <Button kind="quiet" className="mr-auto -ml-2.5" disabled={reset.isPending} onClick={() => reset.mutate({ id: row.id }, { onSuccess: onDone })}>
            {t('edit.reset')}
          </Button>
        )}
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={title.trim() === '' || edit.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  )
}
