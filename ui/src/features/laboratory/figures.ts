/** Runs of the saved questions → what the tables and the plot show. */
import type { ExpectedPage, NamedFigure, QuestionFigures, RunFigures, RunReport, SavedQuestion } from '@/backend'

/** Figures that are followed over time, as the engine names them. */
export const FOLLOWED = ['T@1', 'R@5', 'MRR@10'] as const
export type Followed = (typeof FOLLOWED)[number]

export function figure(figures: NamedFigure[], name: string): number | null {
  return figures.find((one) => one.name === name)?.value ?? null
}

/** Where the expected page was found. Without an expected page it is the document that counts. */
export type Found = { kind: 'at'; rank: number } | { kind: 'within'; most: number } | { kind: 'absent' }

/** So many results are looked at. */
export const LOOKED_AT = 20

export function isExpected(found: ExpectedPage, expected: ExpectedPage[]): boolean {
  return expected.some(({ file, page }) => file === found.file && (page === null || page === found.page))
}

export function foundAt(row: QuestionFigures, expected: ExpectedPage[]): Found {
  const rank = figure(row.figures, 'AMR')
  if (rank !== null) return { kind: 'at', rank: Math.round(rank) }
  if (figure(row.figures, 'FAIL') !== null) return { kind: 'absent' }
  const place = row.first.findIndex((found) => isExpected(found, expected))
  if (place >= 0) return { kind: 'at', rank: place + 1 }
  const within = [5, 10, LOOKED_AT].find((most) => (figure(row.figures, most === 5 ? 'T@5' : `DR@${most}`) ?? 0) > 0)
  return within === undefined ? { kind: 'absent' } : { kind: 'within', most: within }
}

const order = (found: Found) => (found.kind === 'at' ? found.rank : found.kind === 'within' ? found.most : Infinity)

export type Change = { kind: 'new' | 'same' } | { kind: 'up' | 'down'; before: Found }

export function changeOf(now: Found, before: Found | null): Change {
  if (before === null) return { kind: 'new' }
  const difference = order(now) - order(before)
  if (difference === 0 || Number.isNaN(difference)) return { kind: 'same' }
  return { kind: difference < 0 ? 'up' : 'down', before }
}

export interface Line {
  saved: SavedQuestion
  /** Of the last run, where it held the question. */
  row: QuestionFigures | null
  found: Found | null
  change: Change | null
  /** Its document has left the library. */
  missing: boolean
}

/** Saved questions with what the last two runs gave. */
export function linesOf(saved: SavedQuestion[], last: RunReport | null, before: RunReport | null): Line[] {
  const rowOf = (report: RunReport | null, qid: string) => report?.questions.find((row) => row.qid === qid) ?? null
  return saved.map((question) => {
    const row = rowOf(last, question.qid)
    const earlier = rowOf(before, question.qid)
    const found = row && foundAt(row, question.pages)
    return { saved: question, row, found, change: found && before ? changeOf(found, earlier && foundAt(earlier, question.pages)) : null, missing: last?.missing.includes(question.qid) ?? false }
  })
}

export interface Point {
  x: number
  y: number
  run: RunFigures
  value: number
}

/** One line of the plot for each figure, inside a box of the given size; values run from 0 below to 1 above. */
export function plotLines(runs: RunFigures[], width: number, height: number): { name: Followed; points: Point[] }[] {
  const step = runs.length > 1 ? width / (runs.length - 1) : 0
  return FOLLOWED.map((name) => ({
    name,
    points: runs.flatMap((run, index) => {
      const value = figure(run.figures, name)
      return value === null ? [] : [{ x: runs.length > 1 ? index * step : width / 2, y: height * (1 - value), run, value }]
    }),
  }))
}

/** Heights at which labels stand without covering each other: as near to the wanted ones as the gap allows. */
export function apart(wanted: number[], gap: number, most: number): number[] {
  const sorted = wanted.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y)
  for (let at = 1; at < sorted.length; at += 1) {
    const [above, below] = [sorted[at - 1], sorted[at]]
    if (above && below) below.y = Math.max(below.y, above.y + gap)
  }
  const over = (sorted.at(-1)?.y ?? 0) - most
  if (over > 0) sorted.forEach((label) => (label.y -= over))
  const heights = [...wanted]
  for (const { y, index } of sorted) heights[index] = y
  return heights
}
