/** Which column stands where, by the words round each mention of it. */
import type { RoleName } from './asked'
import type { Reader } from './reader'
import { DONE, SIGN } from './tags'

/** What may stand between a mention and the words that place it: its unit, the word for what it is. */
const BESIDE = `[\\s${DONE}]*(?:\\([^()]*\\)[\\s${DONE}]*|in [^\\s,.;]{1,12} |(?:axis|column|score|status|values?|is|are|goes|shown|plotted|placed|drawn|should|be) )*`
const AXIS = '(?:(?:the|a|an|log\\p{L}*|log10|log2|linear|reversed|inverted) )*'
const AFTER: readonly (readonly [RoleName, RegExp])[] = [
  [
    'x',
    new RegExp(
      `^${BESIDE}(?:(?:on|along|at) ${AXIS}(?:x|horizontal|abscissa)|along ${AXIS}(?:bottom|top))(?![\\p{L}\\d])`,
      'u',
    ),
  ],
  [
    'y',
    new RegExp(
      `^${BESIDE}(?:on|along|at|up|down) ${AXIS}(?:y|vertical|ordinate)(?![\\p{L}\\d])`,
      'u',
    ),
  ],
]

/** Words before a mention, from the nearest: what joins, and what says of which part of the chart it is. */
const JOINS: Readonly<Record<string, RoleName>> = {
  against: 'x',
  versus: 'x',
  vs: 'x',
  over: 'x',
  along: 'x',
  through: 'x',
  by: 'by',
  per: 'by',
  each: 'by',
  every: 'by',
  across: 'by',
  among: 'by',
  within: 'by',
}
const JOINED = new RegExp(`(?:^|[^\\p{L}])(?:${Object.keys(JOINS).join('|')}) (?:the )?$`, 'u')
const PARTS: readonly (readonly [RoleName, RegExp])[] = [
  ['x', /^(?:x|x-axis|abscissa|horizontal)$/],
  ['y', /^(?:y|y-axis|ordinate|vertical)$/],
  ['facet', /^(?:panels?|facet\p{L}*|subplots?|multiples)$/u],
  ['size', /^(?:siz(?:e|ed|es)|proportional)$/],
  ['color', /^(?:colou?r\p{L}*|hue|fill|lines?|curves?|traces?)$/u],
  ['shape', /^(?:shapes?|symbols?|markers?)$/],
  ['label', /^(?:label\p{L}*)$/u],
]
/** Between these words and a mention nothing else is spoken of. */
const ENDS = /^(?:and|or|with|from|in|on|at|as|is|are|to|but|plus|of|for|=|:|shows?|function)$/
/** Joining words that belong to one part alone. */
const ONLY: Readonly<Record<string, RoleName>> = { to: 'size', with: 'label' }
const FAR = 8
const FILLING = new Set('the a an of each points dots bars lines drawn different'.split(' '))

interface Mention {
  sign: string
  from: number
  to: number
  role?: RoleName
  /** The words that place it. */
  cues: [number, number][]
}

/** Takes the mentions of columns whose place is certain: those that words put on an axis, or the rest too. */
export function places(reader: Reader, which: 'axes' | 'rest'): void {
  const found: Mention[] = [...reader.text.matchAll(new RegExp(SIGN.column, 'gu'))].map(
    ({ 0: sign, index }) => ({ sign, from: index, to: index + sign.length, cues: [] }),
  )
  for (const [i, mention] of found.entries()) {
    // "island area": the area, not the island.
    if (/^ $/.test(reader.whole.slice(mention.to, found[i + 1]?.from))) continue
    const joined = JOINED.test(reader.whole.slice(0, mention.from))
    const own = joined
      ? undefined
      : AFTER.find(([, pattern]) => pattern.test(reader.whole.slice(mention.to)))
    // "The hour of the day": the hour.
    const of = found[i - 1]
    const head =
      of && /^ of (?:(?:the|each|every|an?) )?$/.test(reader.whole.slice(of.to, mention.from))
    if (own) (head ? of : mention).role = own[0]
    if (own && head) of.cues.push([mention.from, mention.to])
    else if (which === 'rest' && !head) before(reader, mention, found[i - 1])
  }
  for (const mention of found) {
    const { role, sign, from, to, cues } = mention
    if (!role) continue
    const cue = reader.whole.slice(...(cues[0] ?? [from, from]))
    if (/^(?:over|along|through)$/.test(cue)) reader.asked.hint ??= 'line'
    reader.asked.roles[role].push({
      fields: reader.field(sign),
      words: reader.tags.raw.slice(from, to),
      exact: true,
      sentence: reader.sentence(from),
    })
    for (const [start, end] of [...cues, [from, to] as const]) reader.done(start, end)
  }
}

const WORD = /[\p{L}\d][\p{L}\d'’_-]*|[=:,()]|[\ue000-\uf8fd\uf8ff]+/gu

/** Reads backwards from a mention to the word that places it. */
function before(reader: Reader, mention: Mention, last: Mention | undefined): void {
  const start =
    [...reader.whole.slice(0, mention.from).matchAll(/[.;!?](?=\s)|\n/g)].at(-1)?.index ?? 0
  const words = [...reader.whole.slice(start, mention.from).matchAll(WORD)].map(
    ({ 0: text, index }) => ({ text, from: start + index, to: start + index + text.length }),
  )
  const back = words.reverse().slice(0, FAR)
  let joined: number | undefined
  // "(sex column)" says what the words before it are.
  const apposed = back[0]?.text === '('
  for (const [i, { text, from, to }] of back.entries()) {
    if (/^[\ue000-\uf8ff]/.test(text)) {
      // The first of two names side by side only says which the second is.
      if (reader.whole.slice(to, back[i - 1]?.from ?? mention.from) === ' ' && i === 0) continue
      // "a, b and c": the place of the first is that of all.
      const between = back.slice(0, i).map((each) => each.text)
      if (
        last?.from === from &&
        between.length > 0 &&
        between.every((each) => /^(?:,|and|&)$/.test(each)) &&
        last.role === 'by'
      )
        mention.role = last.role
      return
    }
    if (text === ',' || /^\d|['’]s$/.test(text) || (text === '(' && i > 0)) return
    const role = JOINS[text]
    const as = text === 'of' && back[i + 1]?.text === 'function'
    if (role || as || /^(?:=|:|for|to|shows?|with)$/.test(text)) {
      joined = i
      mention.cues.push([from, to])
      const part = partOf(back.slice(i + 1, i + 6), text)
      if (part) {
        mention.role = part.role
        mention.cues.push([part.from, part.to])
      } else if (as || role) mention.role = role ?? 'x'
      break
    }
    if (ENDS.test(text) && !(apposed && /^(?:and|or)$/.test(text))) return
  }
  if (joined === undefined || !mention.role) {
    mention.cues = []
    return
  }
  // "a against b": what is spoken of before it stands on the other axis.
  const cue = back[joined]?.text ?? ''
  if (/^(?:against|versus|vs|over|of)$/.test(cue) && mention.role === 'x' && last && !last.role) {
    const between = reader.whole.slice(last.to, back[joined]?.from)
    if (last.from >= start && !/[,:;]/.test(between)) last.role = 'y'
  }
}

/** The part of a chart that the words before a joining word name: "coloured by", "one panel per", "x:". */
function partOf(
  words: readonly { text: string; from: number; to: number }[],
  joint: string,
): { role: RoleName; from: number; to: number } | undefined {
  const lines = words.some(({ text }) => /^(?:lines?|curves?)$/.test(text))
  const near = words.filter(({ text }) => !FILLING.has(text)).slice(0, 2)
  for (const { text, from, to } of near) {
    if (/^[,()]$/.test(text) || /^[\ue000-\uf8ff]/.test(text)) return undefined
    const own = PARTS.find(([, pattern]) => pattern.test(text))
    if (!own || (ONLY[joint] ?? own[0]) !== own[0]) continue
    const [role] = own
    if ((role === 'x' || role === 'y') !== /^(?:=|:|shows?)$/.test(joint)) continue
    return lines && role === 'shape' ? { role: 'color', from, to } : { role, from, to }
  }
  return undefined
}
