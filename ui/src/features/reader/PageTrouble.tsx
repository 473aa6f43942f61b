import { useQueryClient } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type ErrorCode, type WireError } from '@/backend'
import { Button } from '@/components/Button'
import { Original } from '@/components/Original'
import { Ticked } from '@/components/Ticked'
import { PasswordDialog } from '@/features/library/dialogs'
import { useChange, useRead } from '@/lib/queries'
import { useRemoval } from '@/lib/removal'
import { errorWords } from '@/lib/said'
import { useUi } from '@/lib/ui'

import { useAttempts } from './attempts'

/** What another copy of the file, or its new place, may mend. */
const FILE: ErrorCode[] = ['unreadable', 'not_found']

/** Adds a file that the reader points at; the same content is the same document, wherever it lies. */
function useLocating(document: number, again: () => void) {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const file = useRead('documents_list', null).data?.find((row) => row.id === document)?.file_name ?? ''
  const add = useChange('documents_add', ['words'])
  const locate = async () => {
    const paths = await backend().pickFiles()
    if (paths.length === 0) return
    const report = await add.mutateAsync({ paths })
    const [refused] = report.rejected
    if (report.known.includes(document)) again()
    else if (refused) notify({ code: refused.code, message: refused.reason })
    else notify({ code: 'invalid_input', message: t('reader.notTheFile', { file }) })
  }
  // What the adding refuses is shown already.
  return { busy: add.isPending, locate: () => void locate().catch((thrown: unknown) => add.isError || notify(toWireError(thrown))) }
}

function Unlock({ document, again }: { document: number; again(): void }) {
  const { t } = useTranslation()
  const row = useRead('documents_list', null).data?.find((candidate) => candidate.id === document)
  const [open, setOpen] = useState(false)
  const retry = useChange('document_retry', ['words'], { onSuccess: again })
  if (!row) return null
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('library.unlock')}
      </Button>
      {open && (
        <PasswordDialog
          row={row}
          onClose={() => setOpen(false)}
          onSubmit={(password) => {
            setOpen(false)
            retry.mutate({ id: document, password })
          }}
        />
      )}
    </>
  )
}

function Steps({ document, error, again }: { document: number; error: WireError; again(): void }) {
  const { t } = useTranslation()
  const remove = useRemoval((state) => state.remove)
  const closePanel = useUi((ui) => ui.closePanel)
  const { busy, locate } = useLocating(document, again)
  const file = FILE.includes(error.code)
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      {error.code === 'password_needed' && <Unlock document={document} again={again} />}
      {file && (
        <Button kind="primary" disabled={busy} onClick={locate}>
          {t('reader.locate')}
        </Button>
      )}
      <Button onClick={again}>{t('action.retry')}</Button>
      {file && (
        <Button
          kind="quiet"
          onClick={() => {
            remove([document])
            closePanel()
          }}
        >
          {t('folders.remove')}
        </Button>
      )}
    </div>
  )
}

interface Props {
  document: number
  /** From 1. */
  page: number
  width: number
}

/** Stands where a page would: why it cannot be had, and what can be done about it. */
export function PageTrouble({ document, page, width }: Props) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const askAgain = useAttempts((attempts) => attempts.again)
  const [error, setError] = useState<WireError | null>(null)
  useEffect(() => {
    let alive = true
    void backend()
      .pageTrouble(document, page, width)
      .then((trouble) => alive && setError(trouble))
    return () => {
      alive = false
    }
  }, [document, page, width])
  const again = () => {
    void client.invalidateQueries({ queryKey: ['words'] })
    askAgain(document)
  }
  const words = error && errorWords(t, i18n.language, error)
  return (
    <div className="absolute inset-0 z-10 flex flex-col items-center overflow-auto bg-raised px-6 pt-[12%] pb-6 text-center text-base text-ink">
      <FileQuestion size={28} strokeWidth={1.5} className="shrink-0 text-ink-3" aria-hidden />
      <p className="mt-2 font-medium">{t('reader.pageBroken', { page })}</p>
      {words && (
        <div className="selectable mt-1 max-w-md text-ink-2 text-pretty">
          {words.what !== null && (
            <p className="break-words">
              <Ticked text={words.what} />
            </p>
          )}
          <p className="mt-1 break-words">
            <Ticked text={words.hint} />
          </p>
          {words.original !== null && <Original text={words.original} className="mx-auto" />}
        </div>
      )}
      {error ? (
        <Steps document={document} error={error} again={again} />
      ) : (
        <Button className="mt-3" onClick={again}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}
