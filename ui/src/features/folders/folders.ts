/** Which documents lie in a linked folder, how folders are named, and which of them need a look. */
import type { AddReport, DocumentRow, FolderRow } from '@/backend'
import { baseName } from '@/lib/format'

/** A path without the separators at its end, so that a folder is the same however it was written. */
function trimmed(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, '')
}

/** Whether a path is the folder itself or lies somewhere below it. */
export function liesIn(path: string, folder: string): boolean {
  const above = trimmed(folder)
  const below = trimmed(path)
  return below === above || (below.startsWith(above) && (/[\\/]$/.test(above) || /[\\/]/.test(below.charAt(above.length))))
}

export function sameFolder(a: string, b: string): boolean {
  return trimmed(a) === trimmed(b)
}

/** A path as seen from the folder it lies in. */
export function pathBelow(path: string, folder: FolderRow): string {
  return liesIn(path, folder.path) ? path.slice(trimmed(folder.path).length).replace(/^[\\/]+/, '') || path : path
}

/** Documents of which one copy lies in the folder. */
export function documentsIn(folder: FolderRow, rows: DocumentRow[]): DocumentRow[] {
  return rows.filter((row) => [row.path, ...row.duplicates].some((path) => liesIn(path, folder.path)))
}

/** The last part of the path; folders called the same are told apart by the folder they lie in. */
export function folderName(folder: FolderRow, all: FolderRow[]): string {
  const name = baseName(folder.path)
  const shared = all.some((other) => other.id !== folder.id && baseName(other.path) === name)
  const parent = baseName(folder.path.slice(0, -name.length))
  return shared && parent !== '' ? `${parent} / ${name}` : name
}

/** Documents whose files are gone, and that are still in the library. None while the whole folder is away: they may come back with it. */
export function goneFrom(folder: FolderRow, rows: DocumentRow[], leaving: number[]): DocumentRow[] {
  if (folder.state === 'missing') return []
  return rows.filter((row) => folder.gone.includes(row.id) && !leaving.includes(row.id))
}

export function needsLook(folder: FolderRow, rows: DocumentRow[]): boolean {
  return folder.state === 'missing' || folder.state === 'failed' || folder.refused.length > 0 || goneFrom(folder, rows, []).length > 0
}

/** Which of the paths are folders, as far as their names tell. */
export function likelyFolders(paths: string[]): string[] {
  return paths.filter((path) => !/\.\w{1,5}$/.test(path))
}

/** Which of the paths were folders with PDFs in them, now that all of them were added. */
export function addedFolders(paths: string[], report: AddReport): string[] {
  const refused = new Set(report.rejected.map((item) => item.path))
  return paths.filter((path) => !/\.pdf$/i.test(path) && !refused.has(path))
}

/** One rule per line, without blank ones. */
export function rulesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim()).filter(Boolean)
}
