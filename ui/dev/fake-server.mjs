/**
 * Serves dist/ and a made-up engine over the routes of the HTTP backend, for looking at the window without Rust.
 * `node dev/fake-server.mjs [port] [scenario]`; scenarios: full (default), many (200 documents), empty, broken, slow, shut (the library is refused), plain (no Ollama).
 * Port 0 takes any that is free; the address is printed.
 */
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

import { analysisOf, answerFor, figuresAmong, hitsFor } from './fake-answers.mjs'
import { folderCommands } from './fake-folders.mjs'
import { forget, history, questions, run, save } from './fake-laboratory.mjs'
import { document, figureSvg, findIn, fullLibrary, outline, pageSvg, pageWords } from './fake-library.mjs'
import { modelCommands } from './fake-models.mjs'

const port = Number(process.argv[2] ?? 4310)
const scenario = process.argv[3] ?? 'full'
const dist = new URL('../dist/', import.meta.url).pathname
const CSP = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"

let docs = scenario === 'empty' || scenario === 'slow' ? [] : fullLibrary(scenario === 'many' ? 190 : 60)
let collections = docs.length > 0 ? [{ id: 1, name: 'Harbour filings', documents: [3, 4, 7] }, { id: 2, name: 'Power switches', documents: docs.slice(10).map((doc) => doc.id) }, { id: 3, name: 'To be read', documents: [] }] : []
const listeners = new Set()
const stopped = new Set()
let streams = 0
let turns = 0
const conversations = new Map()
let settings = { theme: 'system', language: 'system', ollama_host: '', model: '', mode: 'auto', scheme: 'auto', alpha: null, beta: null, passages: 8, enrich: 'off' }
let paused = false

const wait = (ms) => new Promise((done) => setTimeout(done, ms))
const broadcast = (event) => listeners.forEach((response) => response.write(`data: ${JSON.stringify(event)}\n\n`))
const find = (id) => docs.find((doc) => doc.id === id)
const refuse = (code, message, hint) => Object.assign(new Error(message), { wire: { code, message, ...(hint ? { hint } : {}) } })

/** The file of one document has gone since it was read. */
function there(doc) {
  if (doc.row.file_name === 'NS2120.pdf') throw refuse('unreadable', `\`${doc.row.path}\` is not there any more`, 'add the file again; what was read of it stays searchable until it is removed')
  return doc
}

function status() {
  const count = (...states) => docs.filter((doc) => states.includes(doc.row.state)).length
  const sum = (key) => docs.reduce((total, doc) => total + doc.row[key], 0)
  return {
    folder: '/documents/reader/.local/share/waymark/library',
    documents: docs.length,
    ready: count('ready'),
    failed: count('failed', 'locked'),
    pending: count('queued', 'working'),
    pages: sum('pages'),
    segments: sum('segments'),
    vectors: sum('vectors'),
    database_bytes: docs.length * 1_900_000,
    lexical_bytes: docs.length * 400_000,
    embedder: { name: 'all-minilm-l6-v2-int8', digest: '8199be6f', dimensions: 384, max_tokens: 256 },
    paused,
    problems: scenario === 'broken' ? ['search by meaning is off: the runtime file `models/minilm/model.onnx` is missing; run `cargo xtask fetch` in a source checkout, or install Waymark again'] : [],
  }
}

/** Reads a document in steps, as the engine would. */
async function read(doc) {
  const step = async (state, progress, more = {}) => {
    if (!find(doc.id)) return
    Object.assign(doc.row, { state, progress, ...more })
    broadcast({ event: 'document', row: doc.row })
    await wait(180)
  }
  await step('working', { stage: 'opening', done: 0, total: 0 })
  for (let page = 2; page <= doc.pages; page += 4) await step('working', { stage: 'parsing', done: page, total: doc.pages }, { pages: doc.pages })
  await step('working', { stage: 'structuring', done: 0, total: 0 })
  const segments = doc.pages * 6
  for (let share = 0; share <= 4; share += 1) await step('searchable', { stage: 'embedding', done: share, total: 4 }, { segments, vectors: Math.round((segments * share) / 4), health: { text: doc.pages, scanned: 0, garbled: 0, empty: 0 } })
  await step('ready', null)
}

function add(names, folder) {
  const made = names.map((name) => document(name.replace(/\.pdf$/i, ''), name, { folder, state: 'queued', facts: { model: name.slice(0, 6) } }))
  docs = [...docs, ...made]
  made.forEach((doc) => void read(doc))
  return { added: made.map((doc) => doc.id), known: [], rejected: [] }
}

const rpc = {
  library_status: () => status(),
  documents_list: async () => {
    if (scenario === 'slow') await wait(3_600_000)
    return docs.map((doc) => doc.row)
  },
  documents_add: ({ paths }) => {
    // What has no ending is taken for a folder with two files.
    const folders = paths.filter((path) => !/\.\w{1,5}$/.test(path))
    const good = [...paths.filter((path) => /\.pdf$/i.test(path)), ...folders.flatMap((path) => [`${path}/Assembly guide.pdf`, `${path}/Test report.pdf`])]
    const report = add(good.map((path) => path.split('/').at(-1)))
    report.rejected = paths.filter((path) => !good.includes(path) && !folders.includes(path)).map((path) => ({ path, code: 'unreadable', reason: `\`${path}\` is not a PDF: its first 1,024 bytes hold no \`%PDF-\` mark` }))
    return report
  },
  samples_add: () => add(['Trail sensor TS-100.pdf', 'Trail sensor TS-200.pdf', 'Path survey 2024.pdf']),
  document_remove: ({ ids }) => {
    docs = docs.filter((doc) => !ids.includes(doc.id))
    ids.forEach((id) => broadcast({ event: 'removed', id }))
    return null
  },
  document_retry: ({ id, password }) => {
    const doc = find(id)
    if (doc.row.state === 'locked' && password !== 'open') throw refuse('password_needed', `the password does not open \`${doc.row.file_name}\``)
    void read(doc)
    return null
  },
  document_cancel: ({ id }) => {
    Object.assign(find(id).row, { state: 'cancelled', progress: null })
    return null
  },
  document_detail: ({ id }) => {
    const doc = find(id)
    if (!doc) throw refuse('not_found', `no document \`${id}\``)
    const pages = Array.from({ length: doc.row.pages }, (_, index) => ({ ...doc.size(index + 1), rotation: doc.rotation(index + 1), label: doc.label(index + 1) }))
    return { row: doc.row, outline: outline(doc), pages, formatter: doc.formatter ?? 'native', format_advised: doc.id === 2 && !doc.formatter }
  },
  figures_among: ({ segments }) => figuresAmong(docs, segments),
  documents_count: ({ paths }) => ({ files: paths.some((path) => path.includes('many')) ? 1240 : paths.length, bytes: paths.length * 2_400_000_000 }),
  document_edit: ({ id, title, facts, keywords }) => {
    const { row } = find(id)
    const read = row.facts.facts
    const kept = ({ kind, value }) => read.find((fact) => fact.kind === kind && fact.value === value) ?? { kind, value, source: 'user', page: null }
    Object.assign(row, { title, edited: true, facts: { title, facts: facts.map(kept), keywords } })
    broadcast({ event: 'document', row })
    return row
  },
  document_reset: ({ id }) => Object.assign(find(id).row, { edited: false }),
  collections_list: () => [...collections].sort((a, b) => a.name.localeCompare(b.name)),
  collection_add: ({ name, documents }) => {
    if (collections.some((row) => row.name.toLowerCase() === name.toLowerCase())) throw refuse('invalid_input', `there is a collection \`${name}\` already`)
    const made = { id: collections.length + 1, name, documents }
    collections = [...collections, made]
    return made
  },
  collection_rename: ({ id, name }) => {
    collections.find((row) => row.id === id).name = name
    return null
  },
  collection_delete: ({ id }) => {
    collections = collections.filter((row) => row.id !== id)
    return null
  },
  collection_change: ({ id, add, remove }) => {
    const row = collections.find((candidate) => candidate.id === id)
    row.documents = [...new Set([...row.documents, ...add])].filter((document) => !remove.includes(document)).sort((a, b) => a - b)
    return null
  },
  places_find: ({ query }) => {
    const words = query.toLowerCase().split(/\s+/)
    const holds = (text) => words.every((word) => text.toLowerCase().includes(word))
    const headings = docs.slice(0, 12).flatMap((doc) => outline(doc).filter((node) => holds(`${node.title} ${doc.row.title}`) && words.some((word) => node.title.toLowerCase().includes(word))).map((node) => ({ document: doc.id, document_title: doc.row.title, section: node.section, title: node.title, page: node.page, page_label: node.page_label, rects: node.rects })))
    return { headings: headings.slice(0, 8), figures: [], messages: messages(query).slice(0, 8) }
  },
  messages_find: ({ query }) => messages(query),
  ollama_start: () => rpc.ollama_status(),
  diagnostics: () => `waymark: 0.1.0\nsystem: linux x86_64\ndocuments: ${docs.length}\n`,
  licences: () => [{ name: 'pdfium', text: 'Copyright 2014 The PDFium Authors.\n\nRedistribution and use in source and binary forms …' }, { name: 'rust-crates', text: 'MIT …' }],
  page_words: ({ id, page }) => pageWords(there(find(id)), page),
  document_find: ({ id, query, from }) => findIn(find(id), query, from),
  ingest_pause: (request) => {
    paused = request.paused
    return null
  },
  search: ({ query, scope, top_k }) => {
    if (/fail/.test(query)) throw refuse('runtime_missing', 'the runtime file `models/minilm/model.onnx` is missing', 'run `cargo xtask fetch` in a source checkout, or install Waymark again')
    const hits = /absent/.test(query) ? [] : hitsFor(docs).slice(0, top_k)
    return { query, hits, timings: { embed: 4, dense: 2, lexical: 1, total: 8 }, documents: scope.length || docs.length, vectors: 1, analysis: analysisOf(query, docs) }
  },
  questions_list: () => (scenario === 'broken' ? Promise.reject(refuse('internal', '`laboratory/questions.jsonl`: line 3 is no question')) : questions(scenario)),
  question_runs: () => history(scenario),
  questions_run: async () => {
    await wait(1500)
    return run()
  },
  question_save: ({ question, document: id, page }) => {
    const doc = find(id)
    if (page !== null && page > doc.pages) throw refuse('invalid_input', `\`${doc.row.file_name}\` has no page \`${page}\`: it has pages 1 to ${doc.pages}`)
    return save(question, doc.row.file_name, page)
  },
  question_forget: ({ qid }) => forget(qid),
  stop: ({ stream }) => {
    stopped.add(stream)
    return null
  },
  conversations_list: () => [...conversations.values()].map((conversation) => conversation.row).sort((a, b) => b.updated_ms - a.updated_ms),
  conversation_get: ({ id }) => conversations.get(id) ?? Promise.reject(refuse('not_found', `no conversation \`${id}\``)),
  conversation_rename: ({ id, title }) => {
    conversations.get(id).row.title = title
    return null
  },
  conversation_delete: ({ id }) => {
    conversations.delete(id)
    return null
  },
  settings_get: () => settings,
  settings_set: (next) => {
    settings = next
    broadcast({ event: 'invalidate', tags: ['settings'] })
    return settings
  },
  ...folderCommands({ scenario, documents: () => docs, add, broadcast, refuse }),
  ...modelCommands({ scenario, find, broadcast, refuse, settings: () => settings }),
}

function messages(query) {
  const words = query.toLowerCase().split(/\s+/)
  const hits = []
  for (const { row, turns: kept } of conversations.values()) {
    for (const turn of kept) {
      const answer = turn.sentences.map((sentence) => sentence.text).join(' ')
      if (words.every((word) => `${turn.question} ${answer}`.toLowerCase().includes(word))) hits.push({ conversation: row.id, title: row.title, turn: turn.id, question: turn.question, excerpt: answer.slice(0, 120), asked_ms: turn.asked_ms })
    }
  }
  return hits
}

function conversationFor(request) {
  const known = conversations.get(request.conversation)
  if (known) return known
  const id = conversations.size + 1
  const made = { row: { id, title: request.question.slice(0, 80), updated_ms: Date.now(), turns: 0 }, turns: [] }
  conversations.set(id, made)
  return made
}

function file(request, answer, done) {
  turns += 1
  const conversation = conversationFor(request)
  conversation.turns.push({ id: turns, question: request.question, sentences: done.sentences, citations: done.citations, found: done.found, stopped: done.stopped, warnings: done.warnings, mode: answer.mode, model: answer.model, total_ms: done.total_ms, asked_ms: Date.now() })
  Object.assign(conversation.row, { updated_ms: Date.now(), turns: conversation.turns.length })
}

async function ask(request, response) {
  if (!request.question.trim()) throw refuse('invalid_input', 'the question is empty')
  streams += 1
  const stream = streams
  const conversation = conversationFor(request)
  const answer = answerFor(request.question, docs)
  const send = (event) => response.write(`${JSON.stringify(event)}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  send({ event: 'started', stream, conversation: conversation.row.id })
  await wait(request.question.includes('slow') ? 4000 : 250)
  send({ event: 'sources', hits: answer.hits, query: null, mode: answer.mode, model: answer.model })
  for (const text of answer.tokens) {
    if (stopped.has(stream)) break
    await wait(request.question.includes('slow') ? 120 : 15)
    send({ event: 'token', text })
  }
  if (answer.failed) send({ event: 'failed', error: answer.failed })
  else {
    const done = { ...answer.done, stopped: stopped.has(stream) }
    file({ ...request, conversation: conversation.row.id }, answer, done)
    send(done)
  }
  response.end()
}

async function body(request) {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? null : JSON.parse(text)
}

/** What is refused when the library cannot be opened. */
const SHUT = ['documents_list', 'library_status', 'folders_list', 'collections_list', 'conversations_list', 'conversation_get', 'document_detail', 'questions_list', 'question_runs', 'settings_get', 'search']

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

async function route(request, response) {
  const url = new URL(request.url, 'http://localhost')
  const [, first, second, third] = url.pathname.split('/')
  if (request.method === 'POST' && first === 'ask') return ask(await body(request), response)
  if (request.method === 'POST' && first === 'rpc') {
    if (scenario === 'shut' && SHUT.includes(second)) throw refuse('library_busy', 'the library `/documents/reader/.local/share/waymark/library` is in use by another Waymark (process `4711`)')
    const result = await (rpc[second] ?? (() => Promise.reject(refuse('invalid_input', `no command \`${second}\``))))(await body(request))
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify(result))
  }
  if (first === 'events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    listeners.add(response)
    request.on('close', () => listeners.delete(response))
    return
  }
  if (first === 'page') {
    await wait(40)
    there(find(Number(second)))
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    return response.end(pageSvg(find(Number(second)), Number(third), Number(url.searchParams.get('w') ?? 800)))
  }
  if (first === 'figure') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    return response.end(figureSvg(Number(url.searchParams.get('dpi') ?? 150)))
  }
  const path = join(dist, normalize(url.pathname === '/' ? 'index.html' : url.pathname))
  if (!path.startsWith(dist) || !existsSync(path)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'content-security-policy': CSP })
  createReadStream(path).pipe(response)
}

createServer((request, response) => {
  route(request, response).catch((error) => {
    const wire = error.wire ?? { code: 'internal', message: String(error) }
    if (!response.headersSent) response.writeHead(wire.code === 'internal' ? 500 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(wire))
  })
}).listen(port, '127.0.0.1', function () {
  process.stdout.write(`http://127.0.0.1:${this.address().port} (${scenario})\n`)
})
