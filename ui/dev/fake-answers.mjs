/** Made-up answers for the fake server, built from the made-up documents. */
import { locator, outline, passage } from './fake-library.mjs'

function sectionPath(doc, page) {
  const nodes = outline(doc).filter((node) => node.page <= page)
  const last = nodes.at(-1)
  const parent = last && nodes.find((node) => node.section === last.parent)
  return [doc.row.title, ...(parent ? [parent.title] : []), ...(last ? [last.title] : [])]
}

export function hitsFor(docs) {
  const picks = [docs[0], docs[1], docs[2], docs[4], docs[5], docs[2]].filter(Boolean)
  return picks.map((doc, index) => {
    const page = Math.min(doc.pages, 2 + index * 3)
    return {
      rank: index + 1,
      segment: 1000 + index,
      document: doc.id,
      title: doc.row.title,
      file_name: doc.row.file_name,
      section_path: sectionPath(doc, page),
      section: 1,
      kind: index === 2 ? 'table' : index === 3 ? 'figure' : 'text',
      text: passage(doc, page, 3, index === 4 ? 14 : 5),
      answering: 0,
      locators: index === 1 ? [locator(doc, page, 30, 6), locator(doc, page + 1, 0, 3)] : [locator(doc, page, 3, 5)],
      ...scored(index),
    }
  })
}

const NOTES = [
  ['reranked: words +0.08, path +0.10, proximity +0.12, numbers +0.06', 'put first: it stands where the question points'],
  ['reranked: words +0.07, proximity +0.05', 'joined with its neighbour, segment 1042'],
  ['reranked: words +0.05, table +0.05, numbers +0.10'],
  ['reranked: words +0.03, path +0.04'],
  ['reranked: words +0.04, contents list -0.30'],
  ['reranked: stub -0.20', 'moved down: 3 better passages of the same document stand above'],
]

/** Parts and sum of a made-up score, as the fusion and the reranker would have them. */
function scored(index) {
  const [alpha, beta] = [0.35, 0.8]
  const scores = { dense: index === 5 ? null : 0.95 - index * 0.14, lexical: index === 3 ? null : Math.max(0, 1 - index * 0.19), keyword: [1, 0.63, 0, 0, 0, 0][index] ?? 0 }
  const rerank = [0.36, 0.12, 0.2, 0.07, -0.26, -0.2][index] ?? 0
  const notes = NOTES[index] ?? []
  const score = alpha * (scores.dense ?? 0) + (1 - alpha) * (scores.lexical ?? 0) + beta * scores.keyword + rerank
  const explanation = { raw_dense: scores.dense === null ? null : 0.62 - index * 0.03, raw_lexical: scores.lexical === null ? null : 14.2 - index, keywords: index < 2 ? ['WM3310'] : [], facts: index === 0 ? ['model WM3310', 'revision Rev C'] : [], alpha, beta, notes }
  return { score, scores: { ...scores, rerank }, explanation }
}

/** How the made-up engine understood a question. */
export function analysisOf(query, docs) {
  const plain = /nothing|没有/.test(query)
  return {
    dense: query,
    lexical: query.replace(/\b(when|does|the|its|and|of|is|what)\b/gi, '').replace(/\s+/g, ' ').trim(),
    names: plain ? [] : ['WM3310', 'WM3320'],
    periods: plain ? [] : ['2022'],
    forms: plain ? [] : ['datasheet'],
    statements: [],
    identifiers: plain ? [] : ['WM3310'],
    expansions: plain ? [] : ['low-dropout regulator', 'enable input threshold voltage'],
    intent: 'lookup',
    documents: plain ? [] : docs.slice(0, 3).map((doc, index) => ({ document: doc.id, matched: [2.4, 1.6, 0.5][index], terms: [['WM3310', 'WM3320', 'Harbour'][index]], facts: [['revision Rev C'], [], ['year 2022', 'form 10-K']][index] })),
    alpha: 0.35,
    beta: plain ? 0.3 : 0.8,
    reasons: plain ? ['α raised: the question is in everyday words'] : ['α lowered: the question holds identifiers (WM3310)', 'β raised: 2 of 62 look-alike documents are meant'],
  }
}

/** What the engine says of those passages that are figures. */
export function figuresAmong(docs, segments) {
  return hitsFor(docs)
    .filter((hit) => segments.includes(hit.segment) && hit.kind === 'figure')
    .map((hit) => ({
      segment: hit.segment,
      document: hit.document,
      title: hit.title,
      file_name: hit.file_name,
      figure: { index: 1, number: '5', caption: 'Figure 5. Block diagram of the enable path, with the reference and the output driver', page: hit.locators[0].page + 1, page_label: null, section_path: hit.section_path, rect: { x0: 120, y0: 400, x1: 420, y1: 560 }, text: hit.text },
    }))
}

const cite = (hit, number) => ({
  number,
  segment: hit.segment,
  document: hit.document,
  title: hit.title,
  file_name: hit.file_name,
  section_path: hit.section_path,
  text: hit.text,
  quote: hit.text.slice(0, 90),
  locators: hit.locators,
})

const DONE = { event: 'done', found: true, stopped: false, warnings: [], search_ms: 42, total_ms: 3180, prompt_tokens: 3900, answer_tokens: 142, scheme: 'rb_ext', meter: { context: 8192, reserved: 1024, instructions: 420, history: 0, passages: 4100, given: 8, dropped: 0, likely: 3950 } }

/** What the question asks the fake for: `quote`, `nothing`, `fail`, anything else a model's answer. */
export function answerFor(question, docs) {
  const hits = hitsFor(docs)
  if (/nothing|没有/.test(question)) {
    return { mode: 'extractive', model: null, hits: hits.slice(2), tokens: [], done: { ...DONE, found: false, sentences: [], citations: [], total_ms: 51, prompt_tokens: null, answer_tokens: null, scheme: null, meter: null } }
  }
  if (/quote|引用/.test(question)) {
    const used = hits.slice(0, 4)
    const sentences = used.map((hit, index) => ({ text: hit.text.split('. ')[0].slice(0, 240), citations: [index + 1], support: 'quoted' }))
    return { mode: 'extractive', model: null, hits, tokens: [], done: { ...DONE, sentences, citations: used.map((hit, index) => cite(hit, index + 1)), total_ms: 64, prompt_tokens: null, answer_tokens: null, scheme: null, meter: null } }
  }
  if (/fail/.test(question)) {
    return { mode: 'model', model: 'qwen3:8b', hits, tokens: ['The device'], failed: { code: 'model_failed', message: 'the model `qwen3:8b` failed: model requires more system memory (6.2 GiB) than is available (3.1 GiB)', hint: 'it may not fit into memory: close other programs or choose a smaller model' } }
  }
  const sentences = [
    { text: 'The enable pin must stay **below the threshold** for longer than the filter time before the device enters its low-power state.', citations: [1], support: 'supported' },
    { text: 'The same holds for the WM3320, with these limits:', citations: [1, 2], support: 'supported' },
    { text: '\n\n| Parameter | WM3310 | WM3320 |\n| --- | --- | --- |\n| Filter time | 12 µs | 9 µs |\n| Quiescent current | 1.4 µA | 1.1 µA |\n\n', citations: [], support: 'supported' },
    { text: '- Place a ceramic capacitor of at least one microfarad close to the supply pin.', citations: [2], support: 'supported' },
    { text: '- Keep the trace to the enable pin shorter than 15 mm.', citations: [], support: 'unsupported' },
    { text: '\n\nSupply current rises with switching frequency, as the measurements with unloaded outputs show.', citations: [3], support: 'attributed' },
  ]
  const draft = 'The enable pin must stay **below the threshold** for longer than the filter time before the device enters its low-power state [1]. The same holds for the WM3320, with these limits [1, 2]:\n\n| Parameter | WM3310 | WM3320 |\n| --- | --- | --- |\n| Filter time | 12 µs | 9 µs |\n| Quiescent current | 1.4 µA | 1.1 µA |\n\n- Place a ceramic capacitor of at least one microfarad close to the supply pin [2].\n- Keep the trace to the enable pin shorter than 15 mm.\n\nSupply current rises with switching frequency, as the measurements with unloaded outputs show [3].'
  const warnings = ['1 of 6 sentences hold numbers that no cited passage carries']
  return { mode: 'model', model: 'qwen3:8b', hits, tokens: draft.match(/.{1,6}/gs) ?? [], done: { ...DONE, sentences, citations: [0, 1, 2].map((index) => cite(hits[index], index + 1)), warnings } }
}
