const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const FUNCTION_WORDS = new Map(
  Object.entries({
    en: words(
      'the of and is are was were with to in we by from for that which using then each into on an it this a at as or their its through between after before',
    ),
    de: words(
      'der die das und wird werden mit von den dem ist sind wurde wurden zu für auf im ein eine einer nach durch',
    ),
    fr: words('le la les et des du est sont avec une un dans pour par sur nous aux puis qui que'),
    es: words('el los las y se con una un en para por del que son fueron es luego al como'),
    pt: words('o os as e um uma com para por em do da dos das foram são é que no na'),
    it: words('il lo gli le e un una con per di del della sono è che nel viene vengono da'),
    nl: words('de het een en van met wordt worden is zijn voor op naar door uit'),
  }),
)

/** Of the numbers from 1 on, in English. */
export const NUMBER_WORDS: readonly string[] =
  'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Articles, prepositions and the like of one language, or of any. */
export const isFunctionWord = (word: string, language?: string): boolean =>
  FUNCTION_WORDS.entries().some(
    ([tag, list]) => (language ?? tag) === tag && list.has(word.toLowerCase()),
  )

const SAMPLE = 20_000

/** BCP 47 tag of the text's main language; `und` when no word gives it away. Counts scripts, then function words. */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return 'und'
  for (const [tag, script] of SCRIPTS) {
    const share = (sample.match(script)?.length ?? 0) / letters
    // A kana or two mark Japanese even among many Han signs; a formula's Greek letters mark nothing.
    if (share > (tag === 'ja' ? 0.1 : tag === 'el' ? 0.5 : 0.3)) return tag
  }
  const said = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  let best = { tag: 'und', hits: 0 }
  // One-letter words are names of nodes more often than articles.
  for (const [tag, list] of FUNCTION_WORDS) {
    const hits = said.filter((word) => word.length > 1 && list.has(word)).length
    if (hits > best.hits) best = { tag, hits }
  }
  if (best.hits < 2 && best.tag !== 'en' && said.length < 40) best = { tag: 'und', hits: 0 }
  // Keyword lists and short notes without function words are read as English.
  return best.hits === 0 && /[^\x00-\x7f]/.test(sample.replace(/[^\p{L}]/gu, ''))
    ? 'und'
    : best.hits === 0
      ? 'en'
      : best.tag
}
