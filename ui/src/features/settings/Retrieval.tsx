import { useTranslation } from 'react-i18next'

import type { Settings } from '@/backend'

import { Group, Line } from './parts'
import { PRESETS, presetOf, type Preset } from './presets'

interface WeightProps {
  label: string
  value: number | null
  most: number
  /** Where the slider begins when the weight is taken from the question's hands. */
  usual: number
  onChange(value: number | null): void
}

function Weight({ label, value, most, usual, onChange }: WeightProps) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <span className="w-5 font-medium">{label}</span>
      <label className="flex items-center gap-1.5 text-sm">
        <input type="checkbox" checked={value === null} onChange={(event) => onChange(event.target.checked ? null : usual)} className="accent-accent" />
        {t('retrieval.adaptive')}
        <span className="sr-only">{label}</span>
      </label>
      <input type="range" aria-label={label} min={0} max={most} step={0.05} disabled={value === null} value={value ?? usual} onChange={(event) => onChange(event.target.valueAsNumber)} className="w-40 accent-accent disabled:opacity-40" />
      <span className="w-10 text-sm text-ink-2 tabular">{value === null ? '' : value.toFixed(2)}</span>
    </div>
  )
}

/** How words, meaning and key terms weigh against each other. */
export function Retrieval({ settings, set }: { settings: Settings; set(change: Partial<Settings>): void }) {
  const { t } = useTranslation()
  const preset = presetOf(settings)
  const names = [...Object.keys(PRESETS), ...(preset === 'own' ? ['own'] : [])] as Preset[]
  return (
    <Group title={t('retrieval.title')}>
      <Line label={t('retrieval.preset')} hint={t(`retrieval.hint.${preset}`)}>
        <select value={preset} aria-label={t('retrieval.preset')} onChange={(event) => event.target.value !== 'own' && set(PRESETS[event.target.value as Exclude<Preset, 'own'>])} className="h-7 rounded-md border border-line-strong bg-raised px-2">
          {names.map((name) => (
            <option key={name} value={name}>
              {t(`retrieval.name.${name}`)}
            </option>
          ))}
        </select>
      </Line>
      <Line label={t('retrieval.weights')} hint={t('retrieval.weightsHint')}>
        <div className="space-y-2">
          <Weight label="α" value={settings.alpha} most={1} usual={0.5} onChange={(alpha) => set({ alpha })} />
          <Weight label="β" value={settings.beta} most={2} usual={0.5} onChange={(beta) => set({ beta })} />
        </div>
      </Line>
    </Group>
  )
}
