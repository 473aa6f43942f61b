import { describe, expect, it } from 'vitest'

import { resolveScope } from './scope'

const rows = [
  { id: 1, name: 'Filings', documents: [3, 5] },
  { id: 2, name: 'Empty', documents: [] },
]

describe('resolveScope', () => {
  it('joins documents and collections, each document once', () => {
    expect(resolveScope([5, 2], [1], rows)).toEqual({ documents: [2, 3, 5], nothing: false })
    expect(resolveScope([], [], rows)).toEqual({ documents: [], nothing: false })
  })

  it('does not take an empty collection for the whole library', () => {
    expect(resolveScope([], [2], rows)).toEqual({ documents: [], nothing: true })
    expect(resolveScope([4], [2], rows)).toEqual({ documents: [4], nothing: false })
    // A collection that is gone limits nothing.
    expect(resolveScope([], [9], rows)).toEqual({ documents: [], nothing: false })
  })
})
