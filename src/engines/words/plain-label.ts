/** Entities of HTML by their names. */
export const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  larr: '←',
  rarr: '→',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  lambda: 'λ',
  mu: 'µ',
  times: '×',
  ndash: '–',
  mdash: '—',
}

const ATTRIBUTES = String.raw`(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))*\s*\/?`
/** Tags that part what stands before them from what stands behind. */
const PARTING = new RegExp(
  String.raw`<\/?(?:br|hr|vr|p|div|li|ul|ol|tr|td|th|table)${ATTRIBUTES}>`,
  'gi',
)
/** Other tags of HTML; `Map<string>` is no markup. */
const DRESSING = new RegExp(
  String.raw`<\/?(?:a|b|i|u|o|s|em|strong|small|big|sub|sup|span|font|code|pre|tt|img|tbody|thead)${ATTRIBUTES}>`,
  'gi',
)
/** `\n`, but not the beginning of a TeX command such as `\nu`. */
const LINE_END = /\\n(?!(?:u|abla|eq?|eg|i|otin|earrow|warrow)(?![a-z]))/g

/** A label's plain words: markup away, entities (`&amp;`, `#quot;`, `#35;`) decoded, `<br/>` and `\n` as ends of lines. */
export const plainLabel = (raw: string): string =>
  inLines(decoded(withoutTags(raw.replace(LINE_END, '\n'))).replace(/\bfa[bsrl]?:fa-[\w-]+/g, ''))

export const withoutTags = (raw: string): string => raw.replace(PARTING, '\n').replace(DRESSING, '')

/** The lines of an author, without empty ones and with single spaces. */
export const inLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

export function decoded(text: string): string {
  return text.replace(
    /[&#](?:#?x([0-9a-f]{1,6})|#?(\d{1,7})|([a-z]{2,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ' '
    },
  )
}
