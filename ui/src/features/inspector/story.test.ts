import { describe, expect, it } from 'vitest'

import { hit } from '@/lib/testing/hits'

import { longest, notesOf, partsOf, reasonOf, routesOf, shareOfMeaning, strengthOf } from './story'

const BOTH = { dense: true, lexical: true }

describe('the parts of a score', () => {
  it('are weighted as the fusion weighs them, and add up to it', () => {
    const shown = hit(1, { score: 1.19, scores: { dense: 0.5, lexical: 1, keyword: 1, rerank: 0.09 }, explanation: { alpha: 0.4, beta: 0.3 } })
    const parts = partsOf(shown, BOTH)
    expect(parts.map(({ name, share }) => [name, Number(share.toFixed(3))])).toEqual([
      ['dense', 0.2],
      ['lexical', 0.6],
      ['keyword', 0.3],
      ['reading', 0.09],
    ])
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(shown.score)
  })

  it('name what a rule added', () => {
    const lifted = hit(1, { score: 0.65, scores: { dense: 1, lexical: null, keyword: 0, rerank: 0 }, explanation: { alpha: 0.4, beta: 0.3 } })
    expect(partsOf(lifted, BOTH)).toEqual([
      { name: 'dense', share: 0.4 },
      { name: 'rule', share: 0.25 },
    ])
  })

  it('give a lone route the whole weight', () => {
    const words = [hit(1, { scores: { dense: null, lexical: 1, keyword: 0, rerank: null }, explanation: { alpha: 0.4, beta: 0, raw_dense: null, raw_lexical: 12 }, score: 1 })]
    const routes = routesOf(words)
    expect(routes).toEqual({ dense: false, lexical: true })
    expect(shareOfMeaning(0.4, routes)).toBe(0)
    expect(partsOf(words[0] as (typeof words)[0], routes)).toEqual([{ name: 'lexical', share: 1 }])
    expect(longest(words, routes)).toBe(1)
  })
})

describe('the notes of the engine', () => {
  it('become features and rules', () => {
    const told = notesOf([
      'reranked: words +0.05, path +0.10, contents list -0.30',
      'cross-encoder: +0.42',
      'lifted: best passage of the balance sheet',
      'put first: the question names figure 5',
      'put first: it introduces the document',
      'moved up: the question fits its document nearly as well as the one before',
      'moved down: 3 better passages of the same document stand above',
      'joined with hit 4',
      'joined with its neighbour, segment 912',
      'cut: 0.41 of the best score, threshold 0.56, at most 15',
      'something new',
    ])
    expect(told.features).toEqual([
      { name: 'cross', share: 0.42 },
      { name: 'contents', share: -0.3 },
      { name: 'path', share: 0.1 },
      { name: 'words', share: 0.05 },
    ])
    expect(told.notes).toEqual([
      { kind: 'lifted', statement: 'balance sheet' },
      { kind: 'named', place: 'figure 5' },
      { kind: 'introduces' },
      { kind: 'movedUp' },
      { kind: 'movedDown', count: 3 },
      { kind: 'joined', rank: 4 },
      { kind: 'joinedNeighbour' },
      { kind: 'cut', score: '0.41', threshold: '0.56' },
      { kind: 'other', text: 'something new' },
    ])
  })

  it('say why the weights are what they are', () => {
    expect(reasonOf('α lowered: the question holds identifiers (LA3150, SOT-23)')).toEqual({ kind: 'identifiers', terms: 'LA3150, SOT-23' })
    expect(reasonOf('β raised: 1 of 7 look-alike documents are meant')).toEqual({ kind: 'rivals', meant: 1, rivals: 7 })
    expect(reasonOf('β lowered: only a period or form tells documents apart')).toEqual({ kind: 'periodOnly' })
    expect(reasonOf('α raised: the question is in everyday words')).toEqual({ kind: 'everyday' })
    expect(reasonOf('γ guessed')).toEqual({ kind: 'other', text: 'γ guessed' })
  })
})

it('values are told in words', () => {
  expect([null, 0, 0.2, 0.5, 0.9].map(strengthOf)).toEqual(['absent', 'least', 'faint', 'fair', 'strong'])
})
