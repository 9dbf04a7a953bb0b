import type { Span } from '../../../forms/diagram'
import { COLOR_WORDS } from '../color-names'
import { enumerationIn } from '../prose/enumerations'
import { LOOKS } from './wishes'

/** A sentence that asks for a figure. */
export interface Request {
  /** What of it is said to the illustrator; what it tells of the method stays. */
  span: Span
  /** The things it lists that a figure could show: "a diagram with an encoder, a decoder and a loss". */
  parts: Span[]
}

const ASKED = String.raw`(?:please,?\s+|(?:can|could|would) you (?:please )?|i(?:['’]d| would) like (?:you to )?|(?:i|we) (?:want|need)(?: you)?(?: to)?\s+|help me (?:to )?|this is\s+)*`
const VERBS =
  '(?:create|make|draw|generate|design|produce|illustrate|sketch|show|prepare|give|provide|build|render|depict|visuali[sz]e|plot|see|have)?'
const NOUNS =
  '(?:figure|diagram|schematic|flow ?chart|infographic|graphical abstract|block diagram|overview|scheme|sketch|illustration|visuali[sz]ation)'
const REQUEST = new RegExp(
  String.raw`^(${ASKED})(${VERBS})\s*(?:me\s+|us\s+)?(?:(?:an?|the|one|our|my)\s+)?((?:[\p{L}\d-]+,?\s+){0,5}?)${NOUNS}s?\b(?!\s*\d|\s+${NOUNS})(?:,?\s*please\b)?`,
  'iu',
)
/** "Draw the pipeline of our assistant please", "I want to show how our tutor works". */
const TOPIC =
  /^(?:please,?\s+)?(?:(?:draw|sketch|illustrate|depict)\s+(?:the|our|my|this|a|an)\s+(?:\S+\s+){0,3}?(?:pipeline|workflow|architecture|process|system|set-?up|method|procedure|model|framework)\b|(?:i|we) want(?: you)? to (?:show|illustrate) how\b)/iu
/** What leads from the noun to what the figure is of. */
const OF =
  /^\s*(?:(?:of|for|about|on|showing|that (?:shows?|illustrates?)|which (?:shows?|illustrates?)|illustrating|depicting|describing|summari[sz]ing|explaining|to (?:show|illustrate|explain|summari[sz]e)|with|containing|including|in which|where|consisting of)\s+|:\s*)/i

/** The request that a sentence is, if it is one. */
export function requestIn(text: string, sentence: Span): Request | undefined {
  const words = text.slice(sentence.start, sentence.end)
  const noun = REQUEST.exec(words)
  const isAsked =
    noun &&
    ((noun[1] ?? '') !== '' ||
      (noun[2] ?? '') !== '' ||
      isFragment(noun[0], noun[3] ?? '', words.slice(noun[0].length)))
  const topic = isAsked ? undefined : TOPIC.exec(words)
  const head = isAsked ? noun[0].length : topic?.[0].length
  if (head === undefined) return undefined
  const content = contentFrom(text, sentence, sentence.start + head)
  const span = { start: sentence.start, end: content ?? sentence.end }
  return {
    span,
    parts: content === undefined && isAsked ? partsOf(text, sentence, sentence.start + head) : [],
  }
}

/** "Overview figure for the proposal, please: ..." */
const isFragment = (head: string, adjectives: string, rest: string) =>
  !/\b(?:the|an?|our|this)\b/i.test(adjectives) &&
  (/please$/i.test(head) || /^\s*(?:(?:for|of|showing)\b|:)/i.test(rest))

/** Where the sentence goes on to tell of the method itself: behind a colon, from a numbered list on, "in which". */
function contentFrom(text: string, sentence: Span, from: number): number | undefined {
  const words = text.slice(from, sentence.end)
  const colon = /:\s+(?=\S)/.exec(words)
  const told =
    /\b(?:in which|where|showing how|(?:that|which)(?! (?:shows?|illustrates?)\b))\s+(?=(?:\S+\s+){3})/i.exec(
      words,
    )
  const listed = enumerationIn(text, { start: from, end: sentence.end }, 'en')?.entries[0]
  if (colon && text.slice(from + colon.index).split(/\s+/).length > 4)
    return from + colon.index + colon[0].length
  if (listed) return Math.max(from, text.lastIndexOf('(', listed.start))
  return told ? from + told.index + told[0].length : undefined
}

/** What stands before the name of a part, and behind it. */
const LEAD = new RegExp(
  String.raw`^\s*(?:and\s+|with\s+)?(?:(?:an?|the|one|two|three)\s+)?(?:(?:${COLOR_WORDS.join('|')})\s+)?`,
  'i',
)
const PLACE = /\s+(?:at|on|in) the (?:top|bottom|left|right|middle|cent(?:er|re))(?: side)?$/i

/** Two or more things joined by commas or "and"; how things should look is none. */
function partsOf(text: string, sentence: Span, from: number): Span[] {
  const head = OF.exec(text.slice(from, sentence.end))?.[0].length
  if (head === undefined) return []
  const found: Span[] = []
  let start = from + head
  const list = text.slice(start, sentence.end).replace(/[.!?]+$/, '')
  // "of a retrieval pipeline with an index and a generator" lists what stands behind "with".
  const within = /\b(?:with|containing|including|consisting of|showing)\s+/i.exec(list)
  if (within) start += within.index + within[0].length
  for (const hit of text
    .slice(start, sentence.end)
    .matchAll(/[^,.;]+?(?=\s*(?:,|;|\band\b|\.?$))/g)) {
    const words = hit[0].replace(LEAD, '')
    const name = words.replace(PLACE, '').trimEnd()
    const at = start + hit.index + hit[0].length - words.length
    if (/\p{L}{2}/u.test(name) && !LOOKS.test(name))
      found.push({ start: at, end: at + name.length })
  }
  const nameOf = ({ start, end }: Span) => text.slice(start, end).toLowerCase()
  // "... a reconstruction loss, the loss at the bottom" names it once.
  const parts = found.filter(
    (part) => !found.some((other) => other !== part && nameOf(other).endsWith(` ${nameOf(part)}`)),
  )
  return parts.length > 1 ? parts : []
}
