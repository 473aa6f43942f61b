import { describe, expect, it } from 'vitest'

import type { QuestionFigures, RunFigures, RunReport } from '@/backend'

import { apart, changeOf, foundAt, linesOf, plotLines } from './figures'

const question = (qid: string, figures: Record<string, number>, first: QuestionFigures['first'] = []): QuestionFigures => ({ qid, question: qid, figures: Object.entries(figures).map(([name, value]) => ({ name, value })), first, latency_ms: 1 })
const run = (time_ms: number, figures: Record<string, number>): RunFigures => ({ time_ms, version: '1', questions: 1, figures: Object.entries(figures).map(([name, value]) => ({ name, value })), latency_ms: 1 })

describe('where a page was found', () => {
  it('is the rank of its first match, or nowhere', () => {
    const page = [{ file: 'a', page: 3 }]
    expect(foundAt(question('q', { AMR: 4, FAIL: 0 }), page)).toEqual({ kind: 'at', rank: 4 })
    expect(foundAt(question('q', { FAIL: 1 }, [{ file: 'a', page: 9 }]), page)).toEqual({ kind: 'absent' })
  })

  it('is told by the document where no page is expected', () => {
    const any = [{ file: 'a', page: null }]
    expect(foundAt(question('q', { 'T@1': 0 }, [{ file: 'b', page: 1 }, { file: 'a', page: 7 }]), any)).toEqual({ kind: 'at', rank: 2 })
    expect(foundAt(question('q', { 'T@5': 0, 'DR@10': 1, 'DR@20': 1 }), any)).toEqual({ kind: 'within', most: 10 })
    expect(foundAt(question('q', { 'T@5': 0, 'DR@10': 0, 'DR@20': 0 }), any)).toEqual({ kind: 'absent' })
  })

  it('is compared with the run before', () => {
    const at = (rank: number) => ({ kind: 'at' as const, rank })
    expect(changeOf(at(1), at(4))).toEqual({ kind: 'up', before: at(4) })
    expect(changeOf(at(4), at(1))).toEqual({ kind: 'down', before: at(1) })
    expect(changeOf({ kind: 'absent' }, { kind: 'absent' })).toEqual({ kind: 'same' })
    expect(changeOf(at(2), { kind: 'absent' })).toEqual({ kind: 'up', before: { kind: 'absent' } })
    expect(changeOf(at(2), null)).toEqual({ kind: 'new' })
  })
})

it('saved questions are joined with what two runs gave', () => {
  const saved = ['a', 'b', 'c'].map((qid) => ({ qid, question: qid, pages: [{ file: qid, page: 1 }] }))
  const report = (time: number, rows: QuestionFigures[], missing: string[] = []): RunReport => ({ run: run(time, {}), questions: rows, missing })
  const lines = linesOf(saved, report(2, [question('a', { AMR: 1, FAIL: 0 })], ['b']), report(1, [question('a', { AMR: 3, FAIL: 0 })]))
  expect(lines.map(({ found, change, missing }) => ({ found, change: change?.kind, missing }))).toEqual([
    { found: { kind: 'at', rank: 1 }, change: 'up', missing: false },
    { found: null, change: undefined, missing: true },
    { found: null, change: undefined, missing: false },
  ])
})

describe('the plot', () => {
  it('spreads runs evenly and leaves out figures that a run does not have', () => {
    const lines = plotLines([run(1, { 'T@1': 0, 'R@5': 0.5 }), run(2, { 'T@1': 1 }), run(3, { 'T@1': 0.5, 'R@5': 1 })], 200, 100)
    expect(lines.map((line) => line.points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [0, 100],
        [100, 0],
        [200, 50],
      ],
      [
        [0, 50],
        [200, 0],
      ],
      [],
    ])
  })

  it('puts a lone run in the middle', () => {
    expect(plotLines([run(1, { 'T@1': 1 })], 200, 100)[0]?.points[0]).toMatchObject({ x: 100, y: 0 })
  })

  it('keeps labels apart and inside', () => {
    expect(apart([50, 52, 10], 14, 100)).toEqual([50, 64, 10])
    expect(apart([99, 100, 98], 14, 100)).toEqual([86, 100, 72])
  })
})
