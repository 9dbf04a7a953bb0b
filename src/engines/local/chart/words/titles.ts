import type { Claims } from './claims'
import type { Wish } from './wish'

type Role = keyof Wish['titles']

const LABELLING =
  '(?:labell?ed|titled|called|named|entitled|headed|marked|reads?|reading|says?|saying)'

const NAMED = '(?:title|label|heading|caption|header|headline|text|name|inscription)s?'

/** What a title may stand on, the more special first; axes are called as `inOneWord` calls them. */
const BEARERS: readonly [Role, string][] = [
  ['argument', String.raw`(?:category|categorical|group|name|label)s?[\s-]ax[ie]s`],
  [
    'value',
    String.raw`(?:value|measure(?:ment)?|amount|count|quantity|numeric(?:al)?|number)s?[\s-]ax[ie]s`,
  ],
  [
    'x',
    String.raw`x[\s-]?ax[ie]s|x(?=\s?[:=]|\s?$)|x[\s-]?(?=label|title|text|name|called|titled|is\b|as\b|reads?\b)`,
  ],
  [
    'y',
    String.raw`y[\s-]?ax[ie]s|y(?=\s?[:=]|\s?$)|y[\s-]?(?=label|title|text|name|called|titled|is\b|as\b|reads?\b)`,
  ],
  ['legend', String.raw`legend|colou?r[\s-]?(?:bar|scale|key|ramp|legend)`],
  ['value', 'ax[ie]s'],
]

const bearerIn = (text: string): Role | undefined => {
  let [found, last] = [undefined as Role | undefined, -1]
  for (const [role, words] of BEARERS)
    for (const { index } of text.matchAll(new RegExp(`\\b(?:${words})`, 'gi'))) {
      // "The y axis" is also some axis; the more special word stands first in the list.
      const within = role === 'value' && last >= 0 && index - last <= 14 && index > last
      if (index > last && !within) [found, last] = [role, index]
    }
  return found
}

const CHART = '(?:chart|plot|figure|graph|diagram|picture|image|it|all|everything|whole thing)'

interface Quote {
  words: string
  at: number
  end: number
}

/** Words before a quote that may say what it is, and those behind it. */
function aroundOf(text: string, quotes: readonly Quote[], i: number) {
  const [quote, previous, next] = [quotes[i], quotes[i - 1], quotes[i + 1]]
  const from = Math.max(previous?.end ?? 0, (quote?.at ?? 0) - 120)
  const before =
    text
      .slice(from, quote?.at)
      .split(/[;.?!]\s/)
      .at(-1) ?? ''
  const after = text.slice(quote?.end, Math.min(next?.at ?? text.length, (quote?.end ?? 0) + 60))
  return { before, after: after.split(/[;.?!,](?:\s|$)/)[0] ?? '' }
}

/** What a quote is by the words around it; undefined for names, notes and whatever else is quoted. */
function roleOf(before: string, after: string): Role | undefined {
  const clause = before.split(/,/).at(-1) ?? ''
  const part = clause.split(/\b(?:and|with|plus|but|und|mit|et|avec)\b(?!.*\b(?:and|with)\b)/i)
  const near = part.at(-1) ?? ''
  const behind = bearerBehind(after)
  if (behind && !/\b(?:line|threshold|note|annotat\w+|remark|comment)\b/i.test(near)) return behind
  if (isNote(near)) return undefined
  // "The y axis runs from 0 to 5 and carries the title ..." and "y axis: log, title ..." speak of the axis still.
  const goesOn =
    /^\s*(?:(?:it|should|shall|must|will|is to|which) )*(?:carr(?:y|ies)|bears?|ha(?:s|ve)|gets?|be|is|takes?|uses?)\b/i.test(
      near,
    )
  const subject =
    /^\s*(?:the |an? )?((?:x|y|value|category)[\s-]axis)\b(?!.*\b(?:chart|plot|figure|main) (?:title|heading))/i.exec(
      before,
    )?.[1]
  if ((goesOn || /^\s*title\b/i.test(near)) && subject) return bearerIn(subject)
  const own = bearerIn(near)
  if (own && isLabel(near)) return own
  const title = new RegExp(
    `\\b(?:title|titled|entitled|headed|heading|headline|header|caption(?:ed)?)\\b[^,]{0,30}$|\\b${CHART} (?:is |be |should be )?(?:called|named|labell?ed)[:=]? ?$`,
    'i',
  ).test(near)
  const verb = new RegExp(`\\b${LABELLING}(?: as)?[:=]? ?$`, 'i').test(near)
  const noun = /\b(?:titles?|heading|headline|header|captions?)\b/i.test(near)
  // "y axis from 0 to 5, labelled ..." speaks of the axis still.
  const earlier =
    verb && !/\b(?:headed|entitled|captioned)\b/i.test(near) ? bearerIn(before) : undefined
  if (
    earlier &&
    (!noun || isLabel(before)) &&
    !new RegExp(`\\b${CHART}\\s+\\S*\\s*$`, 'i').test(near)
  )
    return /,/.test(before) && title ? 'main' : earlier
  if (title) return 'main'
  return undefined
}

const isNote = (text: string) =>
  /\b(?:annotat\w+|note|remark|comment|callout|line|reference|threshold|cut-?off|target|baseline|limit)\b[^"]{0,40}$/i.test(
    text,
  ) &&
  !new RegExp(`\\b(?:${BEARERS.map(([, words]) => words).join('|')})[^"]{0,12}$`, 'i').test(text)

/** A bearer and nothing between it and the quote but what labels it, or at least a word that labels. */
const isLabel = (text: string): boolean =>
  new RegExp(
    `(?:^|\\b)(?:${BEARERS.map(([, words]) => words).join('|')})(?:['’]s)?(?:[\\s:=–-]|\\b(?:${NAMED}|${LABELLING}|is|as|be|should|must|to|the|a|with|of|for|on|in|that|which|it|gets|carry|carries|has|have|goes|along)\\b)*$`,
    'i',
  ).test(text) ||
  new RegExp(`\\b(?:${LABELLING}|${NAMED})(?: as| is| should be| to be)?[:=]? ?$`, 'i').test(text)

function bearerBehind(after: string): Role | undefined {
  const place =
    /^\s*(?:(?:should|must|will|to) )?(?:go(?:es)? |stands? |written |put |placed )?(?:on|for|as|along|at|under|below|beside|up|next to|across)\s+(?:the\s+)?(.*)$/i.exec(
      after,
    )?.[1]
  if (/^\s*(?:horizontally|along the bottom|underneath)\b/i.test(after)) return 'x'
  if (/^\s*(?:vertically|up the side)\b/i.test(after)) return 'y'
  const bracket = /^\s*\(\s*(?:on |for )?(?:the )?([xy])(?: axis)?\s*\)/i.exec(after)?.[1]
  if (bracket) return bracket.toLowerCase() as Role
  const [role] =
    BEARERS.find(([, words]) => new RegExp(`^(?:${words})`, 'i').test(place ?? '')) ?? []
  if (role) return role
  return new RegExp(
    `^\\s*(?:as|for) (?:the |a |its )?(?:(?:main|chart|plot|figure|overall) )?(?:title|heading|headline|caption|header)\\b|^\\s*(?:over|above|atop|on top of|at the top of|across the top of|on|at the top)(?: the)?(?: whole)?(?: ${CHART}\\b|$)`,
    'i',
  ).test(after) && place !== ''
    ? 'main'
    : undefined
}

/** "axes "A" and "B"": two quotes behind words that speak of both axes. */
function pairOf(text: string, quotes: readonly Quote[], i: number): boolean {
  const [one, two] = [quotes[i], quotes[i + 1]]
  if (!one || !two) return false
  const between = text.slice(one.end, two.at)
  if (
    !/^\s*(?:\(\s*[xy][^)]*\)\s*|horizontal(?:ly)?|vertical(?:ly)?|across|below)?\s*(?:,|\/|;|and|&|\+|und|et|y|,? ?then|by|vs\.?|against|on|\||x)*\s*(?:and )?(?:\([xy]\) ?)?$/i.test(
      between,
    )
  )
    return false
  const lead =
    text
      .slice(Math.max(0, one.at - 60), one.at)
      .split(/[;.?!"]/)
      .at(-1) ?? ''
  return /\b(?:axes|(?:axis|axes) ?(?:titles|labels|names|captions|texts)|both axis|x (?:and|&|\/) y)\b[^"]*$/i.test(
    lead,
  )
}

/** The titles that stand in quotes, which leave the text; the word that they stand on stays. */
export function quotedTitles(said: Claims): Wish['titles'] {
  const found: Wish['titles'] = {}
  const quotes: Quote[] = [...said.text.matchAll(/"([^"]{1,300})"/g)].map((match) => ({
    words: (match[1] ?? '').trim(),
    at: match.index,
    end: match.index + match[0].length,
  }))
  const claimed: { role: Role; quote: Quote }[] = []
  const claim = (role: Role, quote: Quote | undefined) => {
    if (!quote || found[role] !== undefined) return
    found[role] = quote.words
    claimed.push({ role, quote })
  }
  for (let i = 0; i < quotes.length; i++) {
    const { before, after } = aroundOf(said.text, quotes, i)
    if (pairOf(said.text, quotes, i)) {
      const turned = /^\s*\(\s*y/i.test(after)
      claim(turned ? 'y' : 'x', quotes[i])
      claim(turned ? 'x' : 'y', quotes[i + 1])
      i++
      continue
    }
    const role = roleOf(before, after)
    if (role) claim(role, quotes[i])
  }
  let text = said.text
  for (const { role, quote } of claimed.reverse()) {
    const { at, end } = quote
    const near = Math.max(0, at - AROUND)
    const lead = text
      .slice(near, at)
      .replace(
        new RegExp(
          `(?:[\\s,]|\\b(?:with|and|a|the|its|is|are|be|should|put|write|plus|(?:main|chart|plot|figure) (?=title)|${NAMED}|${LABELLING}|as|of|to)\\b|[:=])*$`,
          'i',
        ),
        ' ',
      )
    const tail = text
      .slice(end)
      .replace(/^\s*(?:horizontally|vertically)\b/i, '')
      .replace(
        new RegExp(
          `^\\s*(?:over|above|atop|on top of|at the top of|as|for) (?:the |a |its )*(?:(?:main|overall) )?(?:${CHART}|${NAMED})\\b`,
          'i',
        ),
        '',
      )
    text = `${text.slice(0, near)}${lead}${role === 'main' ? '; ' : ''}${tail}`
  }
  said.text = text
  return found
}

/** How far before a title the words stand that only introduce it. */
const AROUND = 120

const AXIS_BEARER = String.raw`(?:x|y|value|category)[\s-]axis|\b[xy](?=-?\s?(?:label|title)|\s?[:=])`

const ENDS = String.raw`(?=\s*(?:[,;.](?:\s|$)|$|\b(?:and|with) (?:the |an? )?(?:[xy]\b|legend|title|log|sort|horizontal|colou?r|dashed|error)|\blegend\b))`

/** What is printed as it stands begins with a capital or follows a colon; "y log" and "x from 0 to 5" say other things. */
const NO_TITLE =
  /^(?:log|linear|from|between|start|begin|limit|range|in\b|on\b|should|to\b|at\b|is\b|[xy]\b|none|no\b|off\b|hidden|\d|[-–—(])/i

/** "The first number is the mass in g, the second the length in cm" names what came without names. */
export function placesNamed(text: string): Wish['titles'] {
  const thing = String.raw`(?:the |a )?([\p{L}][\p{L} -]{1,40}?)(?: (?:in|\() ?([^\s,;.()]{1,12})\)?)?`
  const match = new RegExp(
    `\\bfirst(?: (?:number|value|column|entry|element|one|of each pair))? (?:is|=|gives?|being|are|stands for) ${thing}(?:,| and|, and) (?:the )?(?:second|other|last)(?: (?:number|value|column|entry|element|one))?(?: (?:is|=|gives?|being|are|stands for))? ${thing}(?=[,.;]|$)`,
    'iu',
  ).exec(text)
  if (!match) return {}
  const title = (words = '', unit?: string) => {
    const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`
    return unit === undefined ? name : `${name} (${unit})`
  }
  return { x: title(match[1], match[2]), y: title(match[3], match[4]) }
}

/** Titles without quotes: "y axis label: Dose (mSv)", "titled Growth of two cultures". `names` are those of the columns. */
export function plainTitles(said: Claims, names: readonly string[]): Wish['titles'] {
  const found: Wish['titles'] = {}
  const isColumn = (words: string) => names.some((name) => name === words)
  const accept = (role: Role, match: RegExpExecArray, words: string | undefined, loud: boolean) => {
    const title = words?.trim() ?? ''
    const capital = /^\p{Lu}/u.test(title) || /\([^)]+\)$/.test(title)
    if (title === '' || NO_TITLE.test(title) || isColumn(title) || found[role]) return undefined
    if (!capital && !loud) return undefined
    found[role] = title
    return (/^[^:="]*?(?:x|y|value|category)[\s-]axis/i.exec(match[0])?.[0] ?? '').replace(
      /^.*\b(?=(?:x|y|value|category)[\s-]axis)/i,
      '',
    )
  }
  const axis = new RegExp(
    `\\b(?:(?:${NAMED})\\s+(?:of|for|on|along)\\s+(?:the\\s+)?|(?:call|name|label|title|caption)\\s+(?:the\\s+)?)?(${AXIS_BEARER})(?:['’]s)?-?((?:\\s+(?:${NAMED}|${LABELLING}|is|should|must|be|to|as)\\b)*)\\s*([:=]?)\\s*([\\p{L}%][^,;"]{0,70}?(?:\\([^)]{1,24}\\))?)${ENDS}`,
    'iu',
  )
  const role = (words: string): Role =>
    /^x/i.test(words) ? 'x' : /^y/i.test(words) ? 'y' : /^v/i.test(words) ? 'value' : 'argument'
  said.take(axis, (match) => {
    const [all, bearer = '', cue = '', sign, words] = match
    const named = new RegExp(
      `\\b(?:${NAMED}|${LABELLING}|call|name|label|title|caption)\\b`,
      'i',
    ).test(`${cue} ${all.slice(0, all.indexOf(bearer))}`)
    if (!named && sign === '' && !/^\p{Lu}.*\([^()]+\)$/u.test(words?.trim() ?? ''))
      return undefined
    return accept(
      role(bearer),
      match,
      words,
      named && (sign !== '' || /call|nam|label|titl|read|say/i.test(cue)),
    )
  })
  said.take(
    /\b(?:(?:with|give it|having|under) (?:the |a )?|(?:(?:main|chart|plot|figure|overall) ))?(?<!axis )(?:titled|entitled|headed|title|heading|headline|(?:call|name|head) (?=it\b|this\b|the (?:chart|plot|figure|graph)\b))(?: ?(?:it|this|the (?:chart|plot|figure|graph)))?(?: is| should be| reads| as)?(?:\s*([:=])\s*|\s+)([\p{L}\d][^;"]{2,100}?)(?=\s*(?:[;.](?:\s|$)|$|,|\bwith\b|\band (?:the |an? |with |[xy]\b)))/iu,
    (match) => accept('main', match, match[2], match[1] !== undefined),
  )
  return found
}
