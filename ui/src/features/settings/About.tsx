import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { backend, toWireError, type OllamaStatus } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { ErrorNote } from '@/components/ErrorNote'
import { copyText } from '@/lib/clipboard'
import { useRead } from '@/lib/queries'
import { useUi } from '@/lib/ui'

import { Group, Line } from './parts'

/** Whether an address is that of this machine. */
export function isLocal(host: string): boolean {
  const name = host.replace(/^\w+:\/\//, '').replace(/\/.*$/, '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || name === '0.0.0.0' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** What is connected to what, and what is not. */
export function Privacy({ ollama }: { ollama: OllamaStatus | undefined }) {
  const { t } = useTranslation()
  const local = ollama ? isLocal(ollama.host) : true
  const connections = [
    { key: 'reading' as const, where: t('privacy.none') },
    { key: 'search' as const, where: t('privacy.none') },
    { key: 'model' as const, where: ollama ? t(local ? 'privacy.thisComputer' : 'privacy.otherComputer', { host: ollama.host }) : '…' },
    { key: 'updates' as const, where: t('privacy.none') },
  ]
  return (
    <Group title={t('settings.privacy')}>
      <p className="max-w-prose text-ink-2 text-pretty">{t('settings.privacyText')}</p>
      <table className="w-full max-w-prose text-left">
        <caption className="sr-only">{t('privacy.table')}</caption>
        <thead className="text-sm text-ink-3">
          <tr>
            <th className="py-1 font-normal">{t('privacy.what')}</th>
            <th className="py-1 font-normal">{t('privacy.connects')}</th>
          </tr>
        </thead>
        <tbody>
          {connections.map(({ key, where }) => (
            <tr key={key} className="border-t border-line">
              <td className="py-1.5 pr-4">{t(`privacy.part.${key}`)}</td>
              <td className={`py-1.5 ${key === 'model' && !local ? 'text-warn' : 'text-ink-2'}`}>{where}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="max-w-prose text-sm text-ink-3 text-pretty">{t('privacy.prove')}</p>
    </Group>
  )
}

function LicenceDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { data, error } = useRead('licences', null)
  const [shown, setShown] = useState('')
  const current = data?.find((text) => text.name === shown) ?? data?.[0]
  return (
    <Dialog title={t('about.licences')} onClose={onClose} wide>
      {error && <ErrorNote error={error} />}
      {data && (
        <>
          <select value={current?.name ?? ''} onChange={(event) => setShown(event.target.value)} aria-label={t('about.licences')} className="h-7 max-w-full rounded-md border border-line-strong bg-raised px-2">
            {data.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          {/* A scrolling region must be reachable by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} className="selectable mt-3 max-h-[46vh] overflow-auto rounded-md bg-side p-3 font-mono text-xs whitespace-pre-wrap">{current?.text.slice(0, LONGEST)}</pre>
        </>
      )}
      <div className="mt-4 flex justify-end">
        <Button kind="primary" data-first onClick={onClose}>
          {t('action.done')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Licence lists of all packages run to megabytes; a window shows the beginning, the file the rest. */
const LONGEST = 200_000

function DiagnosticsDialog({ text, onClose }: { text: string; onClose(): void }) {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const save = () => void backend().saveText('waymark-diagnostics.txt', text).catch((error: unknown) => notify(toWireError(error)))
  return (
    <Dialog title={t('about.diagnostics')} description={t('about.diagnosticsWhy')} onClose={onClose} wide>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="selectable max-h-[46vh] overflow-auto rounded-md bg-side p-3 font-mono text-xs whitespace-pre-wrap">{text}</pre>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => void copyText(text)}>{t('selection.copy')}</Button>
        <Button onClick={save}>{t('about.save')}</Button>
        <Button kind="primary" data-first onClick={onClose}>
          {t('action.done')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Report for a fault, licences. */
export function About() {
  const { t } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const [text, setText] = useState<string | null>(null)
  const [licences, setLicences] = useState(false)
  const make = () => void backend().call('diagnostics', null).then(setText, (error: unknown) => notify(toWireError(error)))
  return (
    <Group title={t('about.title')}>
      <Line label={t('about.diagnostics')} hint={t('about.diagnosticsHint')}>
        <Button onClick={make}>{t('about.make')}</Button>
      </Line>
      <Line label={t('about.licences')} hint={t('about.licencesHint')}>
        <Button onClick={() => setLicences(true)}>{t('about.show')}</Button>
      </Line>
      {text !== null && <DiagnosticsDialog text={text} onClose={() => setText(null)} />}
      {licences && <LicenceDialog onClose={() => setLicences(false)} />}
    </Group>
  )
}
