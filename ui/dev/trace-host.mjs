/** A host on a library of many real documents, for `dev/trace.mjs`: started, filled once, and kept for the next time. */
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The PDFs below some folders, smallest first. */
function pdfsBelow(folders) {
  const found = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.pdf$/i.test(name)).map((name) => join(folder, name)))
  return found.map((path) => ({ path, size: statSync(path).size })).sort((a, b) => a.size - b.size)
}

export async function startHost(program, library) {
  const child = spawn(program, ['--library', library, '--ui', new URL('../dist', import.meta.url).pathname], { env: { ...process.env, OLLAMA_HOST: '127.0.0.1:9' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const base = await new Promise((done, failed) => {
    child.stdout.once('data', (line) => done(String(line).trim()))
    child.once('exit', () => failed(new Error('the host did not start')))
  })
  const rpc = async (name, request = null) => {
    const response = await fetch(`${base}/rpc/${name}`, { method: 'POST', body: JSON.stringify(request) })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${name}: ${answer.message}`)
    return answer
  }
  return { base, rpc, stop: () => child.kill('SIGINT') }
}

/**
 * Adds PDFs until there are `wanted`, the smallest first, and one long one; waits until the long one and at least `least` in all have
 * pages to show. Reading is paused then, so that it takes no processor from what is measured.
 */
export async function fill(rpc, folders, wanted, long, least) {
  const rows = () => rpc('documents_list')
  const before = (await rows()).length
  await rpc('ingest_pause', { paused: false })
  if (before < wanted) {
    const paths = pdfsBelow(folders).map(({ path }) => path)
    await rpc('documents_add', { paths: [long, ...paths.filter((path) => path !== long).slice(0, wanted - 1)] })
  }
  for (;;) {
    const list = await rows()
    const shown = list.filter((row) => row.pages > 0).length
    const [filing] = list.filter((row) => long.endsWith(row.file_name) && row.pages > 0)
    process.stdout.write(`\r${shown} of ${list.length} documents read `)
    if (filing && shown >= least) {
      await rpc('ingest_pause', { paused: true })
      process.stdout.write('\n')
      return filing
    }
    await new Promise((done) => setTimeout(done, 2000))
  }
}
