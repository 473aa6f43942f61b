/** Names of the answer schemes in the texts; a `_` there would part a key from its context. */
import type { Scheme } from '@/backend'

export const SCHEME_WORDS = {
  auto: 'auto',
  rb: 'rb',
  rl: 'rl',
  fil: 'fil',
  rb_ext: 'rbExt',
  rb_ef: 'rbEf',
  full_ext: 'fullExt',
  full_ef: 'fullEf',
  summary: 'summary',
} as const satisfies Record<Scheme, string>

/** Schemes that a reader may choose; a summary is chosen by the question. */
export const SCHEMES: Scheme[] = ['auto', 'rb', 'rl', 'fil', 'rb_ext', 'rb_ef', 'full_ext', 'full_ef']
