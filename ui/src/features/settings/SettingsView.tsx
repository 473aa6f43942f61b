import { useTranslation } from 'react-i18next'

import { backend, toWireError, type LibraryStatus, type Scheme, type Settings } from '@/backend'
import { Button } from '@/components/Button'
import { ErrorNote } from '@/components/ErrorNote'
import { Segmented } from '@/components/Segmented'
import { bytes, integer } from '@/lib/format'
import { LANGUAGES } from '@/lib/i18n'
import { useChange, useRead } from '@/lib/queries'
import { SCHEME_WORDS, SCHEMES } from '@/lib/scheme'
import { useUi } from '@/lib/ui'

import { About, Privacy } from './About'
import { Models } from './Models'
import { FIELD, Group, Line } from './parts'
import { Retrieval } from './Retrieval'

function Appearance({ settings, set }: { settings: Settings; set(change: Partial<Settings>): void }) {
  const { t } = useTranslation()
  return (
    <Group title={t('settings.appearance')}>
      <Line label={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          value={settings.theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          onChange={(theme) => set({ theme })}
        />
      </Line>
      <Line label={t('settings.language')}>
        <select value={settings.language} onChange={(event) => set({ language: event.target.value })} aria-label={t('settings.language')} className={FIELD}>
          <option value="system">{t('settings.themes.system')}</option>
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </Line>
    </Group>
  )
}

function Answers({ settings, set }: { settings: Settings; set(change: Partial<Settings>): void }) {
  const { t } = useTranslation()
  return (
    <Group title={t('settings.answers')}>
      <Line label={t('settings.mode')} hint={t(`settings.modeHint.${settings.mode}`)}>
        <Segmented
          label={t('settings.mode')}
          value={settings.mode}
          options={(['auto', 'extractive', 'model'] as const).map((value) => ({ value, label: t(`settings.modes.${value}`) }))}
          onChange={(mode) => set({ mode })}
        />
      </Line>
      {settings.mode !== 'extractive' && (
        <Line label={t('settings.scheme')} hint={t(`settings.schemeHint.${SCHEME_WORDS[settings.scheme]}`)}>
          <select value={settings.scheme} onChange={(event) => set({ scheme: event.target.value as Scheme })} aria-label={t('settings.scheme')} className={FIELD}>
            {SCHEMES.map((scheme) => (
              <option key={scheme} value={scheme}>
                {t(`schemes.${SCHEME_WORDS[scheme]}`)}
              </option>
            ))}
          </select>
        </Line>
      )}
      <Line label={t('settings.passages')} hint={t('settings.passagesHint')}>
        <input
          type="number"
          min={1}
          max={30}
          value={settings.passages}
          onChange={(event) => event.target.valueAsNumber >= 1 && set({ passages: Math.min(30, Math.round(event.target.valueAsNumber)) })}
          aria-label={t('settings.passages')}
          className={`${FIELD} w-16 tabular`}
        />
      </Line>
    </Group>
  )
}

function Storage({ status }: { status: LibraryStatus }) {
  const { t, i18n } = useTranslation()
  const notify = useUi((ui) => ui.notify)
  const number = (count: number) => integer(count, i18n.language)
  return (
    <Group title={t('settings.storage')}>
      <Line label={t('settings.folder')}>
        <code className="selectable block rounded-md bg-side px-2 py-1 font-mono text-sm break-all">{status.folder}</code>
        <Button className="mt-2" onClick={() => void backend().reveal(status.folder).catch((error: unknown) => notify(toWireError(error)))}>
          {t('settings.reveal')}
        </Button>
      </Line>
      <Line label={t('settings.contents')}>
        <p className="pt-1 tabular">{t('settings.contentsValue', {
            documents: t('amount.documents', { count: status.documents, number: number(status.documents) }),
            pages: t('amount.pages', { count: status.pages, number: number(status.pages) }),
            passages: t('amount.passages', { count: status.segments, number: number(status.segments) }),
          })}</p>
      </Line>
      <Line label={t('settings.size')}>
        <p className="pt-1 tabular">{t('settings.sizeValue', { database: bytes(status.database_bytes, i18n.language), index: bytes(status.lexical_bytes, i18n.language) })}</p>
      </Line>
      <Line label={t('settings.embedder')} hint={t('settings.embedderHint')}>
        <p className="selectable pt-1">{status.embedder ? t('settings.embedderValue', { name: status.embedder.name, dimensions: status.embedder.dimensions }) : '–'}</p>
      </Line>
    </Group>
  )
}

export function SettingsView() {
  const { t } = useTranslation()
  const settings = useRead('settings_get', null)
  const status = useRead('library_status', null).data
  const ollama = useRead('ollama_status', null, { refetchOnWindowFocus: 'always' })
  const change = useChange('settings_set', ['ollama'])
  const set = (part: Partial<Settings>) => settings.data && change.mutate({ ...settings.data, ...part })
  return (
    <section aria-label={t('settings.title')} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-[760px] px-6 pt-4 pb-12">
        <h1 className="mb-2 text-lg font-semibold">{t('settings.title')}</h1>
        {settings.error && <ErrorNote error={settings.error} onRetry={() => void settings.refetch()} />}
        {settings.data && (
          <>
            <Appearance settings={settings.data} set={set} />
            <Answers settings={settings.data} set={set} />
            <Models settings={settings.data} ollama={ollama.data} checking={ollama.isFetching} set={set} onCheck={() => void ollama.refetch()} />
            <Retrieval settings={settings.data} set={set} />
          </>
        )}
        {status && <Storage status={status} />}
        <Privacy ollama={ollama.data} />
        <About />
      </div>
    </section>
  )
}
