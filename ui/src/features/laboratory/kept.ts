/** The last two reports of this window, so that the table is there after a restart and can be compared. Means of all runs are the engine's. */
import type { RunReport } from '@/backend'

const KEY = 'waymark.laboratory'
const MOST = 2

interface Kept {
  /** Library that the reports are of. */
  folder: string
  /** Newest first. */
  reports: RunReport[]
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'folder' in value && 'reports' in value && Array.isArray(value.reports)
}

/** Reports of a library, newest first. */
export function keptReports(folder: string): RunReport[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isKept(kept) && kept.folder === folder ? kept.reports : []
  } catch {
    return []
  }
}

export function keepReport(folder: string, report: RunReport): void {
  const kept: Kept = { folder, reports: [report, ...keptReports(folder)].slice(0, MOST) }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A full storage costs the comparison after a restart, nothing else.
  }
}
