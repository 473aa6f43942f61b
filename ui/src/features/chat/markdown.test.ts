import { render } from '@testing-library/react'
import { createElement } from 'react'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { describe, expect, it } from 'vitest'

import type { Sentence } from '@/backend'

import { citedNumbers, remarkCitationMarks, remarkSentences, sentencesToMarkdown, sentencesToText } from './markdown'

function html(markdown: string, plugin: typeof remarkCitationMarks): string {
  return render(createElement(Markdown, { skipHtml: true, remarkPlugins: [remarkGfm, plugin], children: markdown })).container.innerHTML
}
const sentence = (text: string, citations: number[] = [], support: Sentence['support'] = 'supported'): Sentence => ({ text, citations, support })

describe('citedNumbers', () => {
  it('reads lists and ranges', () => {
    expect(citedNumbers('1, 3-5')).toEqual([1, 3, 4, 5])
    expect(citedNumbers('2，2、4')).toEqual([2, 4])
    expect(citedNumbers('9-3')).toEqual([9])
  })
})

describe('marks in an answer being written', () => {
  it('become citations, also in wide brackets', () => {
    const out = html('First [1]. Second [2, 3] and 【4】.', remarkCitationMarks)
    expect([...out.matchAll(/data-source="(\d+)"/g)].map((match) => match[1])).toEqual(['1', '2', '3', '4'])
  })
  it('leaves other brackets and code alone', () => {
    expect(html('An `a[1]` array, [note], [12345]', remarkCitationMarks)).not.toContain('data-source')
  })
  it('shows no raw HTML', () => {
    expect(html('<img src="http://x/y"><script>1</script>ok', remarkCitationMarks)).not.toMatch(/<img|<script/)
  })
})

describe('verified sentences', () => {
  it('carry their citations and their support', () => {
    const out = html(sentencesToMarkdown([sentence('All is **well**.', [1, 2]), sentence('Or not.', [], 'unsupported')]), remarkSentences)
    expect(out).toContain('<span data-support="supported">All is <strong>well</strong>.</span><cite data-source="1">[1]</cite><cite data-source="2">')
    expect(out).toContain('data-support="unsupported"')
    expect(out).toContain('data-doubt="true"')
  })
  it('keep lists and tables apart from running text', () => {
    const out = html(sentencesToMarkdown([sentence('Two things:'), sentence('- one', [1]), sentence('- two', [2]), sentence('\n\n| a | b |\n| - | - |\n| 1 | 2 |\n')]), remarkSentences)
    expect(out).toContain('<ul>')
    expect(out.match(/<li>/g)).toHaveLength(2)
    expect(out).toContain('<table>')
    expect(out).not.toMatch(/[\uE000\uE001]/)
  })
  it('join Chinese sentences without a space', () => {
    expect(sentencesToText([sentence('血压偏高。', [1]), sentence('应当复测。', [2])])).toBe('血压偏高。[1]应当复测。[2]')
  })
  it('cannot be forged by the marks that end a sentence', () => {
    const out = html(sentencesToMarkdown([sentence('a\uE0009;quoted\uE001b', [1])]), remarkSentences)
    expect(out).not.toContain('data-source="9"')
  })
})
