/**
 * An intent of which each part is read once: what one wish has claimed, no other may misread. A mark of the end of a
 * clause stays where words were taken.
 */
export class Claims {
  constructor(public text: string) {}

  /** All matches of a pattern, which leave the text; `keep` says which of them count and what stays in their place. */
  take(
    pattern: RegExp,
    keep: (match: RegExpExecArray) => string | undefined = () => '',
  ): RegExpExecArray[] {
    const found: RegExpExecArray[] = []
    let [rest, from] = ['', 0]
    for (const match of this.text.matchAll(global(pattern))) {
      const left = keep(match)
      if (left === undefined) continue
      found.push(match)
      rest += `${this.text.slice(from, match.index)}${left} ; `
      from = match.index + match[0].length
    }
    if (found.length > 0) this.text = `${rest}${this.text.slice(from)}`
    return found
  }

  test(pattern: RegExp): boolean {
    return pattern.test(this.text)
  }
}

const global = (pattern: RegExp) =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

/** What stands further on in an intent is no wish any more. */
export const MOST_SAID = 20_000

/** Lines of a list and lines of a text as clauses of one text. */
export const inOneLine = (text: string): string =>
  text
    .slice(0, MOST_SAID)
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+/u, '')
    .replace(
      /([.;:,])?\s*[\r\n]+\s*(?:(?:[-*•–]|\d{1,2}[.)])\s+)?/gu,
      (_, end: string | undefined) => (end === undefined || end === '.' ? '; ' : `${end} `),
    )
    .replace(/\s+/g, ' ')
    .trim()

/** Marks of quotation of any language, as straight ones. An apostrophe is none. */
export const plainQuotes = (text: string): string =>
  text
    .replace(/["“”„‟«»]\s?([^"“”„‟«»]{1,300}?)\s?["“”‟«»]/g, '"$1"')
    .replace(/(?<=^|[\s(:=,/])['‘’‚](?=\S)([^'‘’"]{1,200}?)(?<=\S)['’‘](?!\w)/g, '"$1"')
