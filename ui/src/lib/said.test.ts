import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'

import type { ErrorCode } from '@/backend'

import { LANGUAGES, startLanguage } from './i18n'
import { errorSentence, errorWords, finished, SAID, told, translated } from './said'

const ENGINE = join('..', 'src-tauri')
const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

/** Put together of pieces by the engine, or said by the system. */
const ASSEMBLED = /while opening|at page|^the model could not (judge|pick)|^no \w+ `|\(os error \d+\)$/

/** The codes as the bindings list them. */
function wireCodes(): string[] {
  const types = readFileSync('src/backend/generated/types.ts', 'utf8')
  const [, union = ''] = /export type ErrorCode = ([^;]+);/.exec(types) ?? []
  return [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code ?? '')
}

beforeAll(() => startLanguage())

describe('every code of the engine', () => {
  const codes = wireCodes()
  it('is listed in the bindings', () => expect(codes.length).toBeGreaterThan(10))
  for (const file of readdirSync('src/locales').filter((name) => name.endsWith('.json'))) {
    it(`has a title and a next step in ${file}`, () => {
      const { error } = JSON.parse(readFileSync(join('src/locales', file), 'utf8')) as { error: Record<string, { title?: string; hint?: string } | string> }
      for (const code of codes) {
        const words = error[code]
        expect([code, typeof words === 'object' && Boolean(words.title?.trim()) && Boolean(words.hint?.trim())]).toEqual([code, true])
      }
      const known = Object.keys(error).filter((key) => typeof error[key] === 'object')
      expect(known.filter((code) => !codes.includes(code))).toEqual([])
    })
  }
})

describe('sentences of the engine', () => {
  it('have a list in every language but English', () => expect(Object.keys(SAID).sort()).toEqual(Object.keys(LANGUAGES).filter((language) => language !== 'en').sort()))

  it('keep their slots, or leave some out', () => {
    for (const table of Object.values(SAID)) {
      for (const [english, words] of Object.entries(table)) {
        expect(slots(words).filter((name) => !slots(english).includes(name))).toEqual([])
        expect([english, slots(words).filter((name) => name === 'path' || name === 'model')]).toEqual([english, slots(english).filter((name) => name === 'path' || name === 'model')])
      }
    }
  })

  it('are among those that the engine still says', () => {
    const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs') && !file.includes('tests'))
    const source = files.map((file) => readFileSync(join(ENGINE, file), 'utf8')).join('\n').replace(/\\\n\s*/g, '')
    const said = (english: string) => english.split(/\{\w+\}/).every((piece) => source.includes(piece.trim().replace(/^[`\s…();]+|[`\s…:();]+$/g, '')))
    const stale = Object.keys(SAID['zh-CN'] ?? {}).filter((english) => !ASSEMBLED.test(english) && !said(english))
    expect(stale).toEqual([])
  })

  it('carry their values over', () => {
    expect(told('zh-CN', '`/a/b c.pdf` has changed since it was read')).toBe('`/a/b c.pdf` 在读入之后被改动过')
    expect(told('zh-CN', 'page 12 of `x.pdf` took longer than 20 s')).toBe('`x.pdf` 的第 12 页用时超过 20 秒')
    expect(told('zh-CN', 'no document `7`')).toBe('没有文档 `7`')
  })
  it('are translated within each other', () => {
    expect(told('zh-CN', 'search by meaning is off: the runtime file `model.onnx` is missing')).toBe('语义搜索已关闭：缺少运行文件 `model.onnx`')
    expect(told('zh-CN', 'the question is empty; try again')).toBe('问题是空的；请重试')
    expect(told('zh-CN', '`a` is not a PDF; add the file again; what was read of it stays searchable until it is removed')).toMatch(/^`a` 不是 PDF；请重新添加/)
  })
  it('end as the sentences of their language do', () => {
    expect(finished('en', 'stopped')).toBe('Stopped.')
    expect(finished('en', 'Is it so?')).toBe('Is it so?')
    expect(finished('zh-CN', '已停止')).toBe('已停止。')
  })
  it('stay as they are when nothing is known of them', () => {
    expect(translated('zh-CN', 'the moon is `full`')).toBeNull()
    expect(told('zh-CN', 'the moon is `full`')).toBe('the moon is `full`')
    expect(told('en', 'no document `7`')).toBe('no document `7`')
  })
})

describe('an error', () => {
  const t = (language: string) => i18next.getFixedT(language)
  const gone = { code: 'unreadable' as ErrorCode, message: '`/a.pdf` is not there any more', hint: 'add the file again; what was read of it stays searchable until it is removed' }

  it('is told as it is in English', () => {
    expect(errorWords(t('en'), 'en', gone)).toMatchObject({ what: `${gone.message}.`, hint: 'Add the file again; what was read of it stays searchable until it is removed.', original: null })
    expect(errorWords(t('en'), 'en', { code: 'cancelled', message: 'stopped' }).hint).toBe('Try again whenever you like.')
  })
  it('is told in the language of the window, with the original behind', () => {
    const words = errorWords(t('zh-CN'), 'zh-CN', gone)
    expect(words.what).toBe('找不到 `/a.pdf`，文件可能已被移动、改名或删除。')
    expect(words.hint).toMatch(/^请重新添加该文件/)
    expect(words.original).toContain(gone.message)
  })
  it('names its values even when its sentence is not known', () => {
    const words = errorWords(t('zh-CN'), 'zh-CN', { code: 'internal', message: 'the gear `a` jams the gear `b`' })
    expect(words).toMatchObject({ what: '涉及 `a`、`b`。', hint: '请重试。若反复出现，请附上此消息反馈。', original: 'the gear `a` jams the gear `b`' })
    expect(errorSentence(t('zh-CN'), 'zh-CN', { code: 'internal', message: 'jammed' })).toBe('Waymark 内部出错')
  })
})
