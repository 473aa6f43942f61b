import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'

interface Props {
  title: string
  label: string
  value: string
  onClose(): void
  onSubmit(name: string): void
}

/** Asks for a name. */
export function NameDialog({ title, label, value, onClose, onSubmit }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <input autoFocus value={name} maxLength={80} onChange={(event) => setName(event.target.value)} onFocus={(event) => event.target.select()} aria-label={label} className="h-8 w-full rounded-md border border-line-strong bg-bg px-2.5" />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={name.trim() === ''}>
            {t('action.done')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
