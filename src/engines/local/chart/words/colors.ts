import { stems } from '../choice/context'
import { COLOR_WORDS, colorOf } from './color-names'

/** A colour as it is written in an intent, for patterns. */
export const COLOR = `(?:#[0-9a-f]{6}|#[0-9a-f]{3}|${COLOR_WORDS.join('|')})`

const REST = String.raw`(?:(?:(?:all|the|of) )*others?|(?:all )?(?:of )?(?:the )?(?:rest|remainder)|(?:the |all )*(?:other|remaining)(?: [\p{L}\d]+){1,2}?|everything else|(?:everyone|all|anything) else|every other [\p{L}]+|any others?)`

/** Words that stand for all that have no colour of their own. */
export const isRest = (name: string) => new RegExp(`^${REST}$`, 'iu').test(name)

interface Place {
  at: number
  end: number
  /** Absent: all the others. */
  name?: string
  color?: string
}

/** What may stand between a name and its colour. */
const GLUE =
  /^(?:is|are|be|being|which|that|should|shall|must|will|can|shown|drawn|plotted|printed|painted|coloured|colored|color|colour|filled|in|as|a|an|the|with|one|ones|curve|curves|line|lines|bar|bars|column|columns|series|dot|dots|point|points|box|boxes|gets?|has|have|having|stays?|remains?|keeps?|kept|left|made|make|using|uses|use|to|solid|dashed|light|dark|plain|first|second|third|last|values?|group|cells?|category|model|=|:|→|->|-|–)$/i

const isGlue = (text: string): boolean =>
  text
    .replace(/\s[-–—]\s[^-–—]{1,40}\s[-–—](?=\s|$)|\([^()]{1,40}\)|"/g, ' ')
    .replace(/([=:])/g, ' $1 ')
    .replace(/[()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => GLUE.test(word))

const JOINED = /^[\s"]*(?:,|and|&|\/|\+|, and|or|as well as|both)?[\s"]*(?:the |both |all )*"?$/i

const FORWARD =
  /^[\s"]*(?:(?:for|to|on|marks?|means?|denotes?|stands? for|goes to|is for|=|:|→|->|is|are)\s*)?(?:(?:the|all|of|both|a)\s+)*"?$/i

/** Places of names as whole words, endings aside; by a word of its own where the whole is nowhere. */
function placesOf(text: string, names: readonly string[]): Place[] {
  // "Reds red": the colour is no other place of the name.
  const isColor = (word: string) =>
    colorOf(word) !== undefined && !names.some((name) => name.toLowerCase() === word.toLowerCase())
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+(?:[.+][\p{L}\p{N}]+)*\+*/gu)]
    .filter(([word]) => !isColor(word))
    .map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      stem: stems(match[0]).join(''),
    }))
  const found: Place[] = []
  const lists = names.map((name) => ({ name, words: stems(name) }))
  const add = (name: string, words: readonly string[]) => {
    const before = found.length
    // A name in quotes is said nowhere else.
    const quoted = text.indexOf(`"${name}"`)
    if (quoted >= 0) {
      found.push({ name, at: quoted, end: quoted + name.length + 2 })
      return true
    }
    for (let i = 0; words.length > 0 && i + words.length <= tokens.length; i++)
      if (words.every((word, k) => tokens[i + k]?.stem === word))
        found.push({ name, at: tokens[i]?.at ?? 0, end: tokens[i + words.length - 1]?.end ?? 0 })
    return found.length > before
  }
  for (const { name, words } of lists) {
    if (add(name, words) || add(name, [stems(words.join('')).join('')])) continue
    const own = words.filter(
      (word) =>
        word.length > 2 &&
        !lists.some((other) => other.name !== name && other.words.includes(word)),
    )
    own.some((word) => add(name, [word]))
  }
  return found
}

const at = (one: Place, two: Place) => one.at - two.at || two.end - one.end

function eventsIn(text: string, names: readonly string[]): Place[] {
  const colors = [
    ...text.matchAll(new RegExp(`(?<![\\p{L}\\d])${COLOR}(?![\\p{L}\\d])`, 'giu')),
  ].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    color: colorOf(match[0]) ?? '',
  }))
  const rest = [...text.matchAll(new RegExp(`(?<![\\p{L}\\d])${REST}(?![\\p{L}\\d])`, 'giu'))].map(
    (match) => ({ at: match.index, end: match.index + match[0].length }),
  )
  const said = /\b(?:in|as|=|:|colou?red|painted)\s*$/i
  const named = placesOf(text, names).filter(
    (place) => !colors.some((each) => each.at === place.at && said.test(text.slice(0, each.at))),
  )
  const free = <T extends Place>(list: readonly T[], taken: readonly Place[]) =>
    list.filter((each) => !taken.some((other) => each.at < other.end && other.at < each.end))
  const longest = named
    .sort(at)
    .filter(
      (place, i, all) =>
        !all.some((other, k) => k !== i && other.at <= place.at && place.end < other.end),
    )
  return [...longest, ...free(rest, longest), ...free(colors, longest)].sort(at)
}

const HAS_COLOR = new RegExp(`(?<![\\p{L}\\d])${COLOR}(?![\\p{L}\\d])`, 'iu')

/** "All bars grey except ...": a colour for those that are not named. */
const ALL_BUT = new RegExp(
  `\\b(?:all|everything|every(?: \\p{L}+)?|all (?:the |of (?:the|them) ?)?(?:\\p{L}+)?|the (?:bars?|columns?|lines?|points?)|bars|columns|lines|points|dots) (?:(?:is|are|be|in|should be|drawn|kept|left) )*(${COLOR}),? (?:except(?: for)?|but|apart from|other than|save(?: for)?)\\b`,
  'giu',
)

const MOST_NAMES = 200

type Pair = readonly [Place, string]

/** One sentence with the places of names and colours in it. */
class Sentence {
  constructor(
    private readonly text: string,
    readonly events: readonly Place[],
  ) {}

  between(from: number, to: number): string {
    const [one, two] = [this.events[from], this.events[to]]
    return one && two ? this.text.slice(one.end, two.at) : '\n'
  }

  /** Colours in a row from one on: "red, green and blue". */
  colorsFrom(at: number): string[] {
    const found: string[] = []
    for (let i = at; this.events[i]?.color; i++) {
      if (i > at && !JOINED.test(this.between(i - 1, i))) break
      found.push(this.events[i]?.color ?? '')
    }
    return found
  }

  /** Names in a row that lead to a colour: "A and B are red". */
  namesBefore(at: number): Place[] {
    const found: Place[] = []
    for (let i = at - 1; i >= 0 && !this.events[i]?.color; i--) {
      const link = this.between(i, i + 1)
      const place = this.events[i]
      if (!place || !(i === at - 1 ? isGlue(link) : JOINED.test(link))) break
      found.unshift(place)
    }
    return found
  }

  /** Names that a colour leads to: "grey for A and B", "grey A". */
  namesAfter(at: number): Place[] {
    const found: Place[] = []
    const bound = /\bfor\b|[=:]/i.test(this.between(at, at + 1))
    for (let i = at + 1; i < this.events.length && !this.events[i]?.color; i++) {
      const [place, link] = [this.events[i], this.between(i - 1, i)]
      if (!place || !(i === at + 1 ? FORWARD : JOINED).test(link)) break
      const behind = this.between(i, i + 1)
      // The next colour may be said of this name.
      const next = this.events[i + 1]?.color && isGlue(behind) && !/^\s*(?:,|and)/.test(behind)
      if (next && !bound) break
      found.push(place)
    }
    return found
  }

  pairs(): Pair[] {
    const found: Pair[] = []
    for (let i = 0; i < this.events.length; i++) {
      const colors = this.colorsFrom(i)
      const [first] = colors
      if (first === undefined) continue
      const before = this.namesBefore(i)
      const each = before.length > 0 && before.length === colors.length
      const names = before.length > 0 ? before : this.namesAfter(i)
      found.push(...names.map((place, k): Pair => [place, each ? (colors[k] ?? first) : first]))
      i += colors.length - 1
    }
    return found
  }
}

/** Names with the colours that are said for them, and the colour of all others: "A and B red, the rest grey", "blue for C". */
export function colorsIn(
  text: string,
  names: readonly string[],
): { of: { name: string; color: string }[]; rest?: string } {
  if (!HAS_COLOR.test(text)) return { of: [] }
  // Of very many names only those that are written in full are looked for.
  const low = text.toLowerCase()
  const few =
    names.length > MOST_NAMES ? names.filter((name) => low.includes(name.toLowerCase())) : names
  const pairs = text
    .replace(ALL_BUT, (_, color: string) => `the others ${color} ; `)
    .split(/(?<=[;!?]|\.(?=\s+\p{Lu}))\s/u)
    .flatMap((each) => new Sentence(each, eventsIn(each, few.slice(0, MOST_NAMES))).pairs())
  const of = new Map<string, string>()
  for (const [{ name }, color] of pairs)
    if (name !== undefined && !of.has(name)) of.set(name, color)
  const rest = pairs.find(([{ name }]) => name === undefined)?.[1]
  return {
    of: [...of].map(([name, color]) => ({ name, color })),
    ...(rest === undefined ? {} : { rest }),
  }
}

const SIGNS = {
  negative: '(?:negatives?|below(?: zero| 0)?|under (?:zero|0)|less than (?:zero|0)|minus)',
  positive: '(?:positives?|above(?: zero| 0)?|over (?:zero|0)|more than (?:zero|0)|plus)',
} as const

/** "Negative years in red, positive ones green": colours of values below and above zero, and the text without them. */
export function signsIn(text: string): {
  text: string
  of?: { negative?: string; positive?: string }
} {
  const of: { negative?: string; positive?: string } = {}
  let rest = text
  if (!/\bnegatives?\b|\bbelow (?:zero|0)\b/i.test(text)) return { text }
  for (const sign of ['negative', 'positive'] as const) {
    const behind = new RegExp(
      `\\b${SIGNS[sign]}\\b(?: (?!and\\b|or\\b)[\\p{L}-]+){0,4}? (?:in |as )?(${COLOR})(?![\\p{L}\\d])`,
      'iu',
    )
    const before = new RegExp(
      `(?<![\\p{L}\\d])(${COLOR}) (?:for|=|:) (?:the )?${SIGNS[sign]}\\b`,
      'iu',
    )
    const match = before.exec(rest) ?? behind.exec(rest)
    const color = colorOf(match?.[1] ?? '')
    if (!match || color === undefined) continue
    of[sign] = color
    rest = rest.replace(match[0], ' ; ')
  }
  return of.negative === undefined ? { text } : { text: rest, of }
}
