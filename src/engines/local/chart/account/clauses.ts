import { inOneLine, plainQuotes } from '../words/claims'

/** A part of an intent that asks for one thing. */
export interface Clause {
  /** As it was written. */
  text: string
  /** Without what stands in quotes. */
  words: string
  quotes: string[]
}

/** Where one clause ends and the next begins; a point or a comma within a number ends none. */
const END =
  /[;!?]+|\.(?=\s|$)|,(?=\s)|\s[-–—]\s|\s(?=(?:with|using|and (?:add|use|show|mark|draw|label|sort|put|make|write|highlight|colou?r)|but|plus)\b)/giu

/** The clauses of an intent in their order; quotes and brackets are not taken apart. */
export function clausesOf(intent: string): Clause[] {
  const whole = plainQuotes(inOneLine(intent))
  const quotes: string[] = []
  const hidden = whole.replace(
    /"([^"]*)"|\([^()]*\)/g,
    (all) => `\u0001${quotes.push(all) - 1}\u0002`,
  )
  const shown = (text: string) =>
    text.replace(/\u0001(\d+)\u0002/g, (_, at: string) => quotes[Number(at)] ?? '')
  return hidden
    .split(END)
    .map((part) => shown(part).trim())
    .filter((text) => /[\p{L}\d]/u.test(text))
    .map((text) => ({
      text,
      words: text.replace(/"[^"]*"/g, ' ').trim(),
      quotes: [...text.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote.trim()),
    }))
}
