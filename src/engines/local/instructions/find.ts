import type { Span } from '../../../forms/diagram'
import { blanked } from '../../words/diagram-parts'
import { sentencesOf } from '../../words/sentences'
import { markedLists } from '../prose/sentence-lists'
import { inEnglish } from './gloss'
import { IMPERATIVE, tellersOf } from './tellers'
import { COLOUR, saysWish } from './wishes'

/** A text parted into what it tells of and what it tells the illustrator. */
export interface Parted {
  /** The text with blanks in the place of every instruction; offsets stay. */
  content: string
  /** Each instruction as it stands, in the order of the text. */
  instructions: string[]
}

/** A heading over instructions, to the next heading. */
const SECTION =
  /^(?:#{1,6}\s+|\*\*)?(?:drawing|figure|diagram|illustration|visual|style|layout|design)[ -](?:instructions|requirements|guidelines|notes|style)(?: for the (?:figure|diagram|illustrator))?\s*:?(?:\*\*)?\s*$/i
const SECTION_WORDS =
  /^(?:#{1,6}\s+|\*\*)?(?:layout|style|colou?rs?|colou?r scheme|palette|legibility|typography|visual style|look)\s*:?(?:\*\*)?\s*$/i
const HEADING = /^#{1,6}\s+\S/
const ARROW = /-{1,3}>|={1,3}>|[→⇒⟶↔←]/u
/** `Style: ...` at the start of a line. */
const KEYED =
  /^\s*(?:[-*]\s+)?(?:figure )?(?:title|style|visual style|layout|colou?rs?|colou?r scheme|palette|background|font|typography|aspect ratio|orientation|direction|look)\s*:\s*\S/i
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/

/**
 * Finds what is said to the illustrator: about the picture, not about the method. In `grammar`, stretches of mermaid or
 * DOT, and in sentences with arrows only a section of instructions is one.
 */
export function partedText(text: string, grammar: readonly Span[] = []): Parted {
  const taken: (Span & { says: string[] })[] = []
  const sentences: (Span & { words: string; asks: boolean; isSure: boolean })[] = []
  const others: string[] = []
  for (const { line, start, inSection } of linesIn(text)) {
    const span = { start, end: start + line.length }
    if (!inSection && grammar.some((one) => start >= one.start && start < one.end)) continue
    if (inSection || KEYED.test(line)) {
      const isHeading = SECTION.test(line) || SECTION_WORDS.test(line)
      taken.push({ ...span, says: isHeading ? [] : severalIn(line.replace(BULLET, '')) })
    } else
      for (const sentence of sentencesOf(text, span, 'en')) {
        const words = text.slice(sentence.start, sentence.end)
        const asks = isRequest(words)
        const isSure = !ARROW.test(words) && (asks || isInstruction(words))
        if (!isSure) others.push(words)
        if (!ARROW.test(words)) sentences.push({ ...sentence, words, asks, isSure })
      }
  }
  const tells = tellersOf(others)
  for (const sentence of sentences) {
    const { start, words, asks, isSure } = sentence
    if (!isSure && tells(words)) continue
    const goesOn = asks || (PICTORIAL.test(words) && !PICTURE.test(words))
    const end = (goesOn && toldFrom(text, sentence)) || sentence.end
    taken.push({ start, end, says: [flat(text.slice(start, end))] })
  }
  taken.sort((a, b) => a.start - b.start)
  return { content: blanked(text, taken), instructions: taken.flatMap(({ says }) => says) }
}

const flat = (words: string) => words.replace(/\s+/g, ' ').trim()

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

/** Lines of the text; one that goes on with a sentence belongs to the line before. */
function linesIn(text: string): { line: string; start: number; inSection: boolean }[] {
  const found: { line: string; start: number; inSection: boolean }[] = []
  let [start, inSection, before] = [0, false, '']
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

/** Things of a picture that no method has. */
export const PICTURE = new RegExp(
  [
    String.raw`\b(?:arrows?|arrow-?heads?|legend|palette|colou?r scheme|colou?rs|fonts?|typeface|sans[- ]serif|icons?|canvas|white ?space|flow ?chart|schematic|hand[- ]drawn|watercolou?r|pastel|(?:drop )?shadows|gradients|logos)\b`,
    String.raw`\b(?:left[- ]to[- ]right|right[- ]to[- ]left|top[- ]to[- ]bottom|bottom[- ]to[- ]top|(?:top-down|horizontal|vertical) (?:layout|flow|order))\b`,
    String.raw`\b(?:the|this|a|an) (?:\S+ ){0,3}(?:figure(?! of (?:merit|eight))|diagram|illustration|infographic)\b`,
    String.raw`(?<!\b(?:on|against) an? )\b(?:white|black|dark|light|transparent|plain|gr[ae]y|${COLOUR}) background\b`,
    String.raw`\b(?:rounded|square|colou?red|shaded|${COLOUR}) (?:boxes|rectangles|corners|connectors)\b`,
    String.raw`\b(?:3d|isometric) (?:style|look|view|effects?)\b|\bin (?:the |a )(?:\S+ ){0,3}style\b`,
  ].join('|'),
  'i',
)
/** "Draw a robot", but no number of things, and none from others: these are steps. */
const PICTORIAL =
  /^(?:draw|sketch|depict|paint)\s+(?!.*(?:\d|\b(?:from|samples?|batch(?:es)?|blood|conclusions?)\b))/i

function isInstruction(sentence: string): boolean {
  const english = inEnglish(sentence)
  return saysHow(sentence) || (english !== sentence && saysHow(english))
}

function saysHow(sentence: string): boolean {
  const words = flat(sentence)
    .replace(BULLET, '')
    .replace(/^(?:(?:please|also|then|finally|and|but),?\s+)+/i, '')
    .replace(/(?:,?\s+please)?[.!。！\s]*$/i, '')
  return saysWish(words) || PICTORIAL.test(words) || (IMPERATIVE.test(words) && PICTURE.test(words))
}

const NOUN =
  '(?:figure|diagram|schematic|flow ?chart|infographic|graphical abstract|overview|scheme|sketch|illustration|visuali[sz]ation)'
const ASKING = String.raw`(?:please,?\s+|(?:can|could|would) you (?:please )?|(?:i|we)(?:['’]d| would)? (?:like|want|need)(?: you)?(?: to)?\s+|help me (?:to )?)`
const ASKED = new RegExp(
  String.raw`^(?:${ASKING}+(?:\p{L}+\s+)?|(?:create|make|draw|generate|design|produce|sketch|prepare|give|provide|build|render)\s+)(?:me\s+|us\s+)?(?:(?:an?|the|one|our|my)\s+)?((?:[\p{L}\d-]+,?\s+){0,5}?)${NOUN}s?\b(?!\s*\d|\s+${NOUN}| of merit)`,
  'iu',
)
/** "Overview figure for the proposal, please: ...", "A diagram of the architecture". */
const FRAGMENT = new RegExp(
  String.raw`^(?:an?\s+)?((?:[\p{L}-]+\s+){0,3}?)${NOUN}\s*(?:(?:for|of|showing)\b(?! merit)(?!.*\b(?:is|are|was|were)\b)|:|,? please\b)`,
  'iu',
)
/** "Draw the pipeline of our assistant", "I want to show how our tutor works". */
const TOPIC =
  /^(?:(?:please,?\s+)?(?:draw|sketch|illustrate|depict)\s+(?:the|our|my|this)\s+(?:\S+\s+){0,3}?(?:pipeline|workflow|architecture|process|system|method|model|framework)(?:\s+(?:of|for)\b.*|,? please.*)?[.!]?$|(?:i|we) want(?: you)? to (?:show|illustrate) how\b)/iu

/** Whether a sentence asks for a figure. */
export const isRequest = (words: string): boolean =>
  [words, inEnglish(words)].some((one) => [ASKED, FRAGMENT, TOPIC].some((each) => each.test(one)))

/** Whether a request for a figure says what there is in it: "a diagram of an encoder and a decoder". */
export function asksForParts(request: string): boolean {
  const hit = [ASKED, FRAGMENT].map((pattern) => pattern.exec(request)?.[0]).find((one) => one)
  const rest = request.slice(hit?.length ?? 0).replace(PICTURE, '')
  return isRequest(request) && (rest.match(/\p{L}{4,}/gu)?.length ?? 0) > 1
}

/** What a request asks for besides a figure: "three-panel figure"; undefined where that is all. */
export function besidesFigure(request: string): string | undefined {
  const adjectives = (ASKED.exec(request) ?? FRAGMENT.exec(request))?.[1]?.trim() ?? ''
  const odd = adjectives.split(/[,\s]+/).filter((word) => word !== '' && !PLAIN.test(word))
  const noun = new RegExp(NOUN, 'i').exec(request)?.[0] ?? 'figure'
  return odd.length === 0 ? undefined : `${odd.join(' ')} ${noun}`
}

/** What every figure here is. */
const PLAIN =
  /^(?:clean|clear|simple|nice|neat|scientific|academic|overview|block|flow|system|method\w*|model|process|pipeline|workflow|architecture|publication(?:-quality|-ready)?|quality|horizontal|vertical)$/i

/** Where the sentence goes on to tell of the method itself: behind a colon, from a numbered list on, "in which". */
function toldFrom(text: string, sentence: Span): number | undefined {
  const words = text.slice(sentence.start, sentence.end)
  const at = (hit: RegExpExecArray | null, words: number) =>
    hit &&
    text.slice(sentence.start + hit.index + hit[0].length, sentence.end).split(/\s+/).length >=
      words
      ? sentence.start + hit.index + hit[0].length
      : undefined
  const listed = markedLists(text, sentence, 'en').next().value?.entries[0]
  return (
    at(/:\s+(?=\S)/.exec(words), 4) ??
    (listed && text.lastIndexOf('(', listed.start)) ??
    at(
      /\b(?:in which|where|showing how|(?:that|which)(?! (?:shows?|illustrates?)\b))\s+/i.exec(
        words,
      ),
      3,
    )
  )
}
