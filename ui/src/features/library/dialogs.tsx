import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { DocumentRow } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'

/** Asks for the password of a locked document. */
export function PasswordDialog({ row, onClose, onSubmit }: { row: DocumentRow; onClose(): void; onSubmit(password: string): void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onSubmit(password)
  }
  return (
    <Dialog title={t('password.title')} description={t('password.why', { file: row.file_name })} onClose={onClose}>
      <form onSubmit={submit}>
        <input
          type="password"
          autoFocus
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          aria-label={t('password.label')}
          className="h-8 w-full rounded-md border border-line-strong bg-bg px-2.5"
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={password === ''}>
            {t('library.unlock')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
