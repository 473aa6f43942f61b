/**
 * Fails when what the window needs for its first paint is larger than 600 kB compressed. Run after `vite build`.
 * Counts the page itself and every script and style that it names; what is fetched later (formulas, export) does not count.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const LIMIT = 600_000

/** Compressed bytes of `index.html` and of the files that it loads. */
export function firstPaint(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map((match) => match[1])
  const files = ['index.html', ...new Set(named)]
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const bytes = firstPaint(new URL('../dist/', import.meta.url).pathname)
  console.log(`first paint: ${Math.round(bytes / 1000)} kB compressed, at most ${LIMIT / 1000}`)
  process.exitCode = bytes > LIMIT ? 1 : 0
}
