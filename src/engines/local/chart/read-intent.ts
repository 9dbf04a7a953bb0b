import { COLOR_WORDS, colorOf } from './colors'
import { annotationsOf, logOf, referencesOf, titlesOf, unitsSaid } from './said-axes'
import { fieldsSaid } from './said-fields'
import { limitsOf } from './said-limits'
import { pointsSaid, valuesSaid } from './said-values'
import { markOf, type Wish } from './wish'

export const QUOTED = `"([^"]{1,200})"|“([^”]{1,200})”|'([^']{1,200})'(?!\\w)`

const COLOR = `(?:#[0-9a-f]{6}|#[0-9a-f]{3}|${COLOR_WORDS.join('|')})`

/** Reads what an intent in words asks for. Never throws: words that say nothing known change nothing. */
export function readIntent(intent: string): Wish {
  const text = intent.slice(0, 20_000).replace(/\s+/g, ' ').trim()
  const mark = markOf(text)
  const wish: Wish = {
    titles: titlesOf(text),
    log: logOf(text),
    limits: limitsOf(text),
    references: referencesOf(text),
    annotations: annotationsOf(text),
    ...colorsOf(text),
    said: fieldsSaid(text),
    values: valuesSaid(text),
    points: /\bmarkers?\b|\bwith points\b|\bpoints on (?:the )?lines?\b|\bdots on\b/i.test(text),
    raw: pointsSaid(text),
    stars: /\bsignifican(?:ce|t)\b|\bstars?\b|\basterisks?\b|\bp[\s-]?values?\b/i.test(text),
    curve:
      /\b(?:density|kde|smooth(?:ed)?|normal|fitted) (?:curve|line|overlay)\b|\bwith (?:a )?(?:kde|density)\b/i.test(
        text,
      ),
    ...(mark ? { mark } : {}),
    ...formOf(text),
    ...optional('share', shareOf(text)),
    ...optional(
      'bins',
      numberAfter(
        text,
        /\b(\d{1,9}) (?:equal(?:-width)? )?bins\b|\bbins?(?: ?= ?|: ?| of )(\d{1,9})/i,
      ),
    ),
    ...optional(
      'top',
      numberAfter(
        text,
        /\btop (\d{1,3})\b(?! ?(?:accuracy|error|acc\b|recall|hit))|\b(?:the )?(\d{1,3}) (?:largest|highest|biggest)\b/i,
      ),
    ),
    ...optional('place', placeOf(text)),
    ...optional('sort', sortOf(text)),
    units: unitsSaid(text),
  }
  if (/\b(?:vs\.?|versus|against|as a function of|relationship)(?![\w.])/i.test(text))
    wish.versus = true
  if (/\bas a function of\b|\bdepend(?:s|ing|ence|ency)? (?:of|on)\b/i.test(text))
    wish.depends = true
  if (
    /(?<![\w])r(?:²|\^2|2\b|[\s-]squared)|\bcoefficient of determination\b|\b(?:fit|regression) equation\b|\bequation of the\b|\bpearson\b|\bcorrelation coefficient\b/i.test(
      text,
    )
  )
    wish.fitFigures = true
  if (wish.fitFigures && wish.mark?.mark === 'point') wish.regression ??= 'linear'
  if (/\b(?:no|without(?: a)?|hide(?: the)?|remove(?: the)?) grid(?:lines)?\b/i.test(text))
    wish.grid = false
  else if (/\b(?:with|show|light|add)(?: a)?(?: light)? grid(?:lines)?\b/i.test(text))
    wish.grid = true
  if (
    /\b(?:mark|annotate|label|highlight|show) (?:the )?(?:maximum|max|peak|highest point)\b/i.test(
      text,
    )
  )
    wish.extreme = 'max'
  else if (
    /\b(?:mark|annotate|label|highlight|show) (?:the )?(?:minimum|min|lowest point)\b/i.test(text)
  )
    wish.extreme = 'min'
  return wish
}

export function optional<K extends string, V>(
  name: K,
  value: V | undefined,
): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, V>)
}

export const firstOf = (match: RegExpExecArray | null): string | undefined =>
  match
    ?.slice(1)
    .find((each) => each !== undefined)
    ?.trim()

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = firstOf(pattern.exec(text))
  return found === undefined ? undefined : Number(found)
}

function formOf(text: string): Partial<Wish> {
  const found: Partial<Wish> = {}
  if (
    /\bhorizontal(?:ly)?\b(?! (?:[a-z-]+ ){0,2}(?:lines?|axis|threshold|reference|guide))|\bsideways\b|\bbarh\b|\blying (?:bars?|boxes|columns?)\b/i.test(
      text,
    )
  )
    found.horizontal = true
  if (/\bvertical (?:bars?|columns?|boxes)\b|\bcolumn chart\b/i.test(text)) found.horizontal = false
  if (/\b(?:not|un|non|without)[\s-]?stack(?:ed|ing)\b/i.test(text)) found.stack = 'none'
  else if (
    /\b(?:normali[sz]ed|100 ?%|percent(?:age)?|proportional|relative|fractional)[\s-]+stack|\bstack(?:ed)? (?:to|at) 100|\b(?:normali[sz]ed|relative)\b.*\b(?:bars?|stack|area|histogram)\b|\bshare of (?:the )?total\b/i.test(
      text,
    )
  )
    found.stack = 'normalize'
  else if (/\bstack(?:ed|s|ing)?\b(?! overflow)/i.test(text)) found.stack = 'stack'
  else if (
    /\bgrouped\b(?! by)|\bclustered\b|\bside[\s-]by[\s-]side\b|\boverlaid\b|\boverlapping\b/i.test(
      text,
    )
  )
    found.stack = 'none'
  if (/\bband\b|\bshaded\b|\bribbon\b/i.test(text)) found.interval = 'band'
  else if (/\berror ?bars?\b|\bwhiskers?\b|\bmean\s*(?:±|\+\/-|\+-)/i.test(text))
    found.interval = 'bars'
  else if (/\b(?:confidence|uncertainty|credible)(?: intervals?)?\b|\b95 ?% ?ci\b/i.test(text))
    found.interval = 'band'
  if (/\b(?:no|without) (?:error ?bars?|band|whiskers|intervals?)\b/i.test(text))
    found.interval = 'none'
  if (/\bstandard error|\bs\.?e\.?m\.?\b|\bsem\b/i.test(text)) found.spread = 'se'
  else if (/\bstandard deviation|\bs\.?d\.?\b|\bstd\b/i.test(text)) found.spread = 'sd'
  else if (/\bconfidence\b|\b95 ?%|\bci\b/i.test(text)) found.spread = 'ci95'
  else if (/\bmin(?:imum)?[\s-](?:and|to|\/)[\s-]?max(?:imum)?\b|\bfull range\b/i.test(text))
    found.spread = 'range'
  if (/\bmedians?\b/i.test(text) && !/\bbox|violin/i.test(text)) found.aggregate = 'median'
  else if (/\b(?:mean|average)s?\b/i.test(text)) found.aggregate = 'mean'
  else if (/\b(?:total|sum)(?:s|med)?\b/i.test(text)) found.aggregate = 'sum'
  else if (
    /\bcount(?:ing)? (?:of )?(?:the )?(?:rows|records|occurrences|entries|samples)\b|\bnumber of (?:rows|records|occurrences|samples|entries|items)\b|\bhow many\b|\bcount per\b/i.test(
      text,
    )
  )
    found.aggregate = 'count'
  const fit =
    /\b(linear|log(?:arithmic)?|exponential|quadratic|polynomial|loess|lowess)\b[^.,;]{0,24}\b(?:regression|fit|trend|smooth)|\b(regression|trend ?line|line of best fit|best[\s-]fit|fitted line|linear fit|lowess|loess)\b/i.exec(
      text,
    )
  if (fit) found.regression = methodOf(fit[0])
  if (/\baverage precision\b|\bm?AP\b/.test(text)) found.area = 'ap'
  else if (/\b(?:pr-?)?auc\b|\bauprc\b|\barea under\b/i.test(text)) found.area = 'auc'
  return found
}

/** "row-normalised", "normalise each column", "as shares of the true class". */
function shareOf(text: string): Wish['share'] {
  const over = (sides: string) =>
    new RegExp(
      `\\b(?:${sides})s?[\\s-](?:wise[\\s-])?(?:normali[sz]|percent|fraction|share|proportion)|\\b(?:${sides})s? (?:should |must |that )?(?:sums?|adds?) (?:up )?to (?:1|one)|\\bnormali[sz]\\w*(?: (?:by|per|over|across|along|within|for|to|each|every|the|all|its))* (?:${sides})|\\b(?:fractions?|shares?|proportions?|percent(?:age)?s?|%) (?:of|within|per) (?:(?:the|its|each|every) )*(?:${sides})`,
      'i',
    ).test(text)
  const sides = [
    ['row', 'row|true(?! (?:positive|negative))|actual'],
    ['column', 'column|predicted|prediction'],
    ['all', 'total|whole|sum|grand total|all'],
  ] as const
  const of = sides.find(([, words]) => over(words))?.[0]
  const normalised = /\bnormali[sz]|\b(?:sums?|adds?) (?:up )?to (?:1|one)/i.test(text)
  if (of === undefined && !normalised) return undefined
  const percent = /\bpercent(?:age)?s?\b|%/i.test(text)
  return { ...optional('of', of), percent, normalised }
}

function methodOf(words: string): NonNullable<Wish['regression']> {
  if (/exponential/i.test(words)) return 'exp'
  if (/quadratic|polynomial/i.test(words)) return 'quad'
  if (/loess|lowess/i.test(words)) return 'loess'
  return /\blog/i.test(words) ? 'log' : 'linear'
}

const PALETTES =
  /\b(viridis|cividis|magma|inferno|plasma|okabe[\s-]?ito|colou?r[\s-]?blind(?:[\s-](?:safe|friendly))?|tableau(?:[\s-]?10)?|tab10|category[\s-]?10|set1|set2|dark2|pastel|tol|blues|greens|reds|oranges|purples|gr[ae]ys|gr[ae]y[\s-]?scale|rdbu(?:_r)?|brbg|prgn|coolwarm|ylgnbu|diverging)\b/i

const REST = String.raw`\b(?:(?:(?:all|the) )*others?|(?:all )?(?:the )?(?:rest|remainder)|(?:the |all )*(?:other|remaining)(?: [\p{L}\d]+){1,2}?|everything else|every other [\p{L}]+)`

/** What all have that are not named: "the rest in grey", "grey for the others". */
function restColorOf(text: string): string | undefined {
  const found =
    new RegExp(
      `${REST} (?:(?:is|are|be|should be|shown|drawn|kept|left|stays?|in|as|a|coloured|colored)\\s+)*(${COLOR})\\b`,
      'iu',
    ).exec(text)?.[1] ?? new RegExp(`(${COLOR}) for (?:all )?${REST}`, 'iu').exec(text)?.[1]
  return found === undefined ? undefined : colorOf(found)
}

/** Words that stand for all that have no colour of their own. */
export const isRest = (name: string) => new RegExp(`^${REST}$`, 'iu').test(name)

function colorsOf(text: string): Pick<Wish, 'colors' | 'highlight'> & Partial<Wish> {
  const palette = PALETTES.exec(text)?.[1]?.toLowerCase().replace(/\s+/g, '-')
  const colors: Wish['colors'] = []
  const name = String.raw`(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}\d][\p{L}\d_+.-]*(?: [\p{L}\d_+.-]+)?))`
  for (const pattern of [
    new RegExp(
      `${name} (?:(?:is|are|be|shown|drawn|coloured|colored|painted|should be|in|as|=|:)\\s*)*(${COLOR})\\b`,
      'giu',
    ),
    new RegExp(`(${COLOR}) for (?:the )?${name}`, 'giu'),
  ]) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.slice(1)
      const color = groups
        .map((each) => (each ? colorOf(each) : undefined))
        .find((each) => each !== undefined)
      const said = groups.find((each) => each !== undefined && colorOf(each) === undefined)
      if (!color || !said) continue
      // "A and B in red" is said of both.
      const before = /^and /i.test(said)
        ? /([\p{L}\d][\p{L}\d_+.-]*)\s*$/u.exec(text.slice(0, match.index))?.[1]
        : undefined
      if (before !== undefined && colorOf(before) === undefined)
        colors.push({ name: before, color })
      colors.push({
        name: said.replace(/^(?:the|make|and|with|draw|colou?r|show|paint) /i, ''),
        color,
      })
    }
  }
  const general =
    new RegExp(
      `\\b(?:in|use|using|with|all|coloured|colored|color|colour)[:=]? (${COLOR})(?: (?:bars?|lines?|points?|colou?r|dots?|boxes|fill|markers?))?(?=[ ,.;]|$)(?! for)`,
      'i',
    ).exec(text)?.[1] ??
    new RegExp(`\\b(${COLOR}) (?:bars?|lines?|points?|dots?|boxes|markers?|columns)\\b`, 'i').exec(
      text,
    )?.[1] ??
    new RegExp(`, ?(${COLOR})(?=[,.;]|$)`, 'i').exec(text)?.[1]
  const lit = [
    ...text.matchAll(
      /\b(?:highlight(?:ing|ed)?|emphasi[sz](?:e|ing)|accent(?:uate)?|stand out:?)(?: the)?(?: bar| line| series| model| method| point)?(?: (?:for|of|called|named))? (?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}\d][\p{L}\d_+.-]*(?: [\p{L}\d_+.-]+){0,2}))/giu,
    ),
  ].map((match) => firstOf(match as RegExpExecArray) ?? '')
  const passive = [
    ...text.matchAll(
      /(?:"([^"]{1,60})"|'([^']{1,60})'|([\p{L}\d][\p{L}\d_+.-]*)) (?:is |are |being |should be |to be )?(?:highlighted|emphasi[sz]ed|accented|singled out)\b/giu,
    ),
  ].map((match) => firstOf(match as RegExpExecArray) ?? '')
  const litColor = new RegExp(`\\bhighlight[^.;]{0,60}\\b(?:in|with) (${COLOR})\\b`, 'i').exec(
    text,
  )?.[1]
  return {
    colors,
    highlight: [...lit, ...passive].filter(
      (each) => each !== '' && !/^(?:maximum|max|peak|minimum|min|the|differences?)$/i.test(each),
    ),
    ...optional('highlightColor', litColor ? colorOf(litColor) : undefined),
    ...optional('restColor', restColorOf(text)),
    ...optional(
      'palette',
      palette === undefined
        ? undefined
        : /colou?r/.test(palette)
          ? 'colorblind'
          : palette === 'diverging'
            ? 'rdbu'
            : palette,
    ),
    ...optional('color', general ? colorOf(general) : undefined),
  }
}

function placeOf(text: string): Wish['place'] {
  // Names at the lines stand in place of a legend, so both may be said.
  if (
    /\b(?<!\b(?:no|without) )direct(?:ly)? label|\blabel(?:s|led|ed)? (?:(?:all |each |every |the |both )+)?(?:lines?|series|curves?|areas?) directly\b|\b(?:labels?|names?) (?:at|on) (?:the )?(?:right )?(?:ends?\b|line ends)/i.test(
      text,
    )
  )
    return 'direct'
  if (
    /\b(?:no|without(?: an?y?)?|hide(?: the)?|remove(?: the)?|omit(?: the)?|drop(?: the)?) legend\b/i.test(
      text,
    )
  )
    return 'none'
  const match =
    /\blegend (?:\w+ ){0,3}?(?:at|on|to|in|outside|inside|above|below|placed|along|under)?(?: (?:at|on|to|in|the|placed))*\s?(bottom|top|right|left|inside|outside|above|below|underneath)/i.exec(
      text,
    ) ?? /\b(top|bottom|right|left)[\s-](?:hand )?legend\b/i.exec(text)
  const side = match?.[1]?.toLowerCase()
  if (side === undefined) return undefined
  if (side === 'above') return 'top'
  if (side === 'below' || side === 'underneath') return 'bottom'
  if (side === 'outside') return 'right'
  return side as Wish['place']
}

function sortOf(text: string): Wish['sort'] {
  if (
    /\b(?:sort|order|rank)(?:ed|ing)?\b[^.;]{0,40}\b(?:alphabetical|by name|a[\s-]?z)\b|\balphabetical(?:ly)?\b/i.test(
      text,
    )
  )
    return 'name'
  if (
    /\b(?:original|given|data|input) order\b|\b(?:do not|don't|unsorted|without) sort/i.test(text)
  )
    return 'data'
  const sorted =
    /\b(?:sort|order|rank|arrang)(?:ed|ing|e)?\b|\b(?:ascending|descending)\b|\bfrom (?:largest|highest|smallest|lowest)\b|\b(?:largest|highest|biggest|smallest|lowest) (?:first|to)\b/i.test(
      text,
    )
  if (!sorted) return undefined
  return /\bascending\b|\b(?:from |)(?:lowest|smallest) (?:to|first)\b|\bincreasing\b/i.test(text)
    ? 'value'
    : 'value-descending'
}
