/** Made-up documents for the fake server: pages as lines of text, so that images, outline and highlights agree. */

const BODY = {
  en: [
    'The device enters the low-power state when the enable pin is held below the threshold for longer than the filter time.',
    'Unless noted otherwise, limits apply over the full junction temperature range and are guaranteed by design and test.',
    'Supply current rises with switching frequency; values in the table were measured with all outputs unloaded.',
    'A ceramic capacitor of at least one microfarad must be placed close to the supply pin to keep ripple low.',
    'Exposure to conditions beyond the absolute maximum ratings may damage the device permanently.',
  ],
  zh: [
    '本指南面向基层医疗机构，介绍成人高血压的诊断、评估与治疗流程。',
    '诊室血压测量应至少进行两次，取平均值，间隔一至两分钟。',
    '对于合并糖尿病的患者，建议将血压控制在较低的目标范围内。',
    '生活方式干预包括限盐、控制体重、规律运动与戒烟限酒。',
    '随访期间应记录药物不良反应，并根据结果调整治疗方案。',
  ],
}

const SECTIONS = {
  en: ['Features', 'Absolute maximum ratings', 'Electrical characteristics', 'Timing', 'Application notes', 'Package'],
  zh: ['总则', '诊断标准', '风险评估', '治疗目标', '药物治疗', '随访管理'],
}

/** Lines of one page: text with its place in unrotated points. */
export function pageLines(doc, page) {
  const lines = []
  const { width, height } = doc.size(page)
  const language = doc.language
  const section = SECTIONS[language][Math.floor(((page - 1) / doc.pages) * SECTIONS[language].length)] ?? ''
  lines.push({ text: `${Math.ceil(page / 2)}.${page % 2 === 0 ? 2 : 1}  ${section}`, x: 72, y: height - 90, size: 16, bold: true })
  const columns = doc.columns ?? 1
  const columnWidth = (width - 144 - (columns - 1) * 24) / columns
  const perLine = Math.floor(columnWidth / (language === 'zh' ? 11 : 5.1))
  for (let column = 0; column < columns; column += 1) {
    let y = height - 122
    let text = ''
    for (let i = 0; y > 90; i += 1) {
      text += (language === 'zh' ? '' : ' ') + BODY[language][(i + page + column) % 5]
      while (text.length >= perLine && y > 90) {
        const cut = language === 'zh' ? perLine : Math.max(text.lastIndexOf(' ', perLine), 20)
        lines.push({ text: text.slice(0, cut).trim(), x: 72 + column * (columnWidth + 24), y, size: 10.5, width: columnWidth })
        text = text.slice(cut)
        y -= 16
      }
    }
  }
  lines.push({ text: String(doc.label(page) ?? page), x: width / 2 - 6, y: 48, size: 9 })
  return lines
}

export function pageSvg(doc, page, pixels) {
  const { width, height } = doc.size(page)
  const rotation = doc.rotation(page)
  const sideways = rotation % 180 !== 0
  const [w, h] = sideways ? [height, width] : [width, height]
  const turn = { 0: '', 90: `translate(${height} 0) rotate(90)`, 180: `translate(${width} ${height}) rotate(180)`, 270: `translate(0 ${width}) rotate(270)` }[rotation]
  const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  const text = pageLines(doc, page)
    .map(
      (line) =>
        `<text x="${line.x}" y="${height - line.y}" font-size="${line.size}" ${line.bold ? 'font-weight="700"' : ''} ${line.width ? `textLength="${line.width}" lengthAdjust="spacingAndGlyphs"` : ''}>${escape(line.text)}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${(pixels * h) / w}" viewBox="0 0 ${w} ${h}" font-family="Liberation Serif, Noto Serif CJK SC, serif"><rect width="${w}" height="${h}" fill="#fff"/><g transform="${turn}">${text}</g></svg>`
}

/** Words of a page with their boxes, spread over the length of their line. */
export function pageWords(doc, page) {
  const words = []
  pageLines(doc, page).forEach((line, number) => {
    const width = line.width ?? line.text.length * line.size * 0.5
    const perChar = width / line.text.length
    for (const match of line.text.matchAll(/\S+/g)) {
      const x0 = line.x + match.index * perChar
      words.push({ text: match[0], rect: { x0, y0: line.y - 2.6, x1: x0 + match[0].length * perChar, y1: line.y + line.size * 0.84 }, angle: 0, line: number })
    }
  })
  return words
}

export function findIn(doc, query, from) {
  const matches = []
  const wanted = query.toLowerCase()
  const last = Math.min(doc.pages, from + 49)
  for (let page = from; page <= last; page += 1) {
    for (const line of pageLines(doc, page)) {
      const at = line.text.toLowerCase().indexOf(wanted)
      if (at < 0) continue
      const perChar = (line.width ?? line.text.length * line.size * 0.5) / line.text.length
      const x0 = line.x + at * perChar
      matches.push({ page, rects: [{ x0, y0: line.y - 2.6, x1: x0 + wanted.length * perChar, y1: line.y + line.size * 0.84 }], before: line.text.slice(0, at), text: line.text.slice(at, at + wanted.length), after: line.text.slice(at + wanted.length) })
    }
  }
  return { matches, next: last < doc.pages ? last + 1 : null }
}

/** Locator over some body lines of a page. */
export function locator(doc, page, from, count) {
  const lines = pageLines(doc, page).filter((line) => line.width).slice(from, from + count)
  return {
    page: page - 1,
    label: doc.label(page),
    rects: lines.map((line) => ({ x0: line.x, y0: line.y - 2.6, x1: line.x + line.width, y1: line.y + 8.8 })),
    char_start: from * 80,
    char_end: (from + count) * 80,
  }
}

export function passage(doc, page, from, count) {
  const joint = doc.language === 'zh' ? '' : ' '
  return pageLines(doc, page).filter((line) => line.width).slice(from, from + count).map((line) => line.text).join(joint)
}

export function outline(doc) {
  const titles = SECTIONS[doc.language]
  const nodes = []
  titles.forEach((title, index) => {
    const page = 1 + Math.floor((index * doc.pages) / titles.length)
    const section = nodes.length + 1
    const node = (more) => ({ evidence: ['numbering', 'font_size'], confidence: 0.9, page_label: doc.label(page), last_page: page + 2, rects: [], ...more })
    nodes.push(node({ section, parent: null, level: 1, title: `${index + 1} ${title}`, page, rects: [{ x0: 72, y0: doc.size(page).height - 92, x1: 300, y1: doc.size(page).height - 76 }] }))
    for (let child = 1; child <= 2 && page + child - 1 <= doc.pages; child += 1) {
      nodes.push(node({ section: nodes.length + 1, parent: section, level: 2, title: `${index + 1}.${child} ${BODY[doc.language][(index + child) % 5].slice(0, 34)}`, page: page + child - 1 }))
    }
  })
  return nodes.sort((a, b) => a.page - b.page || a.section - b.section)
}

function report(row) {
  const evidence = [['numbering', 0.9], ['font_size', 0.8], ['font_weight', 0.6], ['contents', 0.4], ['induced', 0.05]]
  const headings = row.pages * 2
  return {
    pages: row.health,
    headings,
    induced: Math.round(headings * 0.05),
    evidence: evidence.map(([kind, share]) => ({ evidence: kind, headings: Math.round(headings * share) })),
    tables: Math.round(row.pages * 0.7),
    figures: Math.round(row.pages * 0.4),
    captioned: Math.round(row.pages * 0.3),
    confidence: row.confidence,
    warnings: row.warnings,
  }
}

/** A made-up block diagram. */
export function figureSvg(dpi) {
  const box = (x, y, text) => `<rect x="${x}" y="${y}" width="70" height="34" fill="none" stroke="#222"/><text x="${x + 35}" y="${y + 20}" font-size="10" text-anchor="middle">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${(300 * dpi) / 72}" height="${(160 * dpi) / 72}" viewBox="0 0 300 160" font-family="sans-serif"><rect width="300" height="160" fill="#fff"/>${box(15, 60, 'IN')}${box(115, 20, 'Reference')}${box(115, 100, 'Driver')}${box(215, 60, 'OUT')}<path d="M85 77H115M185 37h65v23M185 117h65V94M150 54v46" fill="none" stroke="#222"/></svg>`
}

/** Where the made-up files lie. */
export const HOME = '/data/ellison/Documents/Northwind Semiconductor/Datasheets'
export const DRIVE = '/media/ellison/ARCHIVE-2TB/Filings of listed companies/Harbour Industries/Annual reports on Form 10-K'
export const SHARE = '/mnt/nas/共享资料/临床指南'

let next = 0
export function document(title, file, options = {}) {
  next += 1
  const rotationOf = options.rotation ?? (() => 0)
  const labelOf = options.label ?? (() => null)
  const size = options.size ?? (() => ({ width: 612, height: 792 }))
  const doc = { id: next, language: options.language ?? 'en', pages: options.pages ?? 24, columns: options.columns, size, rotation: rotationOf, label: labelOf }
  const state = options.state ?? 'ready'
  const segments = state === 'ready' || state === 'searchable' ? doc.pages * 6 : 0
  const facts = Object.entries(options.facts ?? {}).map(([kind, value]) => ({ kind, value, source: 'title_page', page: 0 }))
  doc.row = {
    id: doc.id,
    title,
    file_name: file,
    path: `${options.folder ?? '/data/ellison/Downloads'}/${file}`,
    duplicates: options.duplicates ?? [],
    size: doc.pages * 52_000,
    hash: String(doc.id).padStart(64, '0'),
    state,
    progress: options.progress ?? null,
    reason: options.reason ?? null,
    pages: state === 'locked' || state === 'failed' || state === 'queued' ? 0 : doc.pages,
    segments,
    vectors: state === 'searchable' ? Math.round(segments * 0.4) : segments,
    health: options.health ?? (segments > 0 ? { text: doc.pages, scanned: 0, garbled: 0, empty: 0 } : { text: 0, scanned: 0, garbled: 0, empty: 0 }),
    facts: { title, facts, keywords: [] },
    confidence: 0.88,
    added_ms: Date.now() - doc.id * 3_600_000,
    warnings: options.warnings ?? [],
    edited: false,
    file: { state: 'here', replaced_by: null },
  }
  doc.row.report = segments > 0 ? report(doc.row) : null
  return doc
}

export function fullLibrary(switches = 60) {
  const roman = (page) => (page <= 4 ? ['i', 'ii', 'iii', 'iv'][page - 1] : String(page - 4))
  const list = [
    document('WM3310 Low-Dropout Regulator Datasheet', 'WM3310-datasheet-rev-C.pdf', { folder: `${HOME}/regulators`, facts: { company: 'Northwind Semiconductor', model: 'WM3310', revision: 'Rev C' }, columns: 2 }),
    document('WM3320 Low-Dropout Regulator Datasheet', 'WM3320-datasheet-rev-A.pdf', { folder: `${HOME}/regulators`, facts: { company: 'Northwind Semiconductor', model: 'WM3320', revision: 'Rev A' }, rotation: (page) => [0, 90, 180, 270][page % 4] }),
    document('Annual Report on Form 10-K for the fiscal year ended December 31, 2022, including the consolidated financial statements and the notes thereto', 'HARBOUR_2022_10K.pdf', { folder: DRIVE, pages: 400, label: roman, facts: { company: 'Harbour Industries', year: '2022', form: '10-K' }, health: { text: 388, scanned: 9, garbled: 2, empty: 1 }, warnings: ['9 of 400 pages are images without text', 'the text of 2 of 400 pages cannot be decoded'] }),
    document('Annual Report on Form 10-K for the fiscal year ended December 31, 2021', 'HARBOUR_2021_10K.pdf', { folder: DRIVE, pages: 388, duplicates: ['/archive/2021/Harbour annual report (copy).pdf'], facts: { company: 'Harbour Industries', year: '2021', form: '10-K' }, state: 'searchable' }),
    document('基层高血压防治管理指南（第三版）', '高血压指南-2025.pdf', { folder: SHARE, language: 'zh', pages: 62, facts: { author: '国家心血管病中心', year: '2025', form: '指南' } }),
    document('Handbook of Field Measurement', 'Handbook of Field Measurement (1000 pages).pdf', { pages: 1000, facts: { author: 'R. Ellison', year: '2019' } }),
    document('Annual Report on Form 10-K for the fiscal year ended December 31, 2020', 'HARBOUR_2020_10K.pdf', { folder: DRIVE, pages: 371, facts: { company: 'Harbour Industries', year: '2020', form: '10-K' }, state: 'working', progress: { stage: 'parsing', done: 120, total: 371 } }),
    document('minutes-board-confidential', 'minutes-board-confidential.pdf', { state: 'locked', reason: '`minutes-board-confidential.pdf` needs a password; give the password of the file' }),
    document('scan_0047', 'scan_0047.pdf', { state: 'failed', reason: '`scan_0047.pdf` is damaged and could not be repaired; get the file again, or print it to a new PDF with another program' }),
    document('HARBOUR_2019_10K', 'HARBOUR_2019_10K.pdf', { folder: DRIVE, state: 'queued' }),
  ]
  for (let part = 1; part <= switches; part += 1) {
    list.push(document(`NS${2100 + part * 5} Power Switch Datasheet`, `NS${2100 + part * 5}.pdf`, { folder: `${HOME}/power switches`, pages: 12 + (part % 9), facts: { company: 'Northwind Semiconductor', model: `NS${2100 + part * 5}`, year: String(2015 + (part % 10)) } }))
  }
  return list
}
