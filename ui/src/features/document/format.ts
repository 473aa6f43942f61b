/** Formatters by name, and the state of the runs that concern one document. */
import type { FormatEstimate, FormatState, Formatter } from '@/backend'

export const FORMATTERS: Formatter[] = ['native', 'assisted', 'full']

/** The formatter that a document names; one that this version does not know counts as the rules. */
export function formatterOf(name: string): Formatter {
  return FORMATTERS.find((known) => known === name) ?? 'native'
}

/** The run on a document, and one on another document that has to end first. */
export function runsFor(document: number, runs: FormatState[]): { own: FormatState | undefined; other: FormatState | undefined } {
  return {
    own: runs.find((run) => run.document === document),
    other: runs.find((run) => run.document !== document && !run.ended),
  }
}

/** Share of the windows that are done; `null` before the first is looked at. */
export function windowShare({ progress }: FormatState): number | null {
  return progress.windows === 0 ? null : Math.max(0, progress.window - 1) / progress.windows
}

/** Whether a model would be asked anything. */
export function hasWork(estimate: FormatEstimate): boolean {
  return estimate.asked > 0
}
