import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { EnrichWhen, ModelRow, OllamaStatus, Settings } from '@/backend'
import { Button } from '@/components/Button'
import { Dialog } from '@/components/Dialog'
import { ErrorNote } from '@/components/ErrorNote'
import { IconButton } from '@/components/IconButton'
import { Segmented } from '@/components/Segmented'
import { Ticked } from '@/components/Ticked'
import { AddModel } from '@/features/onboarding/AddModel'
import { OllamaLine } from '@/features/onboarding/OllamaLine'
import { OllamaSteps } from '@/features/onboarding/OllamaSteps'
import { bytes } from '@/lib/format'
import { useChange } from '@/lib/queries'

import { Group, Line, TextField } from './parts'

interface Props {
  settings: Settings
  ollama: OllamaStatus | undefined
  checking: boolean
  set(change: Partial<Settings>): void
  onCheck(): void
}

function DeleteDialog({ model, chosen, onDeleted, onClose }: { model: ModelRow; chosen: boolean; onDeleted(): void; onClose(): void }) {
  const { t, i18n } = useTranslation()
  const remove = useChange('ollama_delete', [], { quiet: true, onSuccess: onDeleted })
  const description = [t('models.deleteWhy', { size: bytes(model.size, i18n.language) }), chosen ? t('models.deleteChosen') : ''].filter(Boolean).join(' ')
  return (
    <Dialog title={t('models.deleteTitle', { model: model.name })} description={description} onClose={onClose}>
      {remove.error && <ErrorNote error={remove.error} className="mb-4" />}
      <div className="flex justify-end gap-2">
        <Button data-first onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate({ model: model.name }, { onSuccess: onClose })}>
          {t('models.delete')}
        </Button>
      </div>
    </Dialog>
  )
}

interface RowProps {
  name: string
  words: string
  detail: string
  checked: boolean
  missing?: boolean
  onChoose(): void
  onDelete?: () => void
}

function ModelLine({ name, words, detail, checked, missing = false, onChoose, onDelete }: RowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-9 items-center gap-2 border-t border-line py-1 pr-1 pl-3 first:border-t-0">
      <label className="flex min-w-0 flex-1 items-center gap-2.5">
        <input type="radio" name="model" checked={checked} onChange={onChoose} className="shrink-0 accent-accent" />
        <span className="min-w-0 flex-1">
          <span className={`break-all ${missing ? 'text-warn' : ''}`}>{words}</span>
        </span>
        <span className="shrink-0 text-sm text-ink-3 tabular">{detail}</span>
      </label>
      <span className="size-7 shrink-0">{onDelete && <IconButton icon={Trash2} size={14} label={t('models.deleteOne', { model: name })} onClick={onDelete} />}</span>
    </li>
  )
}

/** The models of this computer: one of them answers, any may be deleted. */
function ModelList({ models, settings, set }: { models: ModelRow[]; settings: Settings; set(change: Partial<Settings>): void }) {
  const { t, i18n } = useTranslation()
  const [leaving, setLeaving] = useState<ModelRow | null>(null)
  const missing = settings.model !== '' && !models.some((model) => model.name === settings.model)
  return (
    <fieldset>
      <legend className="sr-only">{t('models.list')}</legend>
      <ul className="rounded-lg border border-line bg-raised">
        <ModelLine name="" words={t('settings.firstModel')} detail={models[0]?.name ?? ''} checked={settings.model === ''} onChoose={() => set({ model: '' })} />
        {missing && <ModelLine name={settings.model} words={t('settings.missingModel', { model: settings.model })} detail="" missing checked onChoose={() => undefined} />}
        {models.map((model) => (
          <ModelLine
            key={model.name}
            name={model.name}
            words={model.name}
            detail={[model.parameters, model.quantization, bytes(model.size, i18n.language)].filter(Boolean).join(' · ')}
            checked={settings.model === model.name}
            onChoose={() => set({ model: model.name })}
            onDelete={() => setLeaving(model)}
          />
        ))}
      </ul>
      {leaving && (
        <DeleteDialog
          model={leaving}
          chosen={settings.model === leaving.name}
          onDeleted={() => settings.model === leaving.name && set({ model: '' })}
          onClose={() => setLeaving(null)}
        />
      )}
    </fieldset>
  )
}

/** Ollama and its models: where it is, which one answers, new ones, and what they do unasked. */
export function Models({ settings, ollama, checking, set, onCheck }: Props) {
  const { t } = useTranslation()
  return (
    <Group title={t('models.title')}>
      <Line label={t('settings.ollama')} hint={t('settings.ollamaHint')}>
        <div className="flex gap-2">
          <TextField label={t('settings.ollama')} value={settings.ollama_host} placeholder={ollama?.host ?? ''} onCommit={(ollama_host) => set({ ollama_host })} />
          <Button onClick={onCheck} disabled={checking}>
            {t('settings.check')}
          </Button>
        </div>
        <OllamaLine className="mt-2" />
        <OllamaSteps />
        {ollama?.problem && (
          <p className="selectable mt-1 text-sm text-ink-3">
            <Ticked text={ollama.problem} />
          </p>
        )}
      </Line>
      {ollama?.running && (
        <>
          {ollama.models.length > 0 && (
            <Line label={t('settings.model')} hint={t('models.listHint')}>
              <ModelList models={ollama.models} settings={settings} set={set} />
            </Line>
          )}
          <Line label={t('models.add')} hint={t('models.addHint')}>
            <AddModel />
          </Line>
        </>
      )}
      <Line label={t('models.enrich')} hint={t(`models.enrichHint.${settings.enrich}`)}>
        <Segmented<EnrichWhen>
          label={t('models.enrich')}
          value={settings.enrich}
          options={(['off', 'when_idle'] as const).map((value) => ({ value, label: t(`models.enrichWhen.${value}`) }))}
          onChange={(enrich) => set({ enrich })}
        />
      </Line>
    </Group>
  )
}
