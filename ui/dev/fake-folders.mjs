/** Made-up linked folders for the fake server: one in order, one on an unplugged drive, one on a network drive, one that fails. */
import { HOME, SHARE, DRIVE } from './fake-library.mjs'

const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const MINUTE = 60_000

function first(docs) {
  const row = (id, path, more) => ({ id, path, ignore: [], state: 'current', reason: null, watched: true, gone: [], refused: [], scanned_ms: Date.now() - 4 * MINUTE, ...more })
  const refused = (path, reason) => ({ path, code: 'unreadable', reason })
  return [
    row(1, HOME, {
      ignore: ['drafts/', '*-old.pdf', '!NS2105-old.pdf'],
      gone: docs.slice(30, 33).map((doc) => doc.id),
      refused: [
        refused(`${HOME}/regulators/WM3305 preliminary.pdf`, `\`${HOME}/regulators/WM3305 preliminary.pdf\` is empty (0 bytes)`),
        refused(`${HOME}/letter to distributors.pdf`, `\`${HOME}/letter to distributors.pdf\` is not a PDF: its first 1,024 bytes hold no \`%PDF-\` mark`),
      ],
    }),
    row(2, DRIVE, { state: 'missing', watched: false, scanned_ms: Date.now() - 19 * 1440 * MINUTE }),
    row(3, SHARE, { watched: false }),
    row(4, '/srv/board/minutes', { state: 'failed', watched: false, reason: 'the folder `/srv/board/minutes` cannot be opened: Permission denied (os error 13)', scanned_ms: Date.now() - 30 * MINUTE }),
  ]
}

/** The commands about linked folders, over the documents and events of the server; `add` reads made-up files of a folder. */
export function folderCommands({ scenario, documents, add, broadcast, refuse }) {
  let folders = scenario === 'empty' ? [] : first(documents())
  const tell = () => broadcast({ event: 'invalidate', tags: ['folders'] })
  const find = (id) => folders.find((folder) => folder.id === id) ?? Promise.reject(refuse('not_found', `no linked folder \`${id}\``))
  const shown = (folder) => ({ ...folder, documents: documents().filter((doc) => doc.row.path.startsWith(`${folder.path}/`) && !folder.gone.includes(doc.id)).length, gone: folder.gone.filter((id) => documents().some((doc) => doc.id === id)) })
  const checked = (rules) => {
    const bad = rules.find((rule) => /\[[^\]]*$|{[^}]*$/.test(rule))
    if (bad) throw refuse('invalid_input', `\`${bad}\` is no ignore rule: error parsing glob '${bad}': unclosed character class; missing ']'`)
    return rules
  }
  async function look(folder) {
    if (folder.state === 'missing') return
    Object.assign(folder, { state: 'scanning' })
    tell()
    await wait(1500)
    const failed = folder.reason !== null
    Object.assign(folder, { state: failed ? 'failed' : 'current', scanned_ms: Date.now() })
    tell()
  }

  return {
    folders_list: async () => {
      if (scenario === 'slow') await wait(3_600_000)
      return folders.map(shown)
    },
    folder_link: ({ path, ignore }) => {
      const above = folders.find((folder) => path.startsWith(`${folder.path}/`))
      if (above) throw refuse('invalid_input', `\`${path}\` lies in \`${above.path}\`, which is linked already`)
      const made = { id: folders.length + 1, path, ignore: checked(ignore), state: 'waiting', reason: null, watched: true, gone: [], refused: [], scanned_ms: null }
      folders = [...folders, made]
      void wait(400).then(() => look(made)).then(() => add(['Assembly guide.pdf', 'Test report 2026-11.pdf'], path)).then(tell)
      return shown(made)
    },
    folder_change: async ({ id, ignore }) => {
      const folder = await find(id)
      folder.ignore = checked(ignore)
      void look(folder)
      return shown(folder)
    },
    folder_unlink: async ({ id }) => {
      await find(id)
      folders = folders.filter((folder) => folder.id !== id)
      return null
    },
    folders_scan: async () => {
      await Promise.all(folders.map(look))
      return { added: [], known: [], rejected: folders.flatMap((folder) => folder.refused) }
    },
  }
}
