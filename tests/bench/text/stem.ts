/**
 * English word stems by Porter's algorithm of 1980, as published: fixed, so that nobody can tune what counts as the
 * same word. Two exceptions: British `-ise` is read as `-ize` first, and `added` is `add`, as in the later revision.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word
  const american = word.replace(/(?<=[a-z]{3})is(e[drs]?|ing|ations?)$/, 'iz$1')
  return lastLetters(suffixes(ending(participle(plural(american)))))
}

function plural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function participle(word: string): string {
  const root = word.replace(/eed$/, '')
  if (root !== word) return measure(root) > 0 ? `${root}ee` : word
  const cut = word.replace(/(ed|ing)$/, '')
  if (cut === word || !hasVowel(cut)) return word
  if (/(at|bl|iz)$/.test(cut)) return `${cut}e`
  if (/..([^aeioulsz])\1$/.test(cut)) return cut.slice(0, -1)
  return measure(cut) === 1 && isShort(cut) ? `${cut}e` : cut
}

function ending(word: string): string {
  const root = word.slice(0, -1)
  return word.endsWith('y') && hasVowel(root) ? `${root}i` : word
}

const STEP2 = pairs(
  'ational ate,tional tion,enci ence,anci ance,izer ize,abli able,alli al,entli ent,eli e,ousli ous,ization ize,ation ate,ator ate,alism al,iveness ive,fulness ful,ousness ous,aliti al,iviti ive,biliti ble',
)
const STEP3 = pairs('icate ic,ative ,alize al,iciti ic,ical ic,ful ,ness ')
const STEP4 = pairs(
  'al ,ance ,ence ,er ,ic ,able ,ible ,ant ,ement ,ment ,ent ,sion s,tion t,ou ,ism ,ate ,iti ,ous ,ive ,ize ',
)

type Pair = readonly [suffix: string, replacement: string]

/** Longest suffix first, as the algorithm asks. */
function pairs(list: string): Pair[] {
  const all = list.split(',').map((pair) => pair.split(' '))
  return all
    .map(([suffix = '', replacement = '']): Pair => [suffix, replacement])
    .sort(([a], [b]) => b.length - a.length)
}

function suffixes(word: string): string {
  return replace(replace(replace(word, STEP2, 0), STEP3, 0), STEP4, 1)
}

/** Replaces the longest suffix that fits, if what remains measures more than `least`. */
function replace(word: string, list: readonly Pair[], least: number): string {
  const pair = list.find(([suffix]) => word.endsWith(suffix))
  if (!pair) return word
  const root = word.slice(0, word.length - pair[0].length) + (least === 1 ? pair[1] : '')
  if (measure(root) <= least) return word
  return least === 1 ? root : root + pair[1]
}

function lastLetters(word: string): string {
  const root = word.slice(0, -1)
  const m = measure(root)
  const bare = word.endsWith('e') && (m > 1 || (m === 1 && !isShort(root))) ? root : word
  return bare.endsWith('ll') && measure(bare) > 1 ? bare.slice(0, -1) : bare
}

/** How often a run of vowels is followed by one of consonants. */
function measure(part: string): number {
  return shape(part).match(/v+c+/g)?.length ?? 0
}

const hasVowel = (part: string) => shape(part).includes('v')

/** Consonant, vowel, consonant at the end, the last none of w, x, y. */
const isShort = (part: string) => /cvc$/.test(shape(part)) && !/[wxy]$/.test(part)

function shape(word: string): string {
  let marks = ''
  for (const letter of word)
    marks += 'aeiou'.includes(letter) || (letter === 'y' && marks.endsWith('c')) ? 'v' : 'c'
  return marks
}
