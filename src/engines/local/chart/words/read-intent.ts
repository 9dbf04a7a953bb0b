import { notesOf } from './annotations'
import { logOf, referencesOf, unitsIn } from './axes'
import { Claims, MOST_SAID } from './claims'
import { colorOf } from './color-names'
import { COLOR, signsIn } from './colors'
import { encodingsIn } from './encodings'
import { fieldsIn } from './fields'
import { limitsOf } from './limits'
import { firstOf, optional } from './matches'
import { judgedIn, listedIn, sortOf } from './order'
import { significanceIn } from './significance'
import { COUNTS } from './synonyms'
import { placesNamed, plainTitles, quotedTitles } from './titles'
import { wantsPoints, wantsValueLabels } from './value-labels'
import { markOf, UNWANTED, type Wish } from './wish'

/**
 * Reads what an intent in words asks for; `names` are those of the columns, `known` all names of the data in small
 * letters: other words in quotes are text for the figure and ask for nothing. Never throws: words that say nothing known
 * change nothing.
 */
export function readIntent(
  intent: string,
  names: readonly string[] = [],
  known: ReadonlySet<string> = new Set(names.map((name) => name.toLowerCase())),
): Wish {
  const said = new Claims(intent.slice(0, MOST_SAID).replace(/\s+/g, ' ').trim())
  const quoted = quotedTitles(said)
  const titles = { ...placesNamed(said.text), ...plainTitles(said, names), ...quoted }
  const compared = significanceIn(said)
  const noted = said.text
  const text = withoutTexts(noted, known)
  const mark = markOf(text, names)
  const references = referencesOf(said)
  const fields = withoutTexts(said.text, known)
  const signs = signsIn(fields)
  const wish: Wish = {
    words: text,
    titles,
    log: logOf(text),
    limits: limitsOf(text),
    references,
    annotations: notesOf(
      noted,
      references.flatMap((each) => each.text ?? []),
    ),
    ...colorsOf(signs.text),
    ...optional('signs', signs.of),
    said: { ...comparedIn(titles.main), ...fieldsIn(fields), ...encodingsIn(fields, names) },
    values: wantsValueLabels(text),
    points: /\bmarkers?\b|\bwith points\b|\bpoints on (?:the )?lines?\b|\bdots on\b/i.test(text),
    raw: wantsPoints(text),
    stars: /\bsignifican(?:ce|t)\b|\bstars?\b|\basterisks?\b|\bp[\s-]?values?\b/i.test(text),
    compared,
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
        /\b(\d{1,9}|\p{L}{3,8}) (?:equal(?:-width|ly wide)? )?(?:bins|classes|buckets|intervals(?= of equal))\b|\bbins?(?: ?= ?|: ?| of )(\d{1,9})/iu,
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
    ...(judgedIn(text) ? { judged: true } : {}),
    ...optional(
      'sortBy',
      /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arranged?)(?: [\p{L}]+){0,2}? (?:by|on|according to) (?:the |their )?([\p{L}\d_][\p{L}\d_ -]{0,40})/iu.exec(
        text,
      )?.[1],
    ),
    listed: listedIn(text),
    units: unitsIn(text),
  }
  if (
    /\b(?:vs\.?|versus|against|as a function of|relationship)(?![\w.])/i.test(
      `${text} ${Object.keys(comparedIn(titles.main)).length > 0 ? titles.main : ''}`,
    )
  )
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

/** What stands in quotes and is no name of the data leaves the words. */
const withoutTexts = (text: string, known: ReadonlySet<string>) =>
  text.replace(/"([^"]*)"/g, (all, words: string) =>
    known.has(words.trim().toLowerCase()) ? all : '""',
  )

/** A title may tell what is set against what where nothing else does. */
function comparedIn(title: string | undefined): Wish['said'] {
  if (title === undefined || !/\b(?:vs\.?|versus|against|as a function of)(?![\w.])/i.test(title))
    return {}
  const { x, y } = fieldsIn(title)
  return { ...optional('x', x), ...optional('y', y) }
}

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = firstOf(pattern.exec(text))
  const number = Number(COUNTS[found?.toLowerCase() ?? ''] ?? found)
  return Number.isInteger(number) ? number : undefined
}

function formOf(said: string): Partial<Wish> {
  const text = said.replace(UNWANTED, (words) =>
    /stack|horizontal|error|whisker/i.test(words) ? words : ' ; ',
  )
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
    /\b(?:normali[sz]ed|100 ?%|percent(?:age)?|proportional|relative|fractional)[\s-]+(?:\p{L}+ )?stack|\bnormali[sz]ed\b.*\b(?:bars?|stack|area|histogram)\b|\brelative (?:bars?|area|frequency histogram)\b|\bshare of (?:the )?total\b|\b(?:in|as) (?:percent|%|percentages?|shares?|fractions?) of (?:the )?(?:total|whole|sum)\b/iu.test(
      text,
    ) ||
    (/\bstack|\bareas?\b/i.test(text) &&
      /\b(?:to|at|as|of|up to|add(?:ing|s)? to|fill(?:ing|s)?|is|=) 100 ?(?:%|per ?cent\b)|\bnormali[sz]ed?\b|\bas (?:shares|fractions|proportions|percent)|\b(?:fractions|shares|proportions) of (?:the )?(?:total|whole)\b/i.test(
        text,
      ))
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
  else if (/\b(?:mean|average|avg|averaged)s?\b/i.test(text)) found.aggregate = 'mean'
  else if (
    /\b(?:totals?|totall?ed|sums?|summed|summing|altogether)\b|\b(?:add|added|adding) (?:\p{L}+ ){0,4}?(?:up|together)\b|\b(?:add|adding) up\b/iu.test(
      text,
    )
  )
    found.aggregate = 'sum'
  else if (
    /\bcount(?:ing)? (?:of )?(?:the )?(?:rows|records|occurrences|entries|samples)\b|\bnumber of (?:rows|records|occurrences|samples|entries|items)\b|\bhow (?:many|often|frequent(?:ly)?)\b|\bcount per\b|\btally\b|\bfrequency of (?:each|every)\b/i.test(
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

function colorsOf(text: string): Pick<Wish, 'highlight'> & Partial<Wish> {
  const palette = PALETTES.exec(text)?.[1]?.toLowerCase().replace(/\s+/g, '-')
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
    highlight: [...lit, ...passive].filter(
      (each) => each !== '' && !/^(?:maximum|max|peak|minimum|min|the|differences?)$/i.test(each),
    ),
    ...optional('highlightColor', litColor ? colorOf(litColor) : undefined),
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
    /\b(?:no|without(?: an?y?)?|hide(?: the)?|remove(?: the)?|omit(?: the)?|drop(?: the)?|skip(?: the)?|leave (?:out|off)(?: the)?|turn off(?: the)?|do(?:es)? not (?:need|want|show)(?: an?y?| the)?|don['’]?t (?:need|want|show)(?: an?y?| the)?) legends?\b(?! (?:box )?(?:on|at|in|to|inside|outside) the\b)|\blegend(?: is|:)? (?:off|none|not needed|unnecessary|away)\b/i.test(
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
