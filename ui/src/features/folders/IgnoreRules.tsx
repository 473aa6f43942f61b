import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { FolderRow } from '@/backend'
import { Button } from '@/components/Button'
import { Said } from '@/components/Said'
import { useChange } from '@/lib/queries'

import { rulesOf } from './folders'

const CODE = 'rounded bg-well px-1 font-mono text-[0.92em]'

function Editor({ folder, name, onDone }: { folder: FolderRow; name: string; onDone(): void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(folder.ignore.join('\n'))
  const change = useChange('folder_change', [], { quiet: true })
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ id: folder.id, ignore: rulesOf(text) }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} aria-label={t('folders.rulesOf', { name })} className="mt-1 rounded-lg bg-side p-3">
      <label htmlFor={id} className="font-medium">
        {t('folders.rules')}
      </label>
      <div id={`${id}-why`} className="mt-0.5 text-sm text-ink-2 text-pretty">
        <p>{t('folders.rulesWhy')}</p>
        <p className="mt-1">
          <code className={CODE}>drafts/</code> {t('folders.exampleFolder')}
        </p>
        <p className="mt-0.5">
          <code className={CODE}>*-old.pdf</code> {t('folders.exampleFile')}
        </p>
      </div>
      <textarea
        id={id}
        autoFocus
        rows={Math.min(10, Math.max(3, text.split('\n').length + 1))}
        value={text}
        spellCheck={false}
        aria-invalid={change.isError}
        aria-describedby={change.isError ? `${id}-error ${id}-why` : `${id}-why`}
        onChange={(event) => {
          setText(event.target.value)
          change.reset()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
        className="mt-2 block w-full resize-none rounded-md border border-line-strong bg-bg px-2 py-1.5 font-mono text-sm aria-invalid:border-danger"
      />
      {change.error && (
        <p id={`${id}-error`} role="alert" className="selectable mt-1 text-sm break-words text-danger">
          <Said text={change.error.message} />
        </p>
      )}
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={change.isPending}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  )
}

/** What of a folder is left out; edited in place. */
export function IgnoreRules({ folder, name }: { folder: FolderRow; name: string }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (editing) {
    const done = () => {
      setEditing(false)
      requestAnimationFrame(() => opener.current?.focus())
    }
    return <Editor folder={folder} name={name} onDone={done} />
  }
  return (
    <p className="flex items-baseline gap-2 text-sm text-ink-2">
      <span className="min-w-0 truncate" title={folder.ignore.join('\n')}>
        {folder.ignore.length === 0 ? t('folders.rulesNone') : `${t('folders.rulesShort')} `}
        {folder.ignore.map((rule, index) => (
          <span key={index}>
            {index > 0 && ' '}
            <code className={CODE}>{rule}</code>
          </span>
        ))}
      </span>
      <button ref={opener} type="button" aria-label={`${t('edit.open')} ${t('folders.rulesOf', { name })}`} onClick={() => setEditing(true)} className="shrink-0 rounded-sm text-accent hover:underline">
        {t('edit.open')}
      </button>
    </p>
  )
}
