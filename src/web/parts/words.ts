import { en } from '../words/en'
import { recall } from './kept'

/** Every sentence of the pages, in one language. */
export type Words = typeof en

export const LANGUAGES = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

/** As chosen in this browser, else as the browser is set. */
export const language: Language = chosen()

/** Loaded before the page is drawn; another choice loads the page again. */
export const words: Words = language === 'zh' ? (await import('../words/zh')).zh : en

document.documentElement.lang = language

function chosen(): Language {
  const kept = recall('language')
  if (kept === 'en' || kept === 'zh') return kept
  return navigator.language.startsWith('zh') ? 'zh' : 'en'
}
