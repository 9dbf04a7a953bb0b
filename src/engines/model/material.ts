import type { Span } from '../../forms/diagram'
import type { Fault } from '../../forms/fault'
import { languageOf } from '../words/language'
import { plainLabel } from '../words/plain-label'
import { sentencesOf } from '../words/sentences'

/**
 * A text between two lines that stand in no other text, for a model to read as material. Every line within begins with
 * the number of its sentence, so that nothing of it can be taken for the line that ends it.
 */
export function fenced(name: string, text: string): string {
  const seal = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 12)
  return `<<< ${name} ${seal}\n${text}\n${name} ${seal} >>>`
}

/** The parts of a request that there are, a blank line between them. */
export const inParts = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter((part) => part).join('\n\n')

/** Sentences as a list, one a line. */
export const listed = (sentences: readonly string[], none = '- none'): string =>
  sentences.map((one) => `- ${oneLine(one)}`).join('\n') || none

/** Words in quotation marks, and how many are not shown. */
export function quotedList(words: readonly string[], most: number): string {
  const shown = words.slice(0, most).map((word) => JSON.stringify(word))
  const more = words.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The faults that are told of a figure, the hard ones first. */
export const hardFirst = (faults: readonly Fault[], most: number): Fault[] =>
  faults.toSorted((a, b) => Number(b.hard) - Number(a.hard)).slice(0, most)

/** Characters of one caption or mention. */
export const MOST_CONTEXT = 600

/** What the same paper says of its figures. */
export const contextOf = (context: readonly string[] = []) =>
  context.length > 0 &&
  fenced('CONTEXT', listed(context.map((one) => oneLine(one).slice(0, MOST_CONTEXT))))

/** The sentences of a text, one a line, each with its numbers: `2.3` is the third of the second paragraph. */
export function numbered(text: string): string {
  const language = languageOf(text)
  return paragraphsOf(text)
    .flatMap((paragraph, index) =>
      sentencesOf(text, paragraph, language).map(
        ({ start, end }, at) => `[${index + 1}.${at + 1}] ${oneLine(text.slice(start, end))}`,
      ),
    )
    .join('\n')
}

/** White space and characters that a reader does not see as single blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Words of a model as a figure shows them: no markup, no characters that steer how others are shown. */
export function plain(words: string): string {
  return plainLabel(words.replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' '))
}

/** Stretches between blank lines; a line that is a heading or an entry of a list is one of its own. */
function paragraphsOf(text: string): Span[] {
  const found: Span[] = []
  let open = false
  for (const hit of text.matchAll(/[^\n]+/g)) {
    const [start, end] = [hit.index, hit.index + hit[0].length]
    const last = found.at(-1)
    const isBlank = hit[0].trim() === ''
    const isOwn = /^\s*(?:#{1,6}\s|[-*+•]\s|\(?\d{1,3}[.)]\s)/.test(hit[0])
    const goesOn = open && last && !isOwn && !/\n[^\S\n]*\n/.test(text.slice(last.end, start))
    if (isBlank) open = false
    else if (goesOn) last.end = end
    else found.push({ start, end })
    if (!isBlank) open = !/^\s*#{1,6}\s/.test(hit[0])
  }
  return found
}
