/** What the engine says in English, in the language of the interface: a list of its sentences with slots, each with a translation. */
import type { TFunction } from 'i18next'

import type { WireError } from '@/backend'
import zh from '@/locales/said/zh-CN.json'

import type { Language } from './i18n'

/** English needs none. */
export const SAID: Partial<Record<Language, Record<string, string>>> = { 'zh-CN': zh }

const SLOT = /\{(\w+)\}/g
/** A slot that holds another sentence of the engine. */
const NESTED = 'said'

interface Pattern {
  form: RegExp
  slots: string[]
  told: string
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function pattern([english, told]: [string, string]): Pattern & { fixed: number } {
  const pieces = english.split(SLOT)
  const slots = pieces.filter((_, index) => index % 2 === 1)
  const form = pieces.map((piece, index) => (index % 2 === 1 ? '([\\s\\S]+?)' : escape(piece))).join('')
  return { form: new RegExp(`^${form}$`), slots, told, fixed: english.replace(SLOT, '').length }
}

const compiled = new Map<string, Pattern[]>()

/** The most particular sentence first, as `no document `7`` also is `no {what} `{id}``. */
function patternsOf(language: string): Pattern[] {
  const table = SAID[language as Language]
  if (!table) return []
  let list = compiled.get(language)
  if (!list) {
    list = Object.entries(table).map(pattern).sort((a, b) => b.fixed - a.fixed)
    compiled.set(language, list)
  }
  return list
}

/** The sentence in a language; `null` when it is not among those that are known. */
export function translated(language: string, text: string): string | null {
  for (const { form, slots, told } of patternsOf(language)) {
    const found = form.exec(text)
    if (!found) continue
    return told.replace(SLOT, (_, name: string) => {
      const value = found[slots.indexOf(name) + 1] ?? ''
      return name === NESTED ? (translated(language, value) ?? value) : value
    })
  }
  return together(language, text)
}

/** A sentence with what can be done about it behind; both may hold a semicolon. */
function together(language: string, text: string): string | null {
  for (let at = text.indexOf('; '); at >= 0; at = text.indexOf('; ', at + 2)) {
    const [what, advice] = [translated(language, text.slice(0, at)), translated(language, text.slice(at + 2))]
    if (what !== null && advice !== null) return `${what}；${advice}`
  }
  return null
}

/** The sentence in a language, or as it was said. */
export const told = (language: string, text: string): string => translated(language, text) ?? text

const speaksEnglish = (language: string) => language.startsWith('en')

/** Begins with a capital letter and ends in a full stop, which the engine's sentences do not. */
export function finished(language: string, text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  if (/[.!?…。！？]$/.test(begun)) return begun
  return begun + (speaksEnglish(language) ? '.' : '。')
}

export interface ErrorWords {
  title: string
  /** What failed, on which value. */
  what: string | null
  /** What to do about it. */
  hint: string
  /** What the engine said, where that is not what is shown. */
  original: string | null
}

/** Names, paths and numbers in a message stand in backticks. */
const valuesOf = (message: string) => message.match(/`[^`]+`/g) ?? []

/** An error in the words of the interface. */
export function errorWords(t: TFunction, language: string, error: WireError): ErrorWords {
  const title = t(`error.${error.code}.title`)
  const usual = t(`error.${error.code}.hint`)
  if (speaksEnglish(language)) return { title, what: finished(language, error.message), hint: finished(language, error.hint ?? usual), original: null }
  const values = valuesOf(error.message)
  const what = translated(language, error.message) ?? (values.length > 0 ? t('error.about', { values: values.join('、') }) : null)
  const hint = (error.hint && translated(language, error.hint)) ?? usual
  return { title, what: what && finished(language, what), hint: finished(language, hint), original: error.hint ? `${error.message}; ${error.hint}` : error.message }
}

/** An error in one sentence, where there is room for no more. */
export function errorSentence(t: TFunction, language: string, error: WireError): string {
  const { title, what } = errorWords(t, language, error)
  return what ?? title
}
