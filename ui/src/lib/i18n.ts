/** Languages of the interface. English is the source; a test holds the others to the same keys. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

import en from '@/locales/en.json'
import zh from '@/locales/zh-CN.json'

export const LANGUAGES = { en: 'English', 'zh-CN': '简体中文' } as const
export type Language = keyof typeof LANGUAGES

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

const KEY = 'waymark.language'

/** The language meant by a setting, `system` being the first one that the system prefers. */
export function resolveLanguage(setting: string, preferred: readonly string[]): Language {
  if (setting === 'en' || setting === 'zh-CN') return setting
  return preferred[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export function applyLanguage(setting: string): void {
  const language = resolveLanguage(setting, navigator.languages)
  localStorage.setItem(KEY, setting)
  document.documentElement.lang = language
  if (i18next.language !== language) void i18next.changeLanguage(language)
}

export function startLanguage(): void {
  const language = resolveLanguage(localStorage.getItem(KEY) ?? 'system', navigator.languages)
  document.documentElement.lang = language
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, 'zh-CN': { translation: zh } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
}
