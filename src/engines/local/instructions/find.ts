import type { Span } from '../../../forms/diagram'
import { COLOR_WORDS } from '../color-names'
import { sentencesOf } from '../prose/sentences'
import { type Request, requestIn } from './request'

/** A text parted into what it tells of and what it tells the illustrator. */
export interface Parted {
  /** The text with blanks in the place of every instruction; offsets stay. */
  content: string
  /** Each instruction as it stands, in the order of the text. */
  instructions: string[]
  /** What was asked for in the sentence that asks for a figure, where nothing else is told. */
  requested: Span[]
}

const COLOUR = COLOR_WORDS.join('|')

/** A heading over instructions, to the next heading. */
const SECTION =
  /^(?:#{1,6}\s+|\*\*)?(?:drawing|figure|diagram|illustration|visual|style|layout|design)[ -](?:instructions|requirements|guidelines|notes|style)(?: for the (?:figure|diagram|illustrator))?\s*:?(?:\*\*)?\s*$/i
const SECTION_WORDS =
  /^(?:#{1,6}\s+|\*\*)?(?:layout|style|colou?rs?|colou?r scheme|palette|legibility|typography|visual style|look)\s*:?(?:\*\*)?\s*$/i
const HEADING = /^#{1,6}\s+\S/
const ARROW = /-{1,3}>|={1,3}>|[→⇒⟶↔←]/u
/** `Title: ...` at the start of a line. */
const KEYED =
  /^\s*(?:[-*]\s+)?(?:figure )?(?:title|style|visual style|layout|colou?rs?|colou?r scheme|palette|background|font|typography|aspect ratio|orientation|direction|look)\s*:\s*\S/i

/**
 * Finds what is said to the illustrator: about the picture, not about the method. In `grammar`, stretches of mermaid or
 * DOT, and in sentences with arrows only a section of instructions is one.
 */
export function partedText(text: string, grammar: readonly Span[] = []): Parted {
  const instructions: string[] = []
  const taken: Span[] = []
  const requests: Request[] = []
  for (const { line, start, inSection } of linesIn(text)) {
    const span = { start, end: start + line.length }
    if (!inSection && grammar.some((one) => start >= one.start && start < one.end)) continue
    if (inSection || KEYED.test(line)) {
      const isHeading = SECTION.test(line) || SECTION_WORDS.test(line)
      if (!isHeading) instructions.push(...severalIn(line.replace(BULLET, '')))
      taken.push(span)
      continue
    }
    for (const sentence of sentencesOf(text, span, 'en')) {
      const words = text.slice(sentence.start, sentence.end)
      if (ARROW.test(words)) continue
      const request = requestIn(text, sentence)
      if (request) requests.push(request)
      else if (!isInstruction(words)) continue
      const said = request?.span ?? sentence
      instructions.push(flat(text.slice(said.start, said.end)))
      taken.push(said)
    }
  }
  const content = blanked(text, taken)
  const isEmpty = !/[\p{L}\p{N}]/u.test(content)
  return { content, instructions, requested: isEmpty ? requests.flatMap(({ parts }) => parts) : [] }
}

const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/
const flat = (words: string) => words.replace(/\s+/g, ' ').trim()

/** `spans` in the order of the text. */
function blanked(text: string, spans: readonly Span[]): string {
  let [kept, from] = ['', 0]
  for (const { start, end } of spans) {
    kept += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    from = end
  }
  return kept + text.slice(from)
}

/** A line of instructions; those that stand alone behind the first apart. */
function severalIn(line: string): string[] {
  const found: string[] = []
  for (const { start, end } of sentencesOf(line, { start: 0, end: line.length }, 'en')) {
    const sentence = flat(line.slice(start, end))
    if (found.length === 0 || isInstruction(sentence)) found.push(sentence)
    else found.push(`${found.pop()} ${sentence}`)
  }
  return found
}

interface Line {
  line: string
  start: number
  inSection: boolean
}

/** Lines of the text; one that goes on with a sentence belongs to the line before. */
function linesIn(text: string): Line[] {
  const found: Line[] = []
  let start = 0
  let inSection = false
  let before = ''
  for (const line of text.split('\n')) {
    const open = found.at(-1)
    const isOpen = /[^.!?:;\s]\s*$/.test(before) && !ARROW.test(before) && !inSection
    const goesOn = isOpen && /^\s*\p{Ll}/u.test(line) && !isInstruction(line)
    if (open && goesOn) open.line += `\n${line}`
    else if (line.trim() !== '') {
      const opens =
        SECTION.test(line) || (SECTION_WORDS.test(line) && /^(?:#|\*\*)/.test(line.trim()))
      if (opens) inSection = true
      else if (HEADING.test(line)) inSection = false
      found.push({ line, start, inSection })
    }
    start += line.length + 1
    before = line
  }
  return found
}

const VERB =
  /^(?:please,?\s+|also,?\s+|then,?\s+|and\s+|but\s+|finally,?\s+|(?:can|could|would) you (?:please )?)*(?:use|draw|make|create|generate|design|produce|put|place|position|arrange|align|lay|organi[sz]e|group|connect|label|number|colou?r|paint|highlight|emphasi[sz]e|mark|shade|fill|outline|show|display|add|include|keep|set|choose|pick|render|style|avoid|omit|remove|do not|don['’]t|never|ensure|leave|hide|separate|enclose|surround|depict|illustrate|sketch|represent|visuali[sz]e|write|print|title|call|limit|stack|cent(?:er|re)|indicate|distinguish|give|read|let|have|orient|point)\b/i
/** Things of a picture that no method has. */
const PICTURE = new RegExp(
  [
    String.raw`\b(?:arrows?|arrow-?heads?|legend|palette|colou?r scheme|colou?rs|fonts?|typeface|sans[- ]serif|icons?|canvas|white ?space|flow ?chart|schematic|hand[- ]drawn|watercolou?r|pastel|drop shadows)\b`,
    String.raw`\b(?:(?:from )?left[- ]to[- ]right|right[- ]to[- ]left|top[- ]to[- ]bottom|bottom[- ]to[- ]top|(?:top-down|horizontal|vertical) (?:layout|flow|order))\b`,
    String.raw`\b(?:the|this|a|an) (?:\S+ ){0,3}(?:figure(?! of (?:merit|eight))|diagram|illustration|infographic)\b`,
    String.raw`(?<!\b(?:on|against) an? )\b(?:white|black|dark|light|transparent|plain|gr[ae]y|${COLOUR}) background\b`,
    String.raw`\b(?:rounded|square|colou?red|shaded|${COLOUR}) (?:boxes|rectangles|corners|connectors)\b`,
    String.raw`\b(?:3d|isometric) (?:style|look|view|effects?)\b`,
  ].join('|'),
  'i',
)
const DIRECT: readonly RegExp[] = [
  // "Make the encoder blue", "Colour the arrows in red".
  new RegExp(
    String.raw`^(?:make|colou?r|paint|shade|fill|mark|draw|highlight|show)\s+.{2,60}?\s+(?:in\s+)?(?:${COLOUR})\.?$`,
    'i',
  ),
  new RegExp(String.raw`^use\s+(?:${COLOUR})\s+for\b`, 'i'),
  /^(?:highlight|emphasi[sz]e|accentuate)\s+(?!.*\b(?:with|using|by)\b)(?:\S+\s*){1,8}$/i,
  /^(?:(?:from |read |flow )?(?:left[- ]to[- ]right|top[- ]to[- ]bottom|right[- ]to[- ]left|bottom[- ]to[- ]top)|horizontal|vertical)(?: layout)?\.?$/i,
  /^title\s*:\s*\S/i,
  /^make\s+.{2,60}?\s+(?:bold|bigger|larger|prominent|stand out)\.?$/i,
  /^(?:leave out|do not (?:show|draw)|don['’]t (?:show|draw)|hide)\s+(?:the|all|any|its|details)\b/i,
  /^(?:put|place|position|show)\s+.{2,60}?\s+(?:at|on|in|to)\s+(?:the\s+)?(?:very\s+)?(?:top|bottom|left|right|cent(?:er|re)|middle)(?:\s+(?:side|corner|left|right|of the (?:figure|diagram|page)))?\.?$/i,
  /^(?:title it|call it|add (?:a|the) title)\b/i,
  /^no (?:text|shadows?|gradients?|people|logos?|captions?|title|3d|legend|icons?)\b/i,
  /^in (?:the |a )(?:\S+ ){0,3}style\b/i,
]
/** "The figure should be", "Arrows must be", "The encoder should be highlighted". */
const WISHED = new RegExp(
  String.raw`^(?:the |all |its )?(?:figure|diagram|illustration|layout|arrows?|boxes|background|title|colou?rs?|fonts?|style|legend|labels)\s+(?:should|must|shall|needs? to|ha(?:s|ve) to|(?:is|are) to)\b|\b(?:should|must|shall) be (?:drawn|highlighted|colou?red|emphasi[sz]ed|bold|left out of|placed (?:at|on) the (?:top|bottom|left|right)|at the (?:top|bottom|left|right)|(?:in )?(?:${COLOUR}))(?:\b|$)`,
  'i',
)
const PICTORIAL = /^(?:please\s+)?(?:draw|sketch|depict|paint)\b/i
/** "Draw 100 samples from the posterior" is a step. */
const STATISTICAL =
  /^(?:please\s+)?draw\w*\s+(?:from\b|(?:\S+\s+){0,4}?(?:samples?|blood|(?:mini-?)?batch(?:es)?|conclusions?|tokens?|noise|seeds?|numbers?|values?|points?|particles?|lots?|plasma|serum|(?:bounding |anchor )?boxes around)\b)/i

function isInstruction(sentence: string): boolean {
  const words = sentence.trim().replace(/^(?:[-*•]|\d{1,2}[.)])\s+/, '')
  const bare = words.replace(/^(?:please,?\s+|also,?\s+|then,?\s+|finally,?\s+|and\s+)+/i, '')
  if (STATISTICAL.test(bare)) return false
  if (DIRECT.some((pattern) => pattern.test(bare)) || WISHED.test(bare) || PICTORIAL.test(bare))
    return true
  return VERB.test(words) && PICTURE.test(words)
}
