import type { Diagram } from '../../../forms/diagram'
import { COLOR_WORDS, colorOf } from '../color-names'

/** What an instruction asks of the picture; `other` is what no rule here can do. */
export type Wish =
  | { kind: 'direction'; direction: NonNullable<Diagram['direction']> }
  | { kind: 'title'; title: string }
  /** `part` undefined: all boxes. */
  | { kind: 'colour'; of: 'arrows' | 'boxes'; part?: string; colour: string }
  | { kind: 'emphasis'; part: string; colour?: string }
  | { kind: 'omit'; part: string }
  /** A request lists it: fulfilled where the figure shows it. */
  | { kind: 'show'; part: string }
  /** Asks for a figure and nothing else. */
  | { kind: 'met' }
  | { kind: 'other' }

/** A wish with the words that say it. */
export interface Said {
  wish: Wish
  words: string
}

const COLOUR = `(?:${COLOR_WORDS.join('|')})`
const ARROWS = '(?:arrows?|arrow-?heads?|connectors?|edges|links|lines)'
const THE = String.raw`(?:(?:the|all|an?|its|our|each|every|any)\s+)*`
const re = (source: string) => new RegExp(source, 'iu')

/** The wishes of an instruction, in its order: one for each clause and each entry of a list in it. */
export function wishesOf(instruction: string): Said[] {
  const whole = instruction.replace(/[.!\s]+$/, '')
  const title = titleIn(whole)
  if (title) return [{ wish: { kind: 'title', title }, words: whole }]
  const said: Said[] = []
  let verb = ''
  for (const chunk of chunksOf(whole)) {
    const own = LEAD.exec(chunk)?.[0] ?? ''
    if (own !== '') verb = own
    // "Highlight the encoder and the decoder": the verb goes for both.
    const carried = own === '' && verb !== '' ? wishIn(`${verb} ${chunk}`) : undefined
    const wish = carried && carried.kind !== 'other' ? carried : wishIn(chunk)
    const isListed = wish.kind === 'other' && REQUESTED.test(said[0]?.words ?? '')
    const part = isListed && !LOOKS.test(chunk) ? PART.exec(chunk)?.[1] : undefined
    said.push({ wish: part ? { kind: 'show', part } : wish, words: chunk })
    if (wish.kind === 'other') continue
    // "The blue encoder on the left" asks for a colour and for a place, "a horizontal two-panel figure" for two things.
    for (const words of [BESIDES.exec(chunk)?.[0].trim(), oddRequest(chunk)])
      if (words) said.push({ wish: { kind: 'other' }, words })
  }
  const others = said.filter(({ wish }) => wish.kind === 'other')
  return others.length === said.length ? [{ wish: { kind: 'other' }, words: whole }] : said
}

/** What a picture looks like or where in it things stand. */
export const LOOKS =
  /\b(?:arrows?|background|layout|style|colou?rs?|palette|fonts?|labels|icons?|legend|title|boxes|lines|panels?)\b|\b(?:at|on) the (?:top|bottom|left|right)\b/i
const BESIDES =
  /\s(?:on|at|in|to) (?:an? |the )(?:(?:top|bottom|left|right|middle|cent(?:er|re))\b.*|(?:\S+ ){1,2}(?:background|style|font)\b.*)$/i
/** "A retriever". */
const PART = re(String.raw`^(?:with\s+)?${THE}(.+)$`)
const REQUESTED =
  /^(?:\S+\s+){0,8}?(?:figure|diagram|schematic|overview|flow ?chart|scheme|illustration)\b/i

const LEAD =
  /^(?:please,?\s+|also,?\s+|then,?\s+)*(?:use|draw|make|colou?r|paint|shade|fill|mark|highlight|emphasi[sz]e|accentuate|show|put|place|leave out|omit|exclude|hide|do not (?:show|draw|include)|don['’]t (?:show|draw|include)|without)\b/i

/** At commas, "and" and "with", where no quotation is open. */
function chunksOf(text: string): string[] {
  const kept = text.replace(/"[^"]*"|“[^”]*”/g, (quoted) => '\0'.repeat(quoted.length))
  const chunks: string[] = []
  let from = 0
  for (const hit of kept.matchAll(/\s*[,;]\s+(?:and\s+|with\s+)?|\s+and\s+|\s+with\s+/gi)) {
    chunks.push(text.slice(from, hit.index))
    from = hit.index + hit[0].length
  }
  chunks.push(text.slice(from))
  return chunks
    .map((chunk) => chunk.trim())
    .filter((chunk) => /\p{L}/u.test(chunk) && !/^please$/i.test(chunk))
}

function titleIn(text: string): string | undefined {
  const named =
    /^(?:figure )?title\s*[:=]\s*(.+)$/i.exec(text) ??
    /\btitled?\s*(?:it|the figure|is|should be|must be|:)?\s*["“](.+?)["”]/i.exec(text) ??
    /^(?:title it|call it|the title (?:is|should be))\s+(.+)$/i.exec(text) ??
    /["“](.+?)["”]\s+as (?:the |a )?title\b/i.exec(text)
  return named?.[1]?.replace(/^["“'‘]|["”'’]$/g, '').trim()
}

const DIRECTIONS: readonly (readonly [RegExp, NonNullable<Diagram['direction']>])[] = [
  [/\b(?:left[- ]to[- ]right|horizontal(?:ly)?)\b/i, 'right'],
  [/\b(?:top[- ]to[- ]bottom|top[- ]down|vertical(?:ly)?|downwards?)\b/i, 'down'],
  [/\bright[- ]to[- ]left\b/i, 'left'],
  [/\b(?:bottom[- ]to[- ]top|bottom[- ]up|upwards?)\b/i, 'up'],
]

function wishIn(chunk: string): Wish {
  const direction = DIRECTIONS.find(([words]) => words.test(chunk))?.[1]
  if (direction) return { kind: 'direction', direction }
  return colourIn(chunk) ?? partIn(chunk) ?? (isMet(chunk) ? { kind: 'met' } : { kind: 'other' })
}

function colourIn(chunk: string): Wish | undefined {
  const colour = re(`\\b(${COLOUR})\\b`).exec(chunk)?.[1]
  const value = colour && colorOf(colour)
  if (!value || /\bbackground|palette|scheme|theme\b/i.test(chunk)) return undefined
  if (re(`\\b${ARROWS}\\b`).test(chunk))
    return re(SOME_ARROWS).test(chunk) ? undefined : { kind: 'colour', of: 'arrows', colour: value }
  if (re(String.raw`\b(?:boxes|nodes|shapes|everything)\b`).test(chunk))
    return { kind: 'colour', of: 'boxes', colour: value }
  const emphasis = /^\S*\s*(?:highlight|emphasi[sz]e|accentuate)/i.test(chunk)
  const part = [
    // "Use blue for the encoder", "Blue for the encoder".
    String.raw`\b${COLOUR}\s+for\s+${THE}(.+)$`,
    // "Make the encoder blue", "the encoder in blue", "The encoder should be drawn in blue".
    String.raw`^(?:please\s+)?(?:(?:make|colou?r|paint|shade|fill|mark|draw|highlight|emphasi[sz]e|show|keep|render)\s+)?${THE}(.+?)\s+(?:(?:should|must|shall)\s+be\s+|is\s+|are\s+)?(?:drawn\s+|shown\s+|colou?red\s+|highlighted\s+)?(?:in\s+)?${COLOUR}$`,
    // "a blue encoder".
    String.raw`\b${COLOUR}\s+(.+)$`,
  ]
    .map((pattern) => re(pattern).exec(chunk)?.[1])
    .find((found) => found !== undefined)
  if (!part) return undefined
  const named = withoutPlace(part)
  return emphasis
    ? { kind: 'emphasis', part: named, colour: value }
    : { kind: 'colour', of: 'boxes', part: named, colour: value }
}

function partIn(chunk: string): Wish | undefined {
  const omitted = re(
    String.raw`^(?:please\s+)?(?:leave out|omit|exclude|hide|skip|do not (?:show|draw|include)|don['’]t (?:show|draw|include)|without)\s+${THE}(.+)$`,
  ).exec(chunk)?.[1]
  if (omitted) return { kind: 'omit', part: omitted }
  const stressed =
    re(String.raw`^(?:please\s+|also\s+)?(?:highlight|emphasi[sz]e|accentuate)\s+${THE}(.+)$`).exec(
      chunk,
    )?.[1] ??
    re(String.raw`^make\s+${THE}(.+?)\s+(?:bold|bigger|larger|prominent|stand out)$`).exec(
      chunk,
    )?.[1] ??
    re(
      String.raw`^${THE}(.+?)\s+(?:should|must) be (?:highlighted|emphasi[sz]ed|bold|bigger|larger|prominent)$`,
    ).exec(chunk)?.[1]
  return stressed ? { kind: 'emphasis', part: stressed } : undefined
}

/** Some arrows, or more about them than a colour: "red arrows between", "thick red arrows". */
const SOME_ARROWS = String.raw`\b${ARROWS}\s+(?:for|from|between|to|of|that|which)\b|\b(?:thick|thin|bold|curved|straight|dashed|dotted|large|small)\b`

/** A place of a part is another wish than its colour. */
const withoutPlace = (part: string) =>
  part.replace(/\s+(?:at|on|in|to) the (?:top|bottom|left|right|middle|cent(?:er|re)).*$/i, '')

/** Words of a request that every figure here fulfils. */
const PLAIN = new Set(
  `a an the of for our my this that please i we you need want would like to can could me us show shows showing draw make
  create generate design produce prepare give provide build render figure diagram schematic overview flowchart flow chart
  scheme sketch clean clear simple nice neat scientific academic publication quality ready professional block system
  architecture architectural method methodology pipeline workflow process methods paper proposal`.split(
    /\s+/,
  ),
)

/** It asks for a figure of this text, and for no more. */
const isMet = (chunk: string) => oddWords(chunk)?.length === 0

/** Words of a request that ask for more than a figure: "two-panel"; undefined for what is no request. */
function oddWords(chunk: string): string[] | undefined {
  // What stands behind "of" is what the text tells.
  const [asked = ''] = chunk.split(
    /\s+(?:of|for|about|on|showing|that shows?|which shows?|illustrating|depicting|describing)\s+/i,
  )
  const words = asked.toLowerCase().match(/[\p{L}-]+/gu) ?? []
  const isRequest = words.some((word) =>
    /^(?:figure|diagram|schematic|overview|flowchart|chart|scheme|sketch|pipeline|workflow|process|architecture)$/.test(
      word,
    ),
  )
  return isRequest ? words.filter((word) => !word.split('-').every(isPlain)) : undefined
}

const isPlain = (word: string) => PLAIN.has(word)

/** What a request with another wish in it asks for besides. */
function oddRequest(chunk: string): string | undefined {
  const said = (word: string) => DIRECTIONS.some(([words]) => words.test(word))
  const odd = oddWords(chunk)?.filter((word) => !said(word) && !COLOR_WORDS.includes(word)) ?? []
  const isDirected = /\b(?:left|right|top|bottom|down|up)\b/i.test(odd.join(' '))
  return odd.length === 0 || isDirected ? undefined : odd.join(' ')
}
