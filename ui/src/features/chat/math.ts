/** Formulas in answers: found cheaply, typeset by code that is fetched only when there are some. */
import { useEffect, useState } from 'react'
import type { PluggableList } from 'unified'

export interface MathPlugins {
  remark: PluggableList
  rehype: PluggableList
}

let loaded: MathPlugins | null = null

async function load(): Promise<MathPlugins> {
  const [math, katex] = await Promise.all([import('remark-math'), import('rehype-katex'), import('katex/dist/katex.min.css')])
  // A single dollar is money in most documents; what is a formula is written with two before it is parsed.
  loaded = { remark: [[math.default, { singleDollarTextMath: false }]], rehype: [[katex.default, { throwOnError: false, strict: false }]] }
  return loaded
}

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const DISPLAY = /\\\[([\s\S]+?)\\\]/g
const INLINE = /\\\(([\s\S]+?)\\\)/g
/** `$V_{out}$`, not `$5 million to $6`: no space inside the dollars, and something that only formulas have. */
const DOLLARS = /(?<![\\$\w])\$(?=[^\s$])([^$\n]*?[\\^_=][^$\n]*?)(?<=[^\s\\])\$(?![\d$])/g

/** Writes every formula between two dollars, as the parser wants it; code stays as it is. */
export function markFormulas(markdown: string): string {
  return markdown
    .split(CODE)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(DISPLAY, (_, formula: string) => `\n\n$$\n${formula.trim()}\n$$\n\n`)
            .replace(INLINE, (_, formula: string) => `$$${formula.trim()}$$`)
            .replace(DOLLARS, (_, formula: string) => `$$${formula}$$`),
    )
    .join('')
}

export function hasFormulas(marked: string): boolean {
  return /\$\$[\s\S]+?\$\$/.test(marked)
}

/** The plugins once they are there; `null` until then, and as long as nothing needs them. */
export function useMath(needed: boolean): MathPlugins | null {
  const [plugins, setPlugins] = useState(loaded)
  useEffect(() => {
    if (!needed || plugins) return
    let alive = true
    // Without them formulas stay as they were written, which can be read.
    load().then((ready) => alive && setPlugins(ready), () => undefined)
    return () => {
      alive = false
    }
  }, [needed, plugins])
  return needed ? plugins : null
}
