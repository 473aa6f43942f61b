/** Citation marks in Markdown: `[1]`, `[1, 2]`, `[1-3]`, `【1】` become elements, and verified sentences keep their marks. */
import type { Sentence, Support } from '@/backend'

/** The few properties of a Markdown tree node that matter here. */
export interface MdNode {
  type: string
  value?: string
  children?: MdNode[]
  data?: { hName?: string; hProperties?: Record<string, string> }
}

const MARK = /[[【]\s*(\d{1,3}(?:\s*[-–,，、]\s*\d{1,3})*)\s*[\]】]/g
/** Ends a verified sentence: numbers and support between two private-use characters, which no document text holds. */
const END = /\uE000([\d,]*);(\w*)\uE001/

/** `1, 3-5` → 1, 3, 4, 5. */
export function citedNumbers(list: string): number[] {
  const numbers: number[] = []
  for (const part of list.split(/[,，、]/)) {
    const [first, last] = part.split(/[-–]/).map((bound) => Number.parseInt(bound, 10))
    if (first === undefined || Number.isNaN(first)) continue
    const end = last === undefined || Number.isNaN(last) || last < first || last - first > 20 ? first : last
    for (let number = first; number <= end; number += 1) if (!numbers.includes(number)) numbers.push(number)
  }
  return numbers
}

function cite(number: number): MdNode {
  return { type: 'citation', data: { hName: 'cite', hProperties: { 'data-source': String(number) } }, children: [{ type: 'text', value: `[${number}]` }] }
}

function splitMarks(text: string): MdNode[] {
  const nodes: MdNode[] = []
  let at = 0
  for (const match of text.matchAll(MARK)) {
    const before = text.slice(at, match.index).replace(/\s+$/, '')
    if (before !== '') nodes.push({ type: 'text', value: before })
    nodes.push(...citedNumbers(match[1] ?? '').map(cite))
    at = match.index + match[0].length
  }
  if (at < text.length) nodes.push({ type: 'text', value: text.slice(at) })
  return nodes
}

/** Wraps what lies before each sentence end into an element that carries the sentence's support. */
function wrapSentences(children: MdNode[]): MdNode[] {
  const result: MdNode[] = []
  let open: MdNode[] = []
  for (const child of children) {
    let rest = child.type === 'text' ? (child.value ?? '') : null
    if (rest === null) {
      open.push(child)
      continue
    }
    for (let end = END.exec(rest); end; end = END.exec(rest)) {
      const before: string = rest.slice(0, end.index)
      if (before !== '') open.push({ type: 'text', value: before })
      const support = (end[2] ?? '') as Support
      result.push({ type: 'sentence', data: { hName: 'span', hProperties: { 'data-support': support } }, children: open })
      result.push(...citedNumbers(end[1] ?? '').map(cite))
      if (support === 'unsupported') result.push({ type: 'doubt', data: { hName: 'mark', hProperties: { 'data-doubt': 'true' } }, children: [] })
      open = []
      rest = rest.slice(end.index + end[0].length)
    }
    if (rest !== '') open.push({ type: 'text', value: rest })
  }
  return [...result, ...open]
}

function walk(node: MdNode, change: (children: MdNode[]) => MdNode[]): void {
  if (!node.children) return
  node.children.forEach((child) => walk(child, change))
  if (node.children.some((child) => child.type === 'text')) node.children = change(node.children)
}

/** remark plugin for an answer that is still being written. */
export function remarkCitationMarks() {
  return (tree: MdNode) => walk(tree, (children) => children.flatMap((child) => (child.type === 'text' ? splitMarks(child.value ?? '') : [child])))
}

/** remark plugin for a finished answer made by [`sentencesToMarkdown`]. */
export function remarkSentences() {
  return (tree: MdNode) => walk(tree, wrapSentences)
}

const STARTS_BLOCK = /^\s*(?:[-*+] |\d{1,3}[.)] |#{1,6} |\||```|>)/
const WIDE_END = /[。！？；：、，）」』”]$/

function joint(before: string, next: string): string {
  if (before === '' || /\s$/.test(before) || /^\s/.test(next)) return ''
  if (STARTS_BLOCK.test(next)) return '\n'
  return WIDE_END.test(before) ? '' : ' '
}

/** One Markdown text from verified sentences; each ends in a mark that [`remarkSentences`] reads. */
export function sentencesToMarkdown(sentences: Sentence[]): string {
  let markdown = ''
  let plain = ''
  for (const sentence of sentences) {
    const body = sentence.text.replace(/[\uE000\uE001]/g, '')
    const tail = /\s*$/.exec(body)?.[0] ?? ''
    const text = body.slice(0, body.length - tail.length)
    const cell = /\|\s*$/.test(text)
    const end = cell || text === '' ? '' : `\uE000${sentence.citations.join(',')};${sentence.support}\uE001`
    markdown += joint(plain, body) + text + end + tail
    plain += joint(plain, body) + body
  }
  return markdown
}

/** The answer as plain text with its marks, for the clipboard. */
export function sentencesToText(sentences: Sentence[]): string {
  let plain = ''
  let before = ''
  for (const { text, citations } of sentences) {
    const trimmed = text.replace(/\s+$/, '')
    const gap = citations.length > 0 && !WIDE_END.test(trimmed) ? ' ' : ''
    plain += joint(before, text) + trimmed + gap + citations.map((number) => `[${number}]`).join('') + text.slice(trimmed.length)
    before = text
  }
  return plain
}
