import type { Diagram } from '../../../forms/diagram'
import { COLOR_WORDS, colorOf } from '../../words/color-names'

/** What an instruction asks of a figure that can be done. */
export interface Wish {
  direction?: NonNullable<Diagram['direction']>
  title?: string
  /** The name of what is meant; `arrows`: all of them. Neither: all boxes. */
  part?: string
  arrows?: true
  colour?: string
  emphasis?: true
  omit?: true
}

/** How a wish is said, as a whole clause, and what it comes to. */
interface Row {
  said: RegExp
  wish: (part: string, other: string) => Wish
  /** It may stand in running text: no step of a method is said so. */
  alone: boolean
}

const row = (source: string, wish: Row['wish'], alone = true): Row => ({
  said: new RegExp(String.raw`^(?:(?:please|also|then|and),?\s+)*${source}(?:,?\s+please)?$`, 'iu'),
  wish,
  alone,
})
export const COLOUR = `(?:${COLOR_WORDS.join('|')})`
const THE = String.raw`(?:(?:the|all|an?|its|our|each|every|any)\s+)*`
const ARROWS = '(?:arrows?|arrow-?heads?|connectors?|edges|links|lines)'
const BOXES = '(?:boxes|nodes|shapes)'
const PAINT = '(?:make|colou?r|paint|shade|fill|mark|draw|show|use)'
const STRESS = '(?:highlight|emphasi[sz]e|accentuate)'
const SHOULD = String.raw`(?:should|must|shall)\s+be\s+(?:drawn\s+|shown\s+|colou?red\s+)?`
const LARGE = '(?:highlighted|emphasi[sz]ed|bold|bigger|larger|prominent|stand out)'
/** "Draw it from", "use a". */
const LAID = String.raw`(?:(?:draw|read|flow|arrange|orient|show|make|use|lay)\s+)?(?:(?:it|this|everything|the|an?|figure|diagram|from|out|in|flow|reads?|should|must)\s+)*`
const LAYOUT = String.raw`(?:\s+(?:layout|flow|order|direction|figure|diagram))?`
const laid = (words: string, direction: Wish['direction']) =>
  row(`${LAID}(?:${words})${LAYOUT}`, () => ({ direction }))
const coloured = (colour: string) => ({ colour: colorOf(colour) ?? colour })

/** All that is obeyed: direction, title, colours by name, emphasis, what to leave out. */
const WISHES: readonly Row[] = [
  laid('left[- ]to[- ]right|horizontal(?:ly)?', 'right'),
  laid('top[- ]to[- ]bottom|top[- ]down|vertical(?:ly)?|downwards?', 'down'),
  laid('right[- ]to[- ]left', 'left'),
  laid('bottom[- ]to[- ]top|bottom[- ]up|upwards?', 'up'),
  row(String.raw`(?:figure )?title\s*[:=]\s*["“]?(.+?)["”]?`, (title) => ({ title })),
  row(
    String.raw`(?:title it|call it|(?:add|use) (?:a|the) title|(?:the )?title (?:is|should be|must be))\s*:?\s+["“]?(.+?)["”]?`,
    (title) => ({ title }),
  ),
  row(`(?:${PAINT} )?${THE}(${COLOUR}) ${ARROWS}`, (c) => ({ arrows: true, ...coloured(c) })),
  row(`${PAINT} ${THE}${ARROWS} (?:in )?(${COLOUR})`, (c) => ({ arrows: true, ...coloured(c) })),
  row(`${THE}${ARROWS} ${SHOULD}(?:in )?(${COLOUR})`, (c) => ({ arrows: true, ...coloured(c) })),
  row(`(?:${PAINT} )?${THE}(${COLOUR}) ${BOXES}`, coloured),
  row(`${PAINT} ${THE}${BOXES} (?:in )?(${COLOUR})`, coloured),
  row(`(?:use )?(${COLOUR}) for ${THE}(.+)`, (c, part) => ({ part, ...coloured(c) })),
  row(`${STRESS} ${THE}(.+?) in (${COLOUR})`, (part, c) => ({
    part,
    ...coloured(c),
    emphasis: true,
  })),
  row(`${PAINT} ${THE}(.{2,60}?) (?:in )?(${COLOUR})`, (part, c) => ({ part, ...coloured(c) })),
  row(`${THE}(.+?) ${SHOULD}(?:in )?(${COLOUR})`, (part, c) => ({ part, ...coloured(c) })),
  row(`${STRESS} (?!.*\\b(?:with|using|by)\\b)${THE}(.{2,60})`, (part) => ({
    part,
    emphasis: true,
  })),
  row(`make ${THE}(.{2,60}?) ${LARGE}`, (part) => ({ part, emphasis: true })),
  row(`${THE}(.+?) ${SHOULD}${LARGE}`, (part) => ({ part, emphasis: true })),
  row(
    `(?:leave out|hide|do not (?:show|draw)|don['’]t (?:show|draw)) (?:the|all|any|its|details)\\b *(.+)`,
    (part) => ({ part, omit: true }),
  ),
  row(
    `(?:leave out|omit|exclude|hide|skip|without|(?:do not|don['’]t) (?:show|draw|include)) ${THE}(.+)`,
    (part) => ({ part, omit: true }),
    false,
  ),
]

const wishIn = (clause: string, alone = false): Wish | undefined => {
  for (const { said, wish, alone: stands } of WISHES) {
    const hit = (!alone || stands) && said.exec(clause)
    if (hit) return wish(hit[1] ?? '', hit[2] ?? '')
  }
  return undefined
}

/** Whether a sentence of running text says one of the wishes: as a whole, or with its first clause. */
export const saysWish = (sentence: string): boolean =>
  [sentence, sentence.split(/[,;]\s+|\s+and\s+/)[0] ?? ''].some((words) => wishIn(words, true))

/** The clauses of an instruction, each with its wish where it has one; one clause where none has. */
export function wishesOf(instruction: string): { words: string; wish: Wish | undefined }[] {
  const whole = instruction.replace(/[.!\s]+$/, '')
  const alone = wishIn(whole)
  if (alone && (alone.title !== undefined || !JOINT.test(whole)))
    return [{ words: whole, wish: alone }]
  let verb = ''
  const said = clausesOf(whole).map((words) => {
    const wish = wishIn(words) ?? (verb === '' ? undefined : wishIn(`${verb} ${words}`))
    // "Highlight the encoder and the decoder": the verb goes for both.
    verb = VERB.exec(words)?.[0] ?? verb
    return { words, wish }
  })
  return said.some(({ wish }) => wish) ? said : [{ words: whole, wish: undefined }]
}

const VERB = new RegExp(`^(?:${PAINT}|${STRESS}|leave out|omit|exclude|hide)\\b`, 'i')
/** Where one wish ends and another begins; also before "on a dark background", "in the middle". */
const JOINT = /\s*[,;]\s+(?:and\s+|with\s+)?|\s+(?:and|with)\s+|\s+(?=(?:on|in|at) (?:an?|the)\s)/i

function clausesOf(text: string): string[] {
  const quoted = text.replace(/"[^"]*"|“[^”]*”/g, (part) => '\0'.repeat(part.length))
  const clauses: string[] = []
  let from = 0
  for (const hit of quoted.matchAll(new RegExp(JOINT, 'gi'))) {
    clauses.push(text.slice(from, hit.index))
    from = hit.index + hit[0].length
  }
  clauses.push(text.slice(from))
  return clauses
    .map((clause) => clause.trim())
    .filter((clause) => /\p{L}/u.test(clause) && !/^please$/i.test(clause))
}
