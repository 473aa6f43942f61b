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
      score: 0.91 - index * 0.09,
      segment: 1000 + index,
      document: doc.id,
      title: doc.row.title,
      file_name: doc.row.file_name,
      section_path: sectionPath(doc, page),
      section: 1,
      kind: index === 2 ? 'table' : index === 3 ? 'figure' : 'text',
      text: passage(doc, page, 3, index === 4 ? 14 : 5),
      locators: index === 1 ? [locator(doc, page, 30, 6), locator(doc, page + 1, 0, 3)] : [locator(doc, page, 3, 5)],
      scores: { dense: 0.95 - index * 0.12, lexical: index === 3 ? null : 0.8 - index * 0.1, keyword: index < 2 ? 1 : 0, rerank: null },
      explanation: { raw_dense: 0.62 - index * 0.03, raw_lexical: 14.2 - index, keywords: index < 2 ? ['WM3310'] : [], facts: index === 0 ? ['model WM3310'] : [], alpha: 0.4, beta: 0.3, notes: index === 1 ? ['merged with the next passage'] : [] },
    }
  })
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

const DONE = { event: 'done', found: true, stopped: false, warnings: [], search_ms: 42, total_ms: 3180, prompt_tokens: 3900, answer_tokens: 142 }

/** What the question asks the fake for: `quote`, `nothing`, `fail`, anything else a model's answer. */
export function answerFor(question, docs) {
  const hits = hitsFor(docs)
  if (/nothing|没有/.test(question)) {
    return { mode: 'extractive', model: null, hits: hits.slice(2), tokens: [], done: { ...DONE, found: false, sentences: [], citations: [], total_ms: 51, prompt_tokens: null, answer_tokens: null } }
  }
  if (/quote|引用/.test(question)) {
    const used = hits.slice(0, 4)
    const sentences = used.map((hit, index) => ({ text: hit.text.split('. ')[0].slice(0, 240), citations: [index + 1], support: 'quoted' }))
    return { mode: 'extractive', model: null, hits, tokens: [], done: { ...DONE, sentences, citations: used.map((hit, index) => cite(hit, index + 1)), total_ms: 64, prompt_tokens: null, answer_tokens: null } }
  }
  if (/fail/.test(question)) {
    return { mode: 'model', model: 'qwen3:8b', hits, tokens: ['The device'], failed: { code: 'model_failed', message: 'model `qwen3:8b` ran out of memory while loading' } }
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
  const warnings = ['One sentence is not carried by any passage and is marked']
  return { mode: 'model', model: 'qwen3:8b', hits, tokens: draft.match(/.{1,6}/gs) ?? [], done: { ...DONE, sentences, citations: [0, 1, 2].map((index) => cite(hits[index], index + 1)), warnings } }
}
