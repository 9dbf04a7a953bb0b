/** Clauses on titles, axes, legends, colours and sizes: each changes the finished chart. */
import { seriesColors } from '../../../../figure/chart/palette'
import type { Draft } from '../charts/draft'
import {
  axisChannel,
  colourNames,
  fromZero,
  paint,
  scaleOf,
  signColours,
  titleAxis,
  withLegend,
  withTicks,
} from '../charts/edits'
import type { Edit } from './asked'
import { form, numberWritten, type Reader } from './reader'

const AXIS =
  '(?:the )?(x|y|horizontal|vertical|value|category|left|bottom)(?:[- ]?axis|(?= (?:label|title)))'
const BE =
  '(?:should |must |shall )?(?:is|be|reads?|read|being|as|to|carr(?:y|ies)|has|have|says|say)'

/** What stands in quotation marks and where, in the order of the attempts. */
export function titles(reader: Reader): void {
  const axis =
    (which: string, quote: string): Edit =>
    (draft) =>
      titleAxis(draft, which, reader.quote(quote))
  reader.edit(
    form(
      `(?:(log(?:arithmic)?(?:10)?) )?(?:(?:title|label|name|call) )?(?:for |of |on )?${AXIS}(?: ?[,:]| (logarithmic|log(?: scale)?),?)?(?: (?:titled?|labell?ed|labels?|named|called|name))?(?: ${BE})?(?: the)?(?: (?:title|label|name))?\\s*[:=(]? ?<q>`,
    ),
    ([, log, which = '', log2, quote = '']) =>
      (log ?? log2)
        ? (draft) =>
            scaleOf(draft, which, { type: 'log' }) ?? titleAxis(draft, which, reader.quote(quote))
        : axis(which, quote),
  )
  reader.edit(
    form(`<q> (?:written )?(?:on|for|along|as|under|at|\\() ?${AXIS}\\)?`),
    ([, quote = '', which = '']) => axis(which, quote),
  )
  reader.edit(
    form(`(x|y)[- ]?(?:label|title)(?: ${BE})?\\s*[:=]? ?<q>`),
    ([, which = '', quote = '']) => axis(which, quote),
  )
  reader.edit(
    form(
      '(?:with )?ax(?:e|i)s(?: titles| labels)?(?: (?:labelled|labeled|titled|named|read|called))?\\s*:? ?<q> ?(?:\\/|and|,) ?<q>',
    ),
    ([, x = '', y = '']) =>
      (draft) =>
        titleAxis(draft, 'x', reader.quote(x)) ?? titleAxis(draft, 'y', reader.quote(y)),
  )
  reader.edit(
    form(
      `(?:(?:and|label|name|title) )*(?:the )?axis(?: (?:labels?|titles?))?(?: ${BE})? ?:? ?<q>`,
    ),
    ([, quote = '']) => axis('value', quote),
  )
  reader.edit(
    form(
      `(?:colou?r ?(?:bar|key)|legend)(?: (?:title|titled|labell?ed|header|headed|heading|label))?(?: ${BE})?\\s*[:=]? ?<q>`,
    ),
    ([, quote = '']) =>
      (draft) =>
        withLegend(draft, { title: reader.quote(quote) }),
  )
  reader.edit(
    form(
      `(?:(?:and|with|give it|use|put|set|add|chart|plot|figure) )*(?:an? |the |overall |main |chart |plot |figure )*(?:title|titled?|headed|heading|headline|entitled|caption(?:ed)?|title it|call it)(?: (?:it|the (?:chart|plot|figure|graph)))?(?: ${BE})?\\s*[:=]? ?(?:exactly )?<q>`,
    ),
    ([, quote = '']) =>
      (draft) => {
        draft.title = reader.quote(quote)
        return undefined
      },
  )
  reader.edit(
    form('<q> (?:as|for) (?:the |a |its )?(?:chart |plot |main )?title'),
    ([, quote = '']) =>
      (draft) => {
        draft.title = reader.quote(quote)
        return undefined
      },
  )
  const plain = (match: RegExpExecArray, words: string) => {
    const from = match.index + match[0].lastIndexOf(words)
    return reader.tags.raw.slice(from, from + words.length).trim()
  }
  reader.edit(
    form(
      `(?:label )?(?:the )?(x|y|horizontal|vertical)(?:[- ]?axis)?[ -](?:title|label|caption)(?:led|ed|d)?(?: is| should be)?(?: ?[:=]| )([^,.;"“]+)(?=[,.;]|$)`,
    ),
    (match) => {
      const words = plain(match, match[2] ?? '')
      return /^(?:no|off|none|in|on|at|from|rotated|size|as|with|without|to)\b/i.test(words)
        ? false
        : (draft) => titleAxis(draft, match[1] ?? '', words)
    },
  )
  reader.edit(
    form(
      `(?:and |with )?(?<!(?:panel|facet|subplot|strip|row|column|axis|legend|bar|key)s?\\s)(?:(?:chart |plot |figure )?title(?: it|d)?|heading|headed|entitled)(?: (?:should be|is))?(?: ?[:=]| )([^,.;"“]+)(?=[,.;]|$)`,
    ),
    (match) => {
      const words = plain(match, match[1] ?? '')
      return /^(?:no|off|none|in|on|at|from|size|as|with|without|to|the|it|and|for|of|above|below|is)\b/i.test(
        words,
      )
        ? false
        : (draft) => {
            draft.title = words
            return undefined
          }
    },
  )
  const quotes = reader.tags.quotes
  reader.edit(
    form('use (?:exactly )?(?:that|this|it)(?: exactly)? as (?:the |a )?title'),
    () => (draft) => {
      if (quotes.length !== 1) return 'it is not certain which text is the title'
      draft.title = quotes[0] ?? ''
      return undefined
    },
  )
  // The text itself was quoted elsewhere.
  if (
    quotes.length === 1 &&
    reader.asked.edits.some(({ clause }) => /as (?:the |a )?title/.test(clause))
  )
    reader.take(
      form(
        '(?:(?:were|was|is|are) )?(?:(?:given|shown|told|reads?) )?(?:(?:the|a) )?(?:sign|text|phrase|words?|sentence)? ?<q>',
      ),
      () => undefined,
    )
}

/** How dates are written: the reading of the data went by it. */
const DATES =
  '(?:(?:the |its |all )*dates?(?: in the (?:table|data|file))?(?: (?:are|is|in|written|given|read|as|with|the))* )?(?:(?:day|dd?)[\\/.-](?:month|mm?)(?:[\\/.-](?:year|yyyy|yy))?|(?:month|mm?)[\\/-](?:day|dd?)(?:[\\/-](?:year|yyyy|yy))?|(?:day|month) first|day before (?:the )?month)(?: (?:format|order))?'

export function axes(reader: Reader): void {
  reader.take(form(DATES), () => undefined)
  const log =
    (which: string, base: number | undefined, kind = 'log'): Edit =>
    (draft) =>
      scaleOf(
        draft,
        which,
        kind === 'symlog'
          ? { type: 'symlog' }
          : { type: 'log', ...(base && base !== 10 ? { base } : {}) },
      )
  const kind = (word: string) => (/sym/.test(word) ? 'symlog' : 'log')
  const base = (...given: (string | undefined)[]) =>
    given.map((each) => Number(each)).find((each) => each > 1)
  const LOG = '(symlog|log(?:arithmic)?)[- ]?(10|2)?(?: \\(?base[- ](2|10|e)\\)?)?'
  reader.edit(
    form(
      `(?:a |on a |in a )?log[-–\\/ ]log(?: (?:plot|axes|scale|scales|chart))?|both axes (?:on a |are |in )?log(?:arithmic)?(?: scales?)?(?: base (?:2|10))?|(?:on )?log(?:arithmic)? scales? on both axes|both (?:log|logarithmic)(?: axes)?|loglog`,
    ),
    () => (draft) => scaleOf(draft, 'x', { type: 'log' }) ?? scaleOf(draft, 'y', { type: 'log' }),
  )
  reader.edit(
    form('(?:as |in )?(?:an? )?semi-?log(?:arithmic)?(?:-?(x|y))?(?: (?:plot|scale|axes))?'),
    ([, which = 'y']) => log(which, undefined),
  )
  reader.edit(
    form(
      `(?:on |with |and |use )*(?:an? |the )?${LOG}[- ](?:scale (?:on|for) the )?(x|y|value)(?:[- ]?(?:axis|scale))?`,
    ),
    ([, word = '', ten, ground, which = '']) => log(which, base(ten, ground), kind(word)),
  )
  reader.edit(
    form(
      `(?:the |a )?(x|y|value|horizontal|vertical)(?:[- ]?ax[ie]s)? (?:(?:is|on|in|be|should be|as|to|scale|an?) ){0,4}${LOG}(?: (?:axis|scale))?`,
    ),
    ([, which = '', word = '', ten, ground]) => log(which, base(ten, ground), kind(word)),
  )
  reader.edit(
    form(`${LOG}(?: (?:axis|scale))? (?:on|for) (?:the )?(x|y|value)(?:[- ]?axis)?`),
    ([, word = '', ten, ground, which = '']) => log(which, base(ten, ground), kind(word)),
  )
  reader.edit(
    form(
      `(?:on |with |and |use |in |is |are |shown |plotted )*(?:an? |the )?${LOG} (?:(?:<c>|\\p{L}+) )?(?:axis|scale|scaled)`,
    ),
    (match) => {
      const [whole, word = '', ten, ground, column] = match
      const field = column ? reader.field(column)[0] : reader.before(match.index)
      // "a on a log axis against b"
      const upright = /^[\s\uf8fe]*(?:against|over|versus|vs|as a function)/.test(
        reader.whole.slice(match.index + whole.length),
      )
      return (draft) =>
        log(
          typeof field === 'object' && field.role === 'number'
            ? axisChannel(draft, field)
            : upright
              ? 'y'
              : 'value',
          base(ten, ground),
          kind(word),
        )(draft)
    },
  )
  reader.edit(
    form(
      `(?:with |and )?(?:the )?(x|y|both)[- ]?(?:ax[ie]s|range|lim|limits|scale)? (?:(?:is|goes|go|runs?|starts?|begins?|spans?|spanning|covers?|must|at|range|ranging|limits?|from|between|to|should|set|limited|be|of) )*\\(?<n>\\)?<unit>(?:\\s?(?:-|–|(?:and |, )?(?:ends?|stops?|up|goes) (?:at|to)|to|and|,|until)\\s?)<n><unit>`,
    ),
    ([whole, which = '', low = '', high = '']) =>
      // "Y from 0, 2008 marked": the number after the comma is of another wish.
      !/, /.test(whole) || /lim|range|scale|\(/.test(whole)
        ? (draft) => {
            const domain = [numberWritten(low), numberWritten(high)]
            return which === 'both'
              ? (scaleOf(draft, 'x', { domain }) ?? scaleOf(draft, 'y', { domain }))
              : scaleOf(draft, which, { domain })
          }
        : false,
  )
  reader.edit(
    form(`both axes (?:from |between )?<n>\\s?(?:-|–|to|and)\\s?<n>`),
    ([, low = '', high = '']) =>
      (draft) => {
        const domain = [numberWritten(low), numberWritten(high)]
        return scaleOf(draft, 'x', { domain }) ?? scaleOf(draft, 'y', { domain })
      },
  )
  reader.edit(
    form(
      `(?:with |and |let )?(?:the )?(x|y|value|vertical|horizontal)[- ]?ax[ie]s (?:(?:should|must|to|be|is) )*(?:from|start(?:s|ing)?(?: at| from)?|begin(?:s|ning)?(?: at| with)?|at) <n>`,
    ),
    ([, which = '', low = '']) =>
      (draft) =>
        scaleOf(
          draft,
          which,
          numberWritten(low) === 0
            ? { zero: true, domainMin: 0 }
            : { domainMin: numberWritten(low) },
        ),
  )
  reader.edit(
    form(
      "(?:with |and |let )?(?:the )?(x|y|value|vertical|horizontal|both)(?:[- ]?ax[ie]s)? (?:(not|need not|doesn't(?: (?:need|have) to)?|does not(?: (?:need|have) to)?) |(?:should|must|to) )?(?:start(?:s|ing)?|begin(?:s|ning)?)(?: (?:at|from|with))? (?:zero|0)(?! ?(?:to|-|–))",
    ),
    ([, which = '', not]) =>
      (draft) =>
        which === 'both'
          ? (fromZero(draft, 'x', !not) ?? fromZero(draft, 'y', !not))
          : fromZero(draft, which, !not),
  )
  reader.edit(
    form(`start (?:the )?(x|y|value)[- ]?axis (?:at|from) <n>`),
    ([, which = '', low = '']) =>
      (draft) =>
        scaleOf(draft, which, { domainMin: numberWritten(low) }),
  )
  reader.edit(
    form(
      `(?:cut (?:the )?|(?:the )?)(x|y)[- ]?axis (?:(?:at|up to|ends? at|to|until|stops? at) )+<n><unit>`,
    ),
    ([, which = '', high = '']) =>
      (draft) =>
        scaleOf(draft, which, { domainMax: numberWritten(high) }),
  )
  reader.edit(
    form(
      '(?:(?:with|and|put|set|use|place|draw|an?|major) )*(?:(x|y)[- ]?(?:axis )?)?ticks?(?: (?:marks?|labels?|placed|set|are|only))*(?: on the (x|y)[- ]?axis)? (?:(every) |(?:at|of|=|:) )(<n><unit>(?:(?:,? and |, ?| )<n><unit>)*)',
    ),
    (match) => {
      const [whole, one, two, every, list = ''] = match
      const numbers = [...list.matchAll(/[-−]?\d+(?:\.\d+)?/g)].map(([each]) => numberWritten(each))
      const before = reader.tags.raw.slice(0, match.index + whole.length).split(/[.!?;](?=\s)|\n/)
      const axis = [...(before.at(-1) ?? '').matchAll(/\b(x|y)[- ]?axis/gi)].at(-1)?.[1]
      return (draft) =>
        withTicks(draft, (one ?? two ?? axis ?? 'value').toLowerCase(), numbers, !!every)
    },
  )
  reader.edit(
    form(
      '(?:(?:and|with|is|are|should|be) )*(?:reverse|reversed|invert|inverted|flip|flipped)(?: (?:the )?(x|y|both)[- ]?ax[ie]s)?|(?:and )?(?:the )?(x|y|both)[- ]?ax[ie]s (?:is |are )?(?:reversed|inverted|flipped|upside down)|(?:(?:and|with|is|<c>|zero|0|increasing|increases|growing|running|pointing|downwards?) )*(?:downwards?(?! trend)|at the top and increasing downwards?)',
    ),
    (match) => {
      const [whole, one, two] = match
      const said =
        one ??
        two ??
        (/both/.test(reader.whole.slice(0, match.index).split(/[,.;]/).at(-1) ?? '')
          ? 'both'
          : undefined)
      const field = said ? undefined : reader.before(match.index)
      const down = /down/.test(whole)
      return (draft) => {
        const reverse = { reverse: true }
        if (said === 'both') return scaleOf(draft, 'x', reverse) ?? scaleOf(draft, 'y', reverse)
        const which =
          said ?? (typeof field === 'object' ? axisChannel(draft, field) : down ? 'y' : 'no')
        return scaleOf(draft, which, reverse)
      }
    },
  )
  reader.edit(
    form(
      '(?:as a |with )?(?:square(?: (?:aspect|plot|chart|figure|panel))?|equal (?:aspect(?: ratio)?|axes|scales))(?: ratio)?',
    ),
    () => (draft) => {
      draft.around.width = 400
      draft.around.height = 400
      return undefined
    },
  )
}

const CORNERS: Readonly<Record<string, string>> = {
  above: 'top',
  below: 'bottom',
  underneath: 'bottom',
  beneath: 'bottom',
}

export function legends(reader: Reader): void {
  const NAMES =
    '(?:(?:(?:line|series|curve) )?names?|labels?|(?:the )?(?:name|label)s? (?:of )?(?:each|the) (?:line|series|curve)s?|<c>(?: names?| labels?)?)'
  reader.edit(
    form(
      `(?:(?:with|use|using|put|write|print|show|and) )*(?:the )?(?:direct labels?(?: (?:at|on|near) the (?:line )?(?:ends?|right))?|${NAMES} (?:(?:written|shown|printed|placed) )?(?:directly )?(?:at|on|beside|next to|near|along) (?:the )?(?:right )?(?:ends?(?: of (?:each|the|its|their|every) (?:lines?|curves?))?|(?:right )?(?:line|curve)s?(?:[- ]?ends?)?)|label (?:each |the |all |every )?(?:lines?|curves?|series)(?: directly)?(?: at (?:the|its|their) (?:right )?ends?)?)(?: (?:instead of|rather than|in place of|not) (?:a |the )?legend)?`,
    ),
    () => (draft) => withLegend(draft, { direct: true }),
  )
  reader.edit(
    form(
      '(?:(?:put|place|move|show|with|and) )*(?:the |a )?legend (?:(?:should|be|go|goes|is|sits|placed|inside|outside|in|at|on|to|the|of|plot|chart) )*(upper|lower|top|bottom|left|right|above|below|underneath|beneath|inside|outside)(?:[- ](left|right))?(?: (?:corner|side))?(?: (?:of )?(?:the )?(?:plot|chart|figure))?',
    ),
    ([, one = '', two]) =>
      (draft) => {
        const first = { upper: 'top', lower: 'bottom', ...CORNERS }[one] ?? one
        const place =
          first === 'outside'
            ? 'right'
            : first === 'inside'
              ? 'top-right'
              : two
                ? `${first}-${two}`
                : first
        return withLegend(draft, { orient: place })
      },
  )
}

/** Palettes by the names that people know them under. */
const PALETTES =
  'viridis|magma|inferno|plasma|cividis|tab10|tableau(?:10)?|set[12]|dark2|paired|okabe[- ]ito|blues|greens|reds|oranges|purples|greys|rdbu|coolwarm|bluered|colou?r-?blind'

export function colours(reader: Reader): void {
  const { edit } = { edit: reader.edit.bind(reader) }
  const REST =
    '(?:(?:the |all |everything |every(?:one|body) )?(?:the )?(?:rests?|others?|else|remaining(?: ones)?)(?: (?:<c>|countries|lines|bars|ones|groups|points|series|\\p{L}+s(?= (?:in|grey|gray|are|stay|light|pale|<k>))))?)'
  const rest = (draft: Draft, colour: string) => paint(draft, { rest: colour })
  edit(
    form(
      '(?:(?:and|with) )*<k> (?:(?:when|where|if) )?(above|below)(?: (?:zero|0|it))?,? (?:and |but )?<k> (?:(?:when|where|if) )?(?:above|below)(?: (?:zero|0|it))?',
    ),
    ([, one = '', side, other = '']) =>
      (draft) => {
        const [first, second] = [reader.colour(one), reader.colour(other)]
        return side === 'above'
          ? signColours(draft, first, second)
          : signColours(draft, second, first)
      },
  )
  const UP = '(?:positive|increases?|rises?|gains?|ups?)'
  const DOWN = '(?:negative|decreases?|falls?|losses|loss|drops?|downs?)'
  const OF =
    '(?: (?!in |is |are |as )(?:[\\ue000-\\ue1ff]\\uf8ff*|\\p{L}+))?(?: (?:in|are|is|as|being|should be|coloured))* '

  edit(
    form(`(?:(?:and|with) )*(${UP}|${DOWN})${OF}<k>,? (?:and |but )?(?:${UP}|${DOWN})${OF}<k>`),
    ([, first = '', one = '', other = '']) =>
      (draft) => {
        const [before, after] = [reader.colour(one), reader.colour(other)]
        return new RegExp(`^${UP}$`).test(first)
          ? signColours(draft, before, after)
          : signColours(draft, after, before)
      },
  )
  edit(
    form(
      `(?:(?:and|with|leave|leaving|keep|show) )*${REST}(?: (?:in|are|is|be|should be|coloured|kept|all|stay))* <k>`,
    ),
    (match) => (draft) => rest(draft, reader.colour(match.at(-1) ?? '')),
  )
  edit(
    form(`(?:and )?(?:<k> for ${REST}|grey out ${REST})`),
    ([, colour]) =>
      (draft) =>
        rest(draft, colour ? reader.colour(colour) : '#b9bfc6'),
  )
  const named = (signs: string): string[] | undefined => {
    const values = reader.values(signs).map(({ value }) => value)
    const columns = [...signs.matchAll(/[\ue000-\ue1ff]\uf8ff*/gu)].flatMap(([sign]) =>
      reader.field(sign).map(({ name }) => name),
    )
    return values.length + columns.length > 0 ? [...values, ...columns] : undefined
  }
  const ONE = '(?:<v>|<c>)'
  const two = (one: string, other: string): Edit | false => {
    const names = named(one)
    return names
      ? (draft) => paint(draft, { of: names.map((name) => [name, reader.colour(other)]) })
      : false
  }
  edit(
    form(
      `highlight(?:ed|ing)?(?: the| only)* (<v>|<c>)(?: (?:in|with) <k>)?`.replace(
        '(<v>|<c>)',
        '(?:<v>|<c>)',
      ),
    ),
    ([, value, column, colour]) => {
      const names = named(value ?? column ?? '')
      return names
        ? (draft) =>
            paint(draft, {
              of: names.map((name) => [name, colour ? reader.colour(colour) : '#d55e00']),
              rest: '#b9bfc6',
            })
        : false
    },
  )
  edit(
    form(
      `${ONE} (?:(?:is|in|as|stands?|out|be|should|coloured|shown|highlighted|with) )*(?:an? )?(?:strong|contrasting|different|accent|bold|bright|distinct|standout) colou?r`,
    ),
    ([, value, column]) => {
      const names = named(value ?? column ?? '')
      return names
        ? (draft) => paint(draft, { of: names.map((name) => [name, '#d55e00']), rest: '#b9bfc6' })
        : false
    },
  )
  edit(
    form(
      `(?:make |colou?r |paint |draw |with |and )?${ONE}(?: (?:bars?|lines?|points?|curve|slice|dots?))? ?(?:(?:in|is|are|as|be|should be|coloured|to be) |[:=] ?|\\(| )?<k>\\)?`,
    ),
    ([, value, column, colour = '']) => two(value ?? column ?? '', colour),
  )
  edit(form(`(?:use )?<k> (?:for|=) (?:the )?${ONE}`), ([, colour = '', value, column]) =>
    two(value ?? column ?? '', colour),
  )
  edit(form(`<k> ${ONE}`), ([, colour = '', value, column]) => two(value ?? column ?? '', colour))
  edit(
    form(
      '(?:colou?r |make |draw |with |in |as |and )*(?:the |all )?(?:bars?|lines?|points?|dots?|curves?|area|boxes|violins?|histogram|columns|slices|markers?) (?:in |be |are |coloured )*<k>',
    ),
    ([, colour = '']) =>
      (draft) =>
        paint(draft, { all: reader.colour(colour) }),
  )
  edit(
    form(
      '(?:in |with |as |and )*<k> (?=bars?|lines?|points?|dots?|curves?|area|boxes|violins?|histogram|markers?)',
    ),
    ([, colour = '']) =>
      (draft) =>
        paint(draft, { all: reader.colour(colour) }),
  )
  edit(
    form(
      `(?:(?:use|with|in|take|using|and|the|an?) )*(?:safe |friendly )?(${PALETTES})(?:[- ](?:safe|friendly))?(?: (?:palette|colou?rs?|colou?r ?map|colou?r ?scale|scheme|scale))?|(?:a )?safe palette`,
    ),
    ([, name]) =>
      (draft) =>
        paint(draft, {
          palette:
            name?.replace(/colou?r-?blind/, 'colorblind').replace(/[- ]ito/, '-ito') ??
            'colorblind',
        }),
  )
  edit(
    form(
      `(?:(?:use|with|in|and|a|an) )*(?:(?:from )?light to dark|dark to light|shades of|sequential|graded) <k>s?`,
    ),
    ([whole, colour = '']) =>
      (draft) => {
        const tone = reader.colour(colour)
        const count = colourNames(draft).length
        const steps = seriesColors(count, rampFor(tone))
        return paint(draft, { list: /dark to/.test(whole) ? steps.reverse() : steps })
      },
  )
  edit(
    form(
      '(?:(?:use|with|in|and|a|an) )*(?:sequential|single-hue) (?:colou?rs?|palette|colou?r ?map|colou?r ?scale|scheme|ramp)',
    ),
    () => (draft) => (draft.kind === 'heatmap' ? undefined : 'the colours tell series apart'),
  )
  edit(
    form(
      '(?:(?:use|with|in|and|a|an) )*diverging (?:colou?rs?|palette|colou?r ?map|colou?r ?scale|scheme|scale)(?: (?:centred|centered|around|with|the|on|at|midpoint|middle))* <n>(?: and (?:going )?from <n> to <n>)?',
    ),
    ([, middle = '0', low, high]) =>
      (draft) =>
        paint(draft, {
          diverging: numberWritten(middle),
          ...(low && high
            ? { domain: [numberWritten(low), numberWritten(high)] as [number, number] }
            : {}),
        }),
  )
  edit(
    form(
      '(?:(?:use|with|in|and|a|an) )*diverging (?:colou?rs?|palette|colou?r ?map|colou?r ?scale|scheme|scale)',
    ),
    () => (draft) => paint(draft, { diverging: 0 }),
  )
  edit(
    form('(?:in|with|use)? ?(?:different|distinct|separate|two|three|four|their own|own) colou?rs'),
    () => (draft) => (draft.series ? undefined : 'nothing is told apart by colour'),
  )
}

const rampFor = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(colour.slice(start, start + 2), 16),
  )
  if (Math.max(r, g, b) - Math.min(r, g, b) < 30) return 'greys'
  if (g >= r && g >= b) return 'greens'
  if (b >= r) return 'blues'
  return g > 90 ? 'oranges' : 'reds'
}
