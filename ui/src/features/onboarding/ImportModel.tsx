import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { baseName } from '@/lib/format'
import { useChange } from '@/lib/queries'
import { useUi } from '@/lib/ui'

/** A name that Ollama takes, made of that of a model file. */
export function modelNameOf(path: string): string {
  return baseName(path)
    .replace(/\.gguf$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
}

/** Makes a model of a GGUF file that lies on this computer; no internet is needed. */
export function ImportModel() {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const [path, setPath] = useState<string | null>(null)
  const [name, setName] = useState('')
  const importing = useChange('ollama_import', [], { quiet: true })
  const choose = () => {
    const take = (chosen: string | null) => {
      if (chosen === null) return
      importing.reset()
      setPath(chosen)
      setName(modelNameOf(chosen))
    }
    void backend().pickModelFile().then(take, (error: unknown) => notify(toWireError(error)))
  }
  if (path === null) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button onClick={choose}>{t('import.choose')}</Button>
        <p className="min-w-40 flex-1 text-sm text-ink-3 text-pretty">{t('import.why')}</p>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    importing.mutate({ path, model: name.trim() }, { onSuccess: () => setPath(null) })
  }
  return (
    <form onSubmit={submit} aria-label={t('import.title')} className="space-y-2 rounded-lg border border-line p-3">
      <p className="text-sm text-ink-2">
        {t('import.file')}{' '}
        <span className="font-medium break-all text-ink" title={path}>
          {baseName(path)}
        </span>
      </p>
      <label className="block">
        <span className="text-sm text-ink-2">{t('import.name')}</span>
        <input
          autoFocus
          value={name}
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="mt-1 block h-7 w-full rounded-md border border-line-strong bg-raised px-2 font-mono text-sm"
        />
      </label>
      {importing.error && <ErrorNote error={importing.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={() => setPath(null)}>{t('action.cancel')}</Button>
        <Button kind="primary" type="submit" disabled={name.trim() === '' || importing.isPending}>
          {t('import.start')}
        </Button>
      </div>
    </form>
  )
}
