import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { DocumentTitle } from '@/components/DocumentTitle'
import { ErrorNote } from '@/components/ErrorNote'
import { useChange, useRead } from '@/lib/queries'
import { useUi, type QuestionDraft } from '@/lib/ui'

const FIELD = 'rounded-md border border-line-strong bg-bg px-2'
/** A confirmation stays as long as it takes to read it. */
const TOLD_MS = 6000

type Place = QuestionDraft['places'][number]

/** Places that the answer rests on, one press away. */
function Places({ places, titles, chosen, onChoose }: { places: Place[]; titles: Map<number, string>; chosen: Place; onChoose(place: Place): void }) {
  const { t } = useTranslation()
  if (places.length < 2) return null
  return (
    <div role="group" aria-label={t('laboratory.sources')} className="flex flex-wrap gap-1.5">
      {places.map((place) => {
        const current = place.document === chosen.document && place.page === chosen.page
        return (
          <button
            key={`${place.document}-${place.page}`}
            type="button"
            aria-pressed={current}
            title={titles.get(place.document)}
            onClick={() => onChoose(place)}
            className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-full border border-line-strong px-2.5 text-sm text-ink-2 hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <span className="max-w-72 min-w-0">
              <DocumentTitle title={titles.get(place.document) ?? ''} />
            </span>
            {place.page !== null && <span className="shrink-0 tabular">{t('page.short', { page: place.page })}</span>}
          </button>
        )
      })}
    </div>
  )
}

function Form({ draft, rows, onSaved, onClose }: { draft: QuestionDraft; rows: DocumentRow[]; onSaved(): void; onClose(): void }) {
  const { t, i18n } = useTranslation()
  const [question, setQuestion] = useState(draft.question)
  const [place, setPlace] = useState<Place>(draft.places[0] ?? { document: rows[0]?.id ?? 0, page: null })
  const save = useChange('question_save', [], { quiet: true })
  const titles = useMemo(() => new Map(rows.map((row) => [row.id, row.title])), [rows])
  const sorted = useMemo(() => [...rows].sort((a, b) => a.title.localeCompare(b.title, i18n.language)), [rows, i18n.language])
  const pages = rows.find((row) => row.id === place.document)?.pages ?? 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ question: question.trim(), ...place }, { onSuccess: onSaved })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <label className="block">
        <span className="text-ink-3">{t('laboratory.question')}</span>
        <textarea autoFocus value={question} rows={3} maxLength={10_000} onChange={(event) => setQuestion(event.target.value)} className={`${FIELD} mt-1 block w-full resize-y py-1`} />
      </label>
      <Places places={draft.places} titles={titles} chosen={place} onChoose={setPlace} />
      <div className="flex gap-3">
        <label className="min-w-0 flex-1">
          <span className="text-ink-3">{t('laboratory.document')}</span>
          <select value={place.document} onChange={(event) => setPlace({ document: Number(event.target.value), page: null })} className={`${FIELD} mt-1 block h-7 w-full`}>
            {sorted.map((row) => (
              <option key={row.id} value={row.id}>
                {row.title}
              </option>
            ))}
          </select>
        </label>
        <label className="w-28 shrink-0">
          <span className="text-ink-3">{t('laboratory.page')}</span>
          <input
            type="number"
            min={1}
            max={pages}
            value={place.page ?? ''}
            placeholder={t('laboratory.anyPage')}
            onChange={(event) => setPlace({ ...place, page: event.target.value === '' ? null : Math.round(event.target.valueAsNumber) })}
            className={`${FIELD} mt-1 block h-7 w-full tabular`}
          />
        </label>
      </div>
      {save.error && <ErrorNote error={save.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={question.trim() === '' || save.isPending || titles.size === 0}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  )
}

/** Says for a moment that a question was saved, and leads to where it is. */
function Told({ onEnd }: { onEnd(): void }) {
  const { t } = useTranslation()
  const go = useUi((ui) => ui.go)
  const away = useUi((ui) => ui.view.name !== 'laboratory')
  useEffect(() => {
    const timer = setTimeout(onEnd, TOLD_MS)
    return () => clearTimeout(timer)
  }, [onEnd])
  return (
    <div role="status" className="rise fixed bottom-4 left-1/2 z-50 flex -translate-x-1/2 items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-pop">
      <span>{t('laboratory.saved')}</span>
      {away ? (
        <Button
          kind="quiet"
          className="text-accent"
          onClick={() => {
            go({ name: 'laboratory' })
            onEnd()
          }}
        >
          {t('laboratory.show')}
        </Button>
      ) : (
        <span className="w-1" />
      )}
    </div>
  )
}

/** Keeps a question with the page that answers it, wherever in the window it was met. */
export function SaveQuestion() {
  const { t } = useTranslation()
  const draft = useUi((ui) => ui.saving)
  const setSaving = useUi((ui) => ui.setSaving)
  const rows = useRead('documents_list', null).data
  const [told, setTold] = useState(0)
  const readable = useMemo(() => (rows ?? []).filter((row) => row.pages > 0), [rows])
  const close = () => setSaving(null)
  const [end] = useState(() => () => setTold(0))
  return (
    <>
      {draft && (
        <Dialog title={t('laboratory.dialog')} description={t('laboratory.saveWhy')} onClose={close}>
          <Form
            draft={draft}
            rows={readable}
            onClose={close}
            onSaved={() => {
              close()
              setTold(told + 1)
            }}
          />
        </Dialog>
      )}
      {told > 0 && <Told key={told} onEnd={end} />}
    </>
  )
}
