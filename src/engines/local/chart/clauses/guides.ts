/** Clauses on what lies over the data: lines at values, shaded stretches, fits, rolling means, numbers, words at places. */
import {
  bandAt,
  diagonal,
  lineAt,
  rollingMean,
  starsAt,
  textAt,
  valueLabels,
  withFit,
} from '../charts/over'
import { scaledUnit, unitOf } from '../data/units'
import type { Edit } from './asked'
import { form, MACROS, numberWritten, type Reader } from './reader'
import { isPlainNoun } from './vocabulary'

const STYLE =
  '(?:(?:an?|the|thin|thick|dashed|dotted|solid|light|dark|grey|gray|faint|straight|short|vertical|horizontal|reference|guide|threshold|target|limit|zero|standard|baseline|<k>|add|draw|with|and|mark|include|put|show|also|plus)[ -])*'
const LINE =
  '(?:lines?|references?|thresholds?|cut-?offs?|limits?|guidelines?|targets?|goals?|rules?|markers?)'
const WHERE =
  '(?:(?:is|are|drawn|lies|standing|set|where|of|for|at|on|the|a|value|=|:|in|each|panel|all|panels|showing|marks?|marking|no effect|no|effect) )*'
const LABEL =
  '(?:(?:,|\\(|:)? ?(?:(?:and )?(?:labelled|labeled|called|named|marked|with (?:the |a )?(?:label|text|name)|label(?: it)?|saying|as)? ?)?<q>\\)?)?'
const MACRO_UNIT = MACROS.unit ?? ''
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*'
const DATE = `(\\d{4}-\\d{2}(?:-\\d{2})?|\\d{1,2} ${MONTH} \\d{4}|${MONTH} \\d{1,2},? \\d{4})`

/** Shares that are written as per cent. */
const PERCENT = / (?:as|in) (?:percent|per cent|%)/
const STARS = '(?:stars?|asterisks?|\\*)'

export function guides(reader: Reader): void {
  const place = (whole: string, said?: string): 'x' | 'y' | undefined =>
    said === 'x' || /vertical/.test(whole)
      ? 'x'
      : said === 'y' || /horizontal/.test(whole)
        ? 'y'
        : undefined
  const tone = (whole: string) => {
    const sign = /[\uef00-\uefff]\uf8ff*/u.exec(whole)?.[0]
    return {
      ...(sign ? { color: reader.colour(sign) } : {}),
      ...(/dotted/.test(whole)
        ? { dash: [1.5, 2.5] }
        : /solid|thin/.test(whole) && !/dashed/.test(whole)
          ? { dash: [] }
          : {}),
    }
  }
  const text = (quote: string | undefined) => (quote ? { text: reader.quote(quote) } : {})
  const COLOURED =
    '(?: (?:in|as|drawn|a|an|the|dashed|dotted|solid|thin|horizontal|vertical))*(?: ?<k>)?(?: lines?)?'
  reader.edit(
    form(
      `(?:shade|shad(?:ed|ing)|grey|highlight|mark)(?: (?:the|a|band|region|area|period|stretch|x|range|in|light|<k>|zone|window|interval))* (?:from |between |over )?(?:${DATE}|(\\d{4} ?q[1-4])|<n>)(?: (?:to|and|until|through) |\\s?[-–]\\s?)(?:${DATE}|(\\d{4} ?q[1-4])|<n>)<unit>(?: (?:in )?<k>)?(?:(?:,| and)? ?(?:labelled|labeled|called|label it|named|as|with the label|\\()? ?<q>\\)?)?`,
    ),
    (match) => {
      const [whole, , d1, q1, n1, d2, q2, n2, , quote] = match
      const end = (date?: string, quarter?: string, number?: string) =>
        date ?? quarter ?? (number === undefined ? '' : numberWritten(number))
      return (draft) =>
        bandAt(draft, /\by\b/.test(whole) ? 'y' : 'x', [end(d1, q1, n1), end(d2, q2, n2)], {
          ...tone(whole),
          ...text(quote),
        })
    },
  )
  const line =
    (
      whole: string,
      axis: string | undefined,
      list: (string | number)[],
      quote: string | undefined,
      unit?: string,
    ): Edit =>
    (draft) => {
      for (const value of list) {
        const why = lineAt(draft, place(whole, axis), value, {
          ...tone(whole),
          ...text(quote),
          ...(unit ? { unit } : {}),
        })
        if (why) return why
      }
      return undefined
    }
  const before = form(
    `${STYLE}${LINE} (?:labelled|labeled|called|named|titled) <q> (?:at|for) (?:(x|y) ?= ?)?<n><unit>`,
  )
  reader.edit(before, (match) =>
    line(match[0], match.at(-2), [numberWritten(match.at(-1) ?? '')], match.at(-3)),
  )
  reader.edit(
    form(
      `${STYLE}${LINE} ${WHERE}<n><unit> ?\\(?<q>\\)?(?:,| and|, and)(?: at)? <n><unit> ?\\(?<q>\\)?`,
    ),
    (match) => {
      const [n2, q2] = [match.at(-2) ?? '', match.at(-1)]
      const [n1, q1] = [match.at(-4) ?? '', match.at(-3)]
      const [first, second] = [
        line(match[0], undefined, [numberWritten(n1)], q1),
        line(match[0], undefined, [numberWritten(n2)], q2),
      ]
      return (draft) => first(draft) ?? second(draft)
    },
  )
  const MORE = '(?:(?:,| and| or)(?: at)?(?: (?:x|y) =)? <n><unit>)?'
  reader.edit(form(`${STYLE}${LINE} ${WHERE}(?:(x|y) ?= ?)?${DATE}${COLOURED}${LABEL}`), (match) =>
    line(match[0], match[2], [match[3] ?? ''], match[5]),
  )
  reader.edit(
    form(
      `${STYLE}(?:[\\p{L}-]+ ){0,2}?${LINE} ?${WHERE}(?:(x|y) ?= ?)?<n>(<unit>)${MORE}${COLOURED}${LABEL}`.replace(
        '(<unit>)',
        `(${MACRO_UNIT})(?! ?(?:to|-|–) ?\\d)`,
      ),
    ),
    (match) => {
      const [whole, ...groups] = match
      const [axis, one = '', unit = '', other, , quote] = groups.slice(-6)
      const before =
        /((?:[\p{L}-]+ ){0,2})(?:lines?|references?|thresholds?|cut-?offs?|limits?|guidelines?|targets?|goals?|rules?|markers?)/u.exec(
          whole,
        )?.[1] ?? ''
      if (
        /\b(?:regression|trend|fit|best|mean|median|average|rolling|moving|percentile)\b/.test(
          before,
        )
      )
        return false
      const own = unit.trim()
      if (
        own !== '' &&
        unitOf(own) === undefined &&
        scaledUnit(own) === undefined &&
        isPlainNoun(own)
      )
        return false
      // "Y from 0 to 120 with a line at 50"
      const [sentence = ''] = /[^.;!?]*$/.exec(reader.whole.slice(0, match.index)) ?? []
      const spoken = [...sentence.matchAll(/(?<![\p{L}\d])(x|y)(?:[- ]axis)?(?= )/gu)].at(-1)?.[1]
      return line(
        whole,
        axis ?? (/vertical|horizontal/.test(whole) ? undefined : spoken),
        [one, ...(other ? [other] : [])].map(numberWritten),
        quote,
        own === '' ? undefined : own,
      )
    },
  )
  reader.edit(
    form(
      `(?:(?:mark|indicate) (?:the )?(?:(?:year|day|time|point) )?|${STYLE}(?:level|value|[\\p{L}-]+ level) )(?:${DATE}|<n><unit>) (?:as|with|by) (?:an? )?${STYLE}lines?${LABEL}`,
    ),
    (match) => {
      const [date, number, , quote] = match.slice(-4)
      const at = date ?? numberWritten(number ?? '')
      return line(match[0], undefined, [at], quote)
    },
  )
  reader.edit(
    form(`${STYLE}(?:zero|null)[- ]line${COLOURED}|${STYLE}line of no effect${COLOURED}`),
    ([whole]) => line(whole, undefined, [/no effect/.test(whole) ? 'null' : 0], undefined),
  )
  for (const statistic of ['median', 'mean'] as const)
    reader.edit(
      form(
        `${STYLE}lines? (?:at|for|marking|showing) the (?:overall )?${statistic}(?:,? (?:labelled|labeled|annotated|marked) with its value| (?:with|and) its value|(?: and)? its value)?|mark the ${statistic} with an? ${STYLE}line`,
      ),
      ([whole]) =>
        (draft) =>
          lineAt(draft, place(whole), statistic, {
            ...tone(whole),
            ...(/its value/.test(whole) ? { text: 'value' } : {}),
          }),
    )
  reader.edit(
    form(
      '(?:(?:with|add|and|the|an?|include|incl\\.?|plus|dashed|dotted|ideal|perfect|random|random-guess|grey|also|draw|show) )*(?:(?:identity|chance|unity|parity|1:1|45[- ]degree|y ?= ?x|equality|no-skill|calibration|random-guess) (?:line|diagonal)|diagonal(?: line)?|(?:line of )?(?:identity|equality|y ?= ?x)(?: line)?)',
    ),
    ([whole]) =>
      (draft) =>
        draft.kind === 'roc' || draft.kind === 'calibration'
          ? undefined
          : draft.kind === 'heatmap'
            ? 'a matrix has no such line'
            : diagonal(draft, /dotted/.test(whole)),
  )
  reader.edit(
    form(
      '(?:(?:with|add|and|the|an?|one|include|plus|overlay|fitted|fit|draw|show|separate|single|overall|simple|smooth|smoothed) )*\\(?(linear|straight(?:[- ]line)?|least[- ]squares|ols|exponential|quadratic|loess|lowess|logarithmic|power[- ]law|polynomial)?\\)?[ -]?(?:(?:regression|trend|curves?(?= (?:through|to|fitted)| ?[,.;]| ?$)|smooth(?:er)?(?= ?[,.;]| ?$)|best[- ]fit|fit|fitted(?= (?:lines?|curves?)| ?[,.;]| ?$))(?:[ -](?:lines?|curves?|fits?))?|trend-?lines?|lines? of best fit|fits?|line (?:fitted|fit))(?: (?:through|to|in|over|across|of) (?:(?:the|all|each|whole) )*(?:points?|dots?|data(?: set)?|panel|participants|samples?|groups|<k>|[\\ue000-\\ue1ff]\\uf8ff*))?(?:(?: and|,| with)? (?:an? |its |the )?(?:95 ?% )?(?:ci|confidence)(?: interval)?(?: band)?s?)?(?: (?:per|for each|for every|by|in each) (?:group|series|panel|<c>))?',
    ),
    (match) => {
      const [whole, method, column] = match
      if (!/regress|trend|fit/.test(whole) && method === undefined) return false
      if (/curves?/.test(whole) && method === undefined)
        return () =>
          'it is not said which curve is fitted (linear, quadratic, exponential, power law, loess)'
      if (/polynom/.test(method ?? '')) return () => 'no such curve is fitted'
      return (draft) =>
        withFit(
          draft,
          method,
          reader.field(column ?? '')[0],
          /\bci\b|confidence/.test(whole),
          /\b(?:overall|single|common|pooled|one|all)\b/.test(whole),
        )
    },
  )
  reader.edit(
    form(
      '(?:(?:with|and|write|give|print|show|add|its|the|report|state) )*(?:r²|r\\^2|r2|r[- ]squared)(?: values?)?(?: (?:for|of) each(?: <c>)?)?(?: (?:in|on|into) the (?:corner|plot|legend|panel|chart))?',
    ),
    () => (draft) => {
      const fit = [...draft.layers, ...draft.over].find(
        ({ mark }) => (mark as { type?: string } | undefined)?.type === 'fit',
      )
      if (!fit) return 'no line is fitted'
      fit.mark = { ...(fit.mark as object), figures: true }
      return undefined
    },
  )
  reader.edit(
    form(
      '(?:(?:with|add|and|the|an?|as|plus|overlay|their|its|thick|thin|dark|<k>) )*(?:(\\d+|three|five|seven|ten)[- ](?:(day|week|month|year|quarter|point|epoch|step|sample|row|term|hour)s?|[\\ue000-\\ue1ff]\\uf8ff*) )?(centred |centered |trailing )?(?:rolling|moving|running) (mean|average)(?:s)?(?: of (\\d+|three|five) (day|week|month|year|point|epoch|step|sample|row)s?)?(?: \\((centred|centered|trailing)\\))?(?: (?:as|in) (?:an? )?(?:(?:thick|thin|dark|solid|red|black) )*(?:<k> )?lines?(?: over (?:them|it|the bars))?)?',
    ),
    (match) => {
      const [, , one, unit, where, , other, unit2, where2] = match
      const size = numberWritten((one ?? other ?? '').replace('seven', '7'))
      if (!(size > 1)) return () => 'it is not said over how many rows the mean rolls'
      return (draft) =>
        rollingMean(
          draft,
          size,
          unit ?? unit2 ?? 'point',
          /cent/.test(where ?? where2 ?? ''),
          /trail/.test(where ?? where2 ?? ''),
        )
    },
  )
  const decimals =
    '(?: (?:as|in) (?:percent(?:ages?)?|per cent|%))?(?:(?:,| to| with| rounded to)? (?:to )?(zero|one|two|three|no|\\d)[- ](?:decimals?|digits?)(?: places?)?| (without) decimals)?'
  reader.edit(
    form(
      `(?:(?:with|and|the|print|write|show|put|add|printed|include|display) )*(?:(?:the|their|its|exact|numeric|data|bar|value|r) )*(?:values?|numbers?|counts?|value labels?|data labels?|amounts?|percentages?|figures|labels|shares?|r)(?: labels?)? (?:(?:printed|written|shown|placed) )?(?:in|inside|on|above|at|over|next to|beside|on top of|at the end of|at the ends of) (?:the |each |every |all )*(?:bars?|cells?|segments?|dots?|columns?|slices?|points?|ends?)(?: of (?:the |each )?(?:bars?|lines?|dots?))?${decimals}`,
    ),
    ([whole, places, none]) =>
      (draft) =>
        valueLabels(draft, none ? 'no' : places, PERCENT.test(whole)),
  )
  reader.edit(
    form(
      '(?:(?:with|and|the|print|write|show|put|add) )*(?:values?|numbers?|labels) (?:with|to|in) (zero|one|two|three|no|\\d) (?:decimals?|digits?)(?: places?)? (?:at|on|inside|in|above) (?:the )?(?:bars?|columns?|dots?|tips?)?(?:(?<= ) ?ends?| ends?)?(?: of (?:the |each )?bars?)?',
    ),
    ([, places]) =>
      (draft) =>
        valueLabels(draft, places),
  )
  reader.edit(
    form(
      `(?:with |and |show |print |write )*(?:the |exact )?(?:values?|numbers|counts|percentages) (?:are )?(?:shown|written|printed|displayed|visible|on top|above)(?: of (?:the )?bars)?${decimals}|label (?:each |the |every |all )?(?:bars?|columns?|cells?|slices?|dots?) with (?:its|the|their) (?:exact )?(?:values?|numbers?|amounts?|counts?|heights?|<c>)${decimals}|(?:with |and |show |add |print )*(?:the )?(?:value|data|bar) labels${decimals}|annotate (?:the |each )?(?:bars?|cells?) with (?:the |their |its )?values?${decimals}`,
    ),
    (match) => (draft) =>
      valueLabels(
        draft,
        match
          .slice(1)
          .find((each) => each !== undefined && !/[\ue000-\uf8ff]/.test(each))
          ?.replace('without', 'no'),
        PERCENT.test(match[0]),
      ),
  )
  reader.edit(
    form('(?:(?:with|to|in) )?(zero|one|two|three) decimals?(?: places?)?'),
    ([, places = '']) =>
      ({ value }) =>
        value?.values.every(
          (each) =>
            typeof each !== 'number' ||
            (String(each).split('.')[1]?.length ?? 0) <= numberWritten(places),
        )
          ? undefined
          : 'the numbers are not rounded so',
  )
  reader.edit(
    form(
      `(?:(?:and|annotate|label|write|put|mark|add|place|with|note|the note|the text|an annotation|reading|saying) )*<q> (?:at|above|next to|near|over|on|beside|by|for|under|below) (?:the )?(?:point |year |bar |week |day |x ?= ?)?(?:${DATE}|<n>|<v>)`,
    ),
    ([, quote = '', date, number, value]) =>
      (draft) =>
        textAt(
          draft,
          date ?? (value ? reader.value(value).value : numberWritten(number ?? '')),
          reader.quote(quote),
        ),
  )
  reader.edit(
    form(
      `(?:and )?(?:annotate|label|mark) (?:the )?(?:point |year |bar |week |day |x ?= ?)?(?:${DATE}|<n>|<v>) (?:with|as|by|:) (?:the (?:text|note|label) )?<q>`,
    ),
    ([, date, number, value, quote = '']) =>
      (draft) =>
        textAt(
          draft,
          date ?? (value ? reader.value(value).value : numberWritten(number ?? '')),
          reader.quote(quote),
        ),
  )
  stars(reader)
}

/** Signs of p values that the data give, at the limits that are said or the usual ones. */
function stars(reader: Reader): void {
  const limits: number[] = []
  reader.take(form('\\(?\\*{1,4} ?(?:=|:|for|if)? ?(?:p|<c>) ?[<≤] ?<n>\\)?'), (match) => {
    limits.push(numberWritten(match.at(-1) ?? ''))
    return undefined
  })
  const said = new RegExp(STARS)
  reader.edit(
    form(
      `(?:(?:and|with|please|mark|add|put|draw|show|use|the|an?|significant|significance|where) )*(?:(?:p|<c>)(?: values?)? ?[<≤] ?<n> (?:with|by|as|get) (?:an? )?(?:significance )?${STARS}|(?:with |by |an? )*${STARS} (?:(?:from|of|for|by|according to|based on|where|if) )+(?:the )?(?:p|<c>)(?: values?| columns?)*(?: ?[<≤] ?<n>)?)(?: (?:above|over|on top of|on|at) (?:(?:the|each|every|its|their) )*(?:bars?|points?|boxes|groups?|<c>))?`,
    ),
    (match) => {
      const number = match.slice(1).find((each) => each !== undefined && /^\d*\.?\d+$/.test(each))
      if (!said.test(match[0])) return false
      if (number) limits.push(numberWritten(number))
      return (draft) => starsAt(draft, limits)
    },
  )
  if (limits.length > 0)
    reader.take(
      form('(?:(?:and|the) )*(?:above|over|on top of|on) (?:the |each )?bars?'),
      () => undefined,
    )
}
