import en from '../words/en.json'
import { recall } from './kept'

/** Every sentence of the pages, in one language. */
export type Words = typeof en

export const LANGUAGES = { en: 'English', zh: '中文' } as const
export type Language = keyof typeof LANGUAGES

/** As chosen in this browser, else as the browser is set. */
export const language: Language = chosen()

/** Loaded before the page is drawn; another choice loads the page again. */
export const words: Words = language === 'zh' ? (await import('../words/zh.json')).default : en

/**
 * A sentence with what stands at its `{0}`, `{1}`...; of `one|several` the half that its first filling wants.
 * @example told('{0} page|{0} pages', 1)
 */
export function told(sentence: string, ...fillings: (string | number)[]): string {
  const [one = '', several = one] = sentence.split('|')
  const half = fillings[0] === 1 ? one : several
  return half.replace(/\{(\d)\}/g, (_, at) => String(fillings[at]))
}

document.documentElement.lang = language

function chosen(): Language {
  const kept = recall('language')
  if (kept === 'en' || kept === 'zh') return kept
  return navigator.language.startsWith('zh') ? 'zh' : 'en'
}
