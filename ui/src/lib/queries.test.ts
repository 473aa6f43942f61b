import { describe, expect, it } from 'vitest'

import { patchRows } from './queries'
import { row } from './testing/fakeBackend'

describe('patchRows', () => {
  it('replaces, removes and appends', () => {
    const changed = new Map([
      [1, row(1, { title: 'New name' })],
      [2, null],
      [4, row(4)],
      [5, null],
    ])
    expect(patchRows([row(1), row(2), row(3)], changed).map((document) => document.title)).toEqual(['New name', 'Document 3', 'Document 4'])
  })
})
