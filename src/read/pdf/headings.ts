import type { PageRow } from './columns'

const ARABIC = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s+(?=\p{Lu}|\p{Lo}|\d?\p{L})/u
const ROMAN = /^([IVX]{1,5})[.)]\s+(?=\p{Lu})/u
const LETTER = /^([A-Z])[.)]\s+(?=\p{Lu})/u
const APPENDIX = /^([A-Z](?:\.\d{1,2}){0,2})\s+(?=\p{Lu})/u

/** How deep a heading's own number puts it; undefined where it has none. */
export function numberingOf(title: string): number | undefined {
  const arabic = ARABIC.exec(title)?.[1]
  if (arabic) return arabic.split('.').length
  if (ROMAN.test(title)) return 1
  if (LETTER.test(title)) return 2
  return undefined
}

export function withoutNumber(title: string): string {
  for (const pattern of [ARABIC, ROMAN, LETTER, APPENDIX]) {
    const found = pattern.exec(title)
    if (found && (pattern !== APPENDIX || found[1] !== 'A' || /^A\s{2}|^A\.\d/.test(title)))
      return title.slice(found[0].length).trim()
  }
  return title.trim()
}

/** Section names that stand alone in a paper, whatever they look like. */
export function isKnownSection(text: string): boolean {
  return KNOWN.test(withoutNumber(text))
}

const KNOWN =
  /^(?:abstract|introduction|background|related work|methods?|methodology|materials? and methods?|approach|our approach|proposed method|experiments?|results|results and discussion|discussion|conclusions?|acknowledge?ments?|references|bibliography|appendix)$/i

/**
 * Levels of all headings of a document: their numbers decide; one without a number has the level of a numbered one
 * that looks the same, else its rank among the looks.
 */
export function levelsOf(headings: readonly { title: string; look: TextLook }[]): number[] {
  const keyOf = ({ size, bold, capitals }: TextLook) =>
    `${Math.round(size * 2)}/${bold}/${capitals}`
  const byLook = new Map<string, number>()
  for (const { title, look } of headings) {
    const level = numberingOf(title)
    if (level !== undefined && !byLook.has(keyOf(look))) byLook.set(keyOf(look), level)
  }
  const isMain = (title: string) => KNOWN.test(withoutNumber(title)) && !/^abstract$/i.test(title)
  const main = headings.filter(({ title }) => isMain(title))
  const looks = [...new Map(headings.map(({ look }) => [keyOf(look), look])).values()]
    .filter((look) => !byLook.has(keyOf(look)))
    .sort(
      (a, b) =>
        b.size - a.size ||
        Number(b.capitals) - Number(a.capitals) ||
        Number(b.bold) - Number(a.bold),
    )
  // The look of most sections such as Introduction is level 1, and so is anything larger.
  const shares = Map.groupBy(main, ({ look }) => keyOf(look))
  const usual = [...shares].sort((a, b) => b[1].length - a[1].length)[0]?.[0]
  const first = looks.findIndex((look) => keyOf(look) === usual)
  const rank = (key: string) => {
    const place = looks.findIndex((look) => keyOf(look) === key)
    return Math.max(1, Math.min(3, place - Math.max(first, 0) + 1))
  }
  return headings.map(({ title, look }) => {
    if (KNOWN.test(title)) return 1
    return numberingOf(title) ?? byLook.get(keyOf(look)) ?? rank(keyOf(look))
  })
}

export interface TextLook {
  size: number
  bold: boolean
  capitals: boolean
}

export function lookOf({ size, bold, text }: PageRow): TextLook {
  return { size, bold, capitals: !/\p{Ll}{2}/u.test(text) }
}
