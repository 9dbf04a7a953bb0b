import type { Wish } from './wish'

/** Superlatives and ends of a scale; every other word in -est that is one of size stands for the upper end. */
const LESS = String.raw`(?:(?:small|low|short|light|weak|slow|poor|cold|cool|cheap|narrow|thinn|tini|shallow|rar|young)est|fewest|least(?: \p{L}+)?|minimum|rarest|lowest|worst)`

const MORE = String.raw`(?:(?:larg|bigg|great|high|tall|long|heav|heavi|wid|strong|fast|rich|dens|loud|warm|hott|busi|bright|deep|thick|broad|hard|common|frequent|pric|old|steep|fatt|strong)(?:i?est)|commonest|most(?: (?!of\b)\p{L}+)?|maximum|best|top(?=[ -](?:value|score)))`

/** "from low to high" names the two ends without comparing. */
const LOW = `(?:${LESS}|low(?:er)?|small(?:er)?|short|light|few|least|min)`
const HIGH = `(?:${MORE}|high(?:er)?|large(?:r)?|big(?:ger)?|tall|long|heavy|many|most|max)`

const NOUN = String.raw`(?: (?:[\p{L}\d_-]+)){0,3}?`

const FIRST = String.raw`(?:,? ?(?:(?:comes?|goes|go|is|are|being|stands?|placed|put|shown|drawn|at|on|in|to|the|very|far|first) )*(?:first|leftmost|left(?:[ -]hand side)?|top|uppermost|topmost|front|beginning|start|lead(?:s|ing)?)\b(?! ?(?:\d|axis|right|legend)))`
const LAST = String.raw`(?:,? ?(?:(?:comes?|goes|go|is|are|being|stands?|placed|put|shown|drawn|at|on|in|to|the|very|far) )*(?:last|rightmost|right(?:[ -]hand side)?|bottom|lowermost|undermost|end)\b(?! ?(?:\d|axis|legend)))`
const LEADING = String.raw`\b(?:start(?:s|ing)?|begin(?:s|ning)?|led|lead(?:s|ing)?|open(?:s|ing)?) (?:with|by|from|at|on) (?:the )?`

const test = (pattern: string, text: string) => new RegExp(pattern, 'iu').test(text)

/** Which way the values run from the first mark on: "smallest on top", "from high to low", "ranked", "in rising order". */
function byValue(text: string): Wish['sort'] {
  const between = String.raw`(?: [\p{L}-]+){0,4}? ?(?:to|then|through|→|->|-|–|down to|up to|towards?) ?(?:the )?(?:[\p{L}-]+ ){0,2}?`
  if (test(`\\b${LOW}${between}${HIGH}\\b`, text)) return 'value'
  if (test(`\\b${HIGH}${between}${LOW}\\b`, text)) return 'value-descending'
  if (test(`\\b${LESS}${NOUN}${FIRST}|${LEADING}${LESS}\\b|\\b${MORE}${NOUN}${LAST}`, text))
    return 'value'
  if (test(`\\b${MORE}${NOUN}${FIRST}|${LEADING}${MORE}\\b|\\b${LESS}${NOUN}${LAST}`, text))
    return 'value-descending'
  const ordered = String.raw`\b(?:sort|order|rank|arrang)(?:ed|ing|e|s)?\b|\brank order\b`
  const rising = '(?:ascending|asc|increasing|incr|rising|growing|going up|upwards?)'
  const falling =
    '(?:descending|desc|decreasing|decr|falling|declining|diminishing|going down|downwards?)'
  const run = (words: string) =>
    `\\b(?:ascending|descending|asc|desc)\\b(?<=\\b${words})|\\b(?:in|by|of|with|order of) ${words}\\b|(?:${ordered})[^.;]{0,40}\\b${words}\\b|\\b${words} (?:order|value|size|height|from|to the|left)`
  if (test(run(rising), text)) return 'value'
  if (test(run(falling), text)) return 'value-descending'
  const size = String.raw`\b(?:in|by) (?:the )?order of (?:size|magnitude|value|height|length|frequency|importance|abundance)\b|\bby (?:size|height|frequency|abundance)\b(?=.*\border)`
  return test(`${ordered}|${size}`, text.replace(ORDERED_THINGS, ' '))
    ? 'value-descending'
    : undefined
}

/** "in order to", "ranking data" and "second-order" sort nothing. */
const ORDERED_THINGS =
  /\bin order to\b|\b(?:first|second|third|higher|low|lower|zero(?:th)?)[ -]order\b|\border of (?:magnitude )?(?:reaction|the reaction)\b|\b(?:in|the) (?:same|this|that|the) order\b|\bin order\b(?! of)|\bsort of\b/gi

/** How names stand along their axis. */
export function sortOf(text: string): Wish['sort'] {
  if (test(String.raw`\b(?:reverse[d]? alphabetical|z[\s-]?(?:to|-|–)[\s-]?a\b)`, text))
    return 'name-descending'
  if (
    test(
      String.raw`\b(?:sort|order|rank|arrang)(?:ed|ing|e)?\b[^.;]{0,40}\b(?:alphabetical|by name|a[\s-]?(?:to[\s-])?z)\b|\balphabetical(?:ly)?\b|\bfrom a to z\b`,
      text,
    )
  )
    return 'name'
  if (
    test(
      String.raw`\b(?:original|given|data|input|file|listed|existing|table|source) (?:row )?order\b|\b(?:in the )?order (?:of|in|from|as in) the (?:data|file|table|list|rows|input)\b|\bas (?:given|listed|they come|they stand|they are|supplied|provided)\b(?! by)|\b(?:do not|don['’]?t|unsorted|without|not|no|never)[ -]?(?:re-?)?(?:sort|order)(?:ed|ing)?\b|\b(?:keep|leave|preserve) (?:the |my |their |its )*(?:order|sequence)\b`,
      text,
    )
  )
    return 'data'
  return byValue(text)
}

/** Whether an order speaks of fast or good, not of much or little. */
export const judgedIn = (text: string): boolean =>
  test(String.raw`\b(?:fastest|quickest|slowest|best|worst)\b`, text)

/** A list of names in the order that is asked for: "Rural, suburban and urban from left to right", "in the order a, b, c". */
export function listedIn(text: string): string[] {
  const found = [
    ...text.matchAll(
      /([^.;:]{3,160}?),? (?:from (?:left to right|top to bottom|first to last)|in (?:this|that) (?:order|sequence)|as the order)\b/giu,
    ),
    ...text.matchAll(
      /\b(?:in the (?:order|sequence)|(?:order|sequence)(?:ed)?(?: [\p{L}-]+){0,4}?(?: is| should be| must be| as|:)+|\border(?= [\p{L}\d_-]+, )|from left to right:?|left to right:?|from top to bottom:?)[: ]\s*([^.;]{3,160})/giu,
    ),
  ]
  return found.map((match) => match[1] ?? '')
}

/** Where a name stands as a word of its own in a text; -1 where it does not. */
export function wordAt(text: string, name: string): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]]
    if (!/[\p{L}\d]/u.test(before) && !/[\p{L}\d]/u.test(after)) return at
  }
  return -1
}
