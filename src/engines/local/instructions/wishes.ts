import { type Diagram, NODE_FORMS, type NodeForm } from '../../../forms/diagram'
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
  form?: NodeForm
  /** Whether steps are joined in the order of the text. */
  order?: boolean
}

/** How a wish is said, as a whole clause, and what it comes to. */
interface Row {
  said: RegExp
  /** Empty where nobody here can follow it. */
  wish: (part: string, other: string) => Wish
  /** No step of a method is said so: a wish anywhere in running text. */
  anywhere: boolean
}

const row = (source: string, wish: Row['wish'], anywhere = true): Row => ({
  said: new RegExp(String.raw`^(?:(?:please|also|then|and),?\s+)*${source}(?:,?\s+please)?$`, 'iu'),
  wish,
  anywhere,
})
export const COLOUR = `(?:${COLOR_WORDS.join('|')})`
const THE = String.raw`(?:(?:the|all|an?|its|our|each|every|any)\s+)*`
const ARROWS = '(?:arrows?|arrow-?heads?|connectors?|edges|links|lines)'
const BOXES = '(?:boxes|nodes|shapes)'
const COLOURED = 'make|colou?r|paint|shade|fill|mark|draw|show'
const PAINT = `(?:${COLOURED}|use)`
const STRESS = '(?:highlight|emphasi[sz]e|accentuate)'
const SHOULD = String.raw`(?:should|must|shall)\s+be\s+(?:drawn\s+|shown\s+|colou?red\s+)?`
const LARGE = '(?:highlighted|emphasi[sz]ed|bold|bigger|larger|prominent|stand out)'
const FORM = `(?:${NODE_FORMS.filter((form) => form !== 'bare').join('|')})`
const formed = (part: string, form: string) => ({ part, form: form.toLowerCase() as NodeForm })
const STEPS = `${THE}(?:steps|stages|cards|boxes|sentences)`
const JOIN = `(?:connect|join|link) ${STEPS}`
/** "Draw it from", "use a". */
const LAID = String.raw`(?:draw\s+(?:\S+\s+){1,4}?|(?:draw|read|flow|arrange|orient|show|make|use|lay)\s+)?(?:(?:it|this|everything|the|an?|figure|diagram|from|out|in|flow|reads?|should|must)\s+)*`
const LAYOUT = String.raw`(?:\s+(?:layout|flow|order|direction|figure|diagram))?`
const laid = (words: string, direction: Wish['direction']) =>
  row(`${LAID}(?:${words})${LAYOUT}`, () => ({ direction }))
const coloured = (colour: string) => ({ colour: colorOf(colour) ?? colour })

/** All that is obeyed: direction, title, colours by name, forms, emphasis, order, what to leave out. */
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
  row(`(?:${COLOURED}) ${THE}(.{2,60}?) (?:in )?(${COLOUR})`, (part, c) => ({
    part,
    ...coloured(c),
  })),
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
  row(`(?:draw|show|render|represent|depict) ${THE}(.{2,60}?) as an? (${FORM})`, formed),
  row(`make ${THE}(.{2,60}?) (?:in)?(?:to )?an? (${FORM})`, formed),
  row(`use an? (${FORM}) for ${THE}(.+)`, (form, part) => formed(part, form)),
  row(
    `(?:please )?${JOIN}(?: (?:with|by) arrows)?(?: in (?:the |their )?order(?: of the text)?)?`,
    () => ({
      order: true,
    }),
  ),
  row(`(?:do not|don['’]t) ${JOIN}(?: (?:with|by) arrows)?`, () => ({ order: false })),
]

const wishIn = (clause: string, inRunningText = false): Wish | undefined => {
  for (const { said, wish, anywhere } of WISHES) {
    const hit = (anywhere || !inRunningText) && said.exec(clause)
    if (hit) return wish(hit[1] ?? '', hit[2] ?? '')
  }
  return undefined
}

/** Whether a sentence of running text says one of the wishes: as a whole, or with its first clause. */
export const saysWish = (sentence: string): boolean =>
  [sentence, sentence.split(/[,;]\s+|\s+and\s+/)[0] ?? ''].some((words) => wishIn(words, true))

/** The clauses of an instruction, each with its wish where it has one; one clause where none has. */
export function wishesOf(instruction: string): { words: string; wish: Wish | undefined }[] {
  const whole = instruction.replace(/[.!。！\s]+$/, '')
  const alone = wishIn(whole)
  const isWhole = alone && (alone.title !== undefined || Object.keys(alone).length === 0)
  if (alone && (isWhole || !JOINT.test(whole))) return [{ words: whole, wish: alone }]
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
