import type { Span } from '../../../forms/diagram'
import { isAside, proposedIn } from './asides'
import type { Block } from './blocks'
import { type Enumeration, enumerationIn, listedIn } from './enumerations'
import { sentencesOf } from './sentences'

/** What becomes one stage: a sentence, or one entry of a list. */
export interface Unit {
  /** Its sentences, in the order of the text; at least one. */
  sentences: Span[]
  /** As its author numbers and names it. */
  number?: string
  name?: Span
  /** Index of its block. */
  block: number
  /** The list it is an entry of. */
  list?: { announcement?: Span; ordered: boolean }
}

export interface Read {
  units: Unit[]
  /** Sentences that are no step by their own words. */
  asides: Span[]
  /** What the first sentence proposes, where it does nothing else: it names the whole. */
  proposal?: Span
}

/** Every sentence and every entry of a list of a text, in its order. */
export function unitsOf(masked: string, blocks: readonly Block[], language: string): Read {
  const read: Read = { units: [], asides: [] }
  const isTitled = blocks.some(({ kind }) => kind === 'heading')
  let list: Unit['list']
  for (const [block, part] of blocks.entries()) {
    if (part.kind === 'heading') continue
    if (part.kind === 'text') {
      list = undefined
      readParagraph(masked, part, block, language, read)
      continue
    }
    const numbered = part.number !== undefined
    // Entries of one list share it.
    if (blocks[block - 1]?.kind !== 'item' || list?.ordered !== numbered)
      list = { ordered: numbered }
    const sentences = sentencesOf(masked, part, language)
    if (sentences.length > 0)
      read.units.push({ sentences, block, list, ...(numbered ? { number: part.number } : {}) })
  }
  const { proposal, ...rest } = read
  if (proposal && isTitled)
    return { ...rest, units: [{ sentences: [proposal], block: 0 }, ...rest.units] }
  return read
}

function readParagraph(
  text: string,
  part: Span,
  block: number,
  language: string,
  into: Read,
): void {
  let { start } = part
  const { end } = part
  while (start < end) {
    const found = enumerationIn(text, { start, end }, language)
    if (!found) break
    // Only the last sentence before a list announces it.
    const led = found.announcement ? sentencesOf(text, found.announcement, language) : []
    const announcement = led.at(-1)
    if (announcement && led.length > 1)
      readSentences(text, { start, end: announcement.start }, block, language, into)
    addEntries(text, { ...found, ...(announcement ? { announcement } : {}) }, block, language, into)
    start = found.end
  }
  if (start < end) readSentences(text, { start, end }, block, language, into)
}

function readSentences(
  text: string,
  part: Span,
  block: number,
  language: string,
  into: Read,
): void {
  for (const sentence of sentencesOf(text, part, language)) {
    const words = text.slice(sentence.start, sentence.end)
    if (!/[\p{L}\p{N}]/u.test(words)) continue
    const listed = listedIn(text, sentence)
    if (listed) addEntries(text, listed, block, language, into)
    else if (isAside(words)) into.asides.push(sentence)
    else if (into.units.length === 0 && proposedIn(words) > 0)
      into.proposal = { start: sentence.start + proposedIn(words), end: sentence.end }
    else into.units.push({ sentences: [sentence], block })
  }
}

function addEntries(
  text: string,
  { announcement, entries, ordered }: Enumeration,
  block: number,
  language: string,
  into: Read,
): void {
  const list = { ordered, ...(announcement ? { announcement } : {}) }
  for (const { start, end, number, name } of entries)
    into.units.push({
      sentences: sentencesOf(text, { start, end }, language),
      block,
      list,
      ...(number === undefined ? {} : { number }),
      ...(name === undefined ? {} : { name }),
    })
}
