/** Numbers, sizes, times and paths as a reader writes them. */

export function bytes(count: number, language: string): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = count
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = value < 10 && unit > 0 ? 1 : 0
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${units[unit] ?? 'B'}`
}

export function integer(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count)
}

/** `0.8 s`, `12 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 0.1) return `${Math.max(1, Math.round(milliseconds))} ms`
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Whole per cent, never 100 before everything is there. */
export function percent(done: number, total: number): number {
  if (total <= 0) return 0
  const share = Math.floor((100 * done) / total)
  return done < total ? Math.min(share, 99) : 100
}

/** Today as a time, this year without the year, older with it. */
export function moment(at: number, now: number, language: string): string {
  const date = new Date(at)
  const today = new Date(now)
  if (date.toDateString() === today.toDateString()) {
    return date.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })
  }
  const year = date.getFullYear() === today.getFullYear() ? undefined : ('numeric' as const)
  return date.toLocaleDateString(language, { day: 'numeric', month: 'short', year })
}

/** The last part of a path of any system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
}

/** Section path without the document title, which is shown on its own. */
export function sectionTrail(sectionPath: string[], title: string): string[] {
  return sectionPath[0] === title ? sectionPath.slice(1) : sectionPath
}

/** A quoted list item without the mark before it, which means nothing outside its list. */
export function withoutBullet(text: string): string {
  return text.replace(/^\s*[•·▪●■◦‣]\s*/, '')
}
