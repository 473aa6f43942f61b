import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import en from '@/locales/en.json'
import zh from '@/locales/zh-CN.json'

import { resolveLanguage } from './i18n'

function flatten(value: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, inner] of Object.entries(value) as [string, string | object][]) {
    if (typeof inner === 'string') flat.set(prefix + key, inner)
    else for (const [name, text] of flatten(inner, `${prefix}${key}.`)) flat.set(name, text)
  }
  return flat
}
const slots = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort()

describe('locales', () => {
  const english = flatten(en)
  const chinese = flatten(zh)

  it('have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
  })
  it('fill the same slots', () => {
    for (const [key, text] of english) expect([key, slots(chinese.get(key) ?? '')]).toEqual([key, slots(text)])
  })
  it('are translated', () => {
    const same = [...english].filter(([key, text]) => chinese.get(key) === text && /[a-z]{3}/i.test(text.replace(/{{\w+}}/g, '')))
    expect(same).toEqual([])
  })
  it('hold no text that nothing shows', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    const code = files.map((file) => readFileSync(join('src', file), 'utf8')).join('\n')
    const unused = [...english.keys()].filter((key) => {
      const plain = key.replace(/_(one|other)$/, '')
      const parent = plain.slice(0, plain.lastIndexOf('.'))
      const grand = parent.slice(0, parent.lastIndexOf('.'))
      return !code.includes(`'${plain}'`) && !code.includes(`\`${parent}.\${`) && !(grand !== '' && code.includes(`\`${grand}.\${`))
    })
    expect(unused).toEqual([])
  })
})

describe('resolveLanguage', () => {
  it('follows the system unless told otherwise', () => {
    expect(resolveLanguage('system', ['zh-Hans-CN', 'en'])).toBe('zh-CN')
    expect(resolveLanguage('system', ['de-DE'])).toBe('en')
    expect(resolveLanguage('zh-CN', ['en'])).toBe('zh-CN')
    expect(resolveLanguage('en', ['zh'])).toBe('en')
  })
})
