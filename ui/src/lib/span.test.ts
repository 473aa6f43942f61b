import i18next from 'i18next'
import { describe, expect, it } from 'vitest'

import { span } from './span'

describe('span', () => {
  it('rounds to what a guess is worth', () => {
    expect([0, 44, 45, 89, 91, 5900, 6000, 36_000].map((seconds) => span(i18next.t, seconds, 'en'))).toEqual([
      'less than a minute',
      'less than a minute',
      'about 1 min',
      'about 1 min',
      'about 2 min',
      'about 98 min',
      'about 2 h',
      'about 10 h',
    ])
  })
})
