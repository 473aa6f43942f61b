/** Named weightings of the retrieval routes; `null` leaves the weight to the question. */
import type { Settings } from '@/backend'

export type Preset = 'adaptive' | 'words' | 'meaning' | 'names' | 'own'

type Weights = Pick<Settings, 'alpha' | 'beta'>

export const PRESETS: Record<Exclude<Preset, 'own'>, Weights> = {
  adaptive: { alpha: null, beta: null },
  words: { alpha: 0.2, beta: null },
  meaning: { alpha: 0.8, beta: null },
  names: { alpha: 0.4, beta: 1 },
}

/** Weights come back from the engine as 32-bit numbers. */
const same = (one: number | null, other: number | null) => one === other || (one !== null && other !== null && Math.abs(one - other) < 1e-3)

export function presetOf({ alpha, beta }: Weights): Preset {
  const found = (Object.keys(PRESETS) as Exclude<Preset, 'own'>[]).find((name) => same(PRESETS[name].alpha, alpha) && same(PRESETS[name].beta, beta))
  return found ?? 'own'
}
