import { numberWritten } from '../data/cells'
import { AXIS } from './axes'
import { optional } from './matches'
import { COUNTS } from './synonyms'
import type { Wish } from './wish'

const NUMBER = String.raw`(-?−?\d+(?:,\d+)*(?:\.\d+)?(?:e[-+]?\d+)?)\s*%?`

const NUMBERS: Readonly<Record<string, number>> = { ...COUNTS, one: 1, hundred: 100 }

const BEGIN = `(?:starts?|starting|begins?|beginning|min(?:imum)?|lower (?:limit|end|bound))`

const END = `(?:ends?|ending|stops?|stopping|finish(?:es|ing)?|cap(?:ped)?|limit(?:ed)?|cut off|max(?:imum)?|(?:goes|going|runs?|running|reach(?:es|ing)?)? ?up to|upper (?:limit|end|bound))`

const AT = `(?: (?:at|of|is|from|with|to|value))*[:=]? ?`

/** Limits of the axes in either order of words: "from 0 to 10", "starts at 0 and ends at 10", "begin y at 0". */
export function limitsOf(text: string): Wish['limits'] {
  // Titles may stand between an axis and its limits, and hold numbers.
  const clean = text
    .replace(/"[^"]*"|“[^”]*”|(?<=\s)'[^']*'(?!\w)/g, '')
    .replace(/\bzero\b/gi, '0')
    .replace(
      /(?<=\b(?:from|to|between|and|at) )(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)\b/gi,
      (word) => String(NUMBERS[word.toLowerCase()] ?? word),
    )
    .replace(/\s+/g, ' ')
  const [x, y] = [limitOf(clean, 'x'), limitOf(clean, 'y')]
  const value = x || y ? undefined : limitOf(clean, 'value')
  return { ...optional('x', x), ...optional('y', y), ...optional('value', value) }
}

function limitOf(text: string, letter: 'x' | 'y' | 'value'): [number, number] | undefined {
  const name =
    letter === 'value'
      ? String.raw`(?<!\b(?:x|y|log|logarithmic|colou?r)[\s-]?)\b(?:axis|scale)`
      : `(?:${AXIS(letter)}|\\bboth axes)`
  const other = letter === 'x' ? String.raw`\by\b` : String.raw`\bx\b`
  const both =
    letter === 'value'
      ? name
      : `${name}(?: (?:and|&) (?:the )?${AXIS(letter === 'x' ? 'y' : 'x')})?`
  const near = (but: string) => `(?:(?!${other}${but})[^.;]){0,30}?`
  const until = 'to|until|through|up to|-|–'
  const last = `(?:(?:and |but )?(?:(?:it|should|must) )*${END}${AT})`
  const match =
    new RegExp(
      `${both}${near(`|\\b${BEGIN}\\b`)}(?: from| between| range| limits?| in)?[:=]? ?[\\[(]?${NUMBER} ?(?:${until}|and|,|\\.\\.) ?${last}?${NUMBER}`,
      'i',
    ).exec(text) ??
    // "starts at 0, 5 bins" sets one end.
    new RegExp(
      `${both}${near('')}${BEGIN}${AT}${NUMBER} ?(?:(?:${until}) ?|(?:and|,) ?${last})${NUMBER}`,
      'i',
    ).exec(text) ??
    new RegExp(`\\b${letter}lim[:=( ]*[\\[(]?${NUMBER} ?, ?${NUMBER}`, 'i').exec(text)
  const [low, high] = [numberWritten(match?.[1] ?? ''), numberWritten(match?.[2] ?? '')]
  if (match && low < high) return [low, high]
  const one = (word: string) => {
    const found =
      new RegExp(`${name}(?:(?!${other})[^.,;\\d]){0,20}?\\b${word}${AT}${NUMBER}`, 'i').exec(
        text,
      ) ?? new RegExp(`\\b${word} (?:of )?(?:the )?${name}${AT}${NUMBER}`, 'i').exec(text)
    return numberWritten(found?.[1] ?? 'none')
  }
  const open: [number, number] = [one(BEGIN), one(END)]
  return open.every(Number.isNaN) || open[0] >= open[1] ? undefined : open
}
