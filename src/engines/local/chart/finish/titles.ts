import type { Field } from '../../../../forms/chart'
import type { Channel } from '../chart-ir'
import {
  type Choice,
  fieldIn,
  isCalendar,
  named,
  namesIn,
  numbersIn,
  type Sketch,
} from '../choice/context'
import { fieldTitle, nameWords, sentence, titleOf, unitAlone, withUnit } from '../data/field-titles'

export function withTitles(choice: Choice, sketch: Sketch): Sketch {
  const { wish, read } = choice
  const { x, y, color, size, facet } = sketch.encoding
  const matrix = sketch.mark === 'heatmap'
  const distribution = ['histogram', 'density', 'ecdf'].includes(sketch.mark)
  const lying = sketch.horizontal === true || (wish.horizontal === true && !matrix)
  const along = distribution
    ? { x: wish.titles.y, y: wish.titles.x }
    : lying
      ? { x: wish.titles.y, y: wish.titles.x }
      : wish.titles
  const xSaid = along.x ?? wish.titles.argument ?? (lying ? read.yTitle : read.xTitle)
  const ySaid =
    along.y ?? (matrix ? undefined : wish.titles.value) ?? (lying ? read.xTitle : read.yTitle)
  // Values stand at the ends of slopes in place of an axis; only words that were given for it are printed.
  const bare = sketch.mark === 'slope'
  const value = matrix ? color : y
  const guess = bare ? '' : valueTitle(choice, sketch, value)
  const units = unitsOf(choice, sketch, value)
  const unit = units.value ?? fieldIn(choice, value)?.unit
  const percent = unit === '%' && isShare(choice, sketch, value) ? { percent: true } : {}
  const valueChannel = (channel: Channel) => ({
    ...channel,
    title: withUnit(channel.title || guess, unit),
    ...percent,
  })
  const xChannel = x
    ? { ...x, title: xSaid ?? withUnit(x.title ?? argumentTitle(choice, x), units.argument) }
    : distribution && y
      ? { field: y.field, ...(xSaid ? { title: xSaid } : {}) }
      : undefined
  const encoding: Sketch['encoding'] = {
    ...sketch.encoding,
    ...(xChannel ? { x: xChannel } : {}),
    ...(y
      ? {
          y: matrix
            ? { ...y, title: ySaid ?? y.title ?? fieldTitle(fieldIn(choice, y)) }
            : { ...valueChannel(y), ...(ySaid ? { title: ySaid } : {}) },
        }
      : {}),
    ...(color
      ? {
          color: matrix
            ? valueChannel(color)
            : { ...color, title: color.title ?? legendTitle(choice, color) },
        }
      : {}),
    ...(size ? { size: { ...size, title: size.title ?? fieldTitle(fieldIn(choice, size)) } } : {}),
    ...(facet ? { facet } : {}),
  }
  if (wish.titles.legend && encoding.color)
    encoding.color = { ...encoding.color, title: wish.titles.legend }
  return { ...sketch, encoding }
}

/** Arguments that count steps or moments have no other unit than one of time. */
const COUNTED =
  /^(?:years?|months?|weeks?|days?|dates?|epochs?|steps?|iter(?:ation)?s?|rounds?|index|rank|row number)$/i
const isTimeUnit = (unit: string) => /^(?:[mµn]?s|min|h|days|weeks|months|years)$/.test(unit)

/** A unit belongs to the field whose words stand last before it; without any, to the values. */
function unitsOf(choice: Choice, sketch: Sketch, value: Channel | undefined) {
  const { said, units } = choice.wish
  const found: { value?: string; argument?: string } = {}
  const last = (before: string, words: readonly string[]) =>
    Math.max(
      -1,
      ...words
        .filter((word) => word.length > 1)
        .map((word) => `${before.toLowerCase()} `.lastIndexOf(word)),
    )
  const own = (channel: Channel | undefined, phrase: string | undefined) => [
    ...nameWords(phrase ?? ''),
    ...nameWords(channel?.field ?? ''),
  ]
  // Names and categories have no unit.
  const x = fieldIn(choice, sketch.encoding.x)
  const measures = x?.role === 'number' && !sketch.encoding.x?.discrete
  for (const { before, unit } of units) {
    const argument = last(before, [...own(sketch.encoding.x, said.x), 'x axis', 'x-axis', ' x '])
    const amount = last(before, [...own(value, said.y), 'y axis', 'y-axis', ' y '])
    const takes = measures && (isTimeUnit(unit) || !COUNTED.test(x?.name ?? ''))
    if (argument > amount && takes) found.argument ??= unit
    else found.value ??= unit
  }
  return found
}

/** Names that explain themselves need no heading; numbers do. */
function legendTitle(choice: Choice, channel: Channel): string {
  const field = fieldIn(choice, channel)
  const names = namesIn(field)
  const bare =
    names.length > 0 && names.every((name) => /^[-\d.,]+%?$|^(yes|no|true|false)$/i.test(name))
  return bare || field?.role === 'number' ? fieldTitle(field) : ''
}

/** Words of one who tells how the data came about: no title for others. */
const OWNED = /^(?:our|my|these|those)\b/i

function argumentTitle(choice: Choice, channel: Channel): string {
  const field = fieldIn(choice, channel)
  if (field && !field.made) {
    // Dates explain themselves.
    if (
      field.role === 'time' &&
      /^(date|time|timestamp|ts|day|month|quarter|year|datetime)s?$/i.test(field.name)
    )
      return ''
    const [letter = '', unit] = nameWords(field.name)
    const words = choice.wish.said.x
    if (letter.length > 1 || words === undefined || words.length < 2) return fieldTitle(field)
    return unit === undefined ? sentence(words) : titleOf(`${words}_${unit}`)
  }
  const said = choice.wish.said.x
  // Months explain themselves.
  if (field && isCalendar(field) && !/month|quarter|week|day/i.test(said ?? '')) return ''
  return said && !OWNED.test(said) ? sentence(said) : field?.name === 'x' ? 'x' : ''
}

/** The value's title: its column's name, else the words of the intent that stand for it. */
function valueTitle(choice: Choice, sketch: Sketch, channel: Channel | undefined): string {
  const { said } = choice.wish
  const field = fieldIn(choice, channel)
  const brief = field?.name.length === 1 && (said.y ?? '').length > 1
  const plain =
    field &&
    !field.made &&
    !brief &&
    !/^(value|values|val|y|count|score|data|number|metric)$/i.test(field.name)
  const own = plain ? (fuller(said.y, field) ?? fieldTitle(field)) : ''
  const words = said.y ?? measuredIn(choice)
  const unit = plain ? unitAlone(field.name) : undefined
  const worded = unit !== undefined && words !== '' && unitAlone(words) === undefined
  if (own !== '' && !worded) return prefixed(sketch, own)
  const x = fieldIn(choice, sketch.encoding.x)
  const usable =
    words !== '' &&
    !OPERATED.test(choice.wish.words) &&
    (field?.made || sketch.fold || nameWords(words).every((word) => !RECKONED.test(word))) &&
    !/^(?:single|individual|raw)$|^(?:all|both|each|every|these|those|everything|everyone)\b/i.test(
      words,
    ) &&
    !(field && x && !x.made && named(words, [x, field]) === x) &&
    words.split(' ').length <= 5 &&
    !/\b(?:charts?|(?:bar|box|scatter|violin)?plots?|graphs?|bars?|dots?|data|lines?|histograms?|diagrams?|columns?|these|this|values)\b/i.test(
      words,
    )
  if (usable) return withUnit(prefixed(sketch, titleOf(words)), unit)
  return field && !field.made
    ? prefixed(sketch, fieldTitle(field))
    : sketch.aggregate === 'count'
      ? 'Count'
      : ''
}

/** What stands before the unit at the head of an intent: "monthly rain" of "monthly rain in mm". */
function measuredIn({ wish }: Choice): string {
  const [first] = wish.units
  const words =
    first?.before.trim().replace(/^(?:plot|show|draw|compare)(?: me)? (?:the )?/i, '') ?? ''
  return /^[\p{L}\d -]+$/u.test(words) && words.split(' ').length <= 3 ? words : ''
}

/** Columns with a sign of arithmetic between them. */
const OPERATED = /[\p{L}\d_)]\s[-−+*/]\s[\p{L}_(]/u

/** Words of what nobody reckoned: a title that holds them would claim it. */
const RECKONED =
  /^(?:cumulative|sum|percent(?:age)?|share|fraction|ratio|log\d*|ln|final|last|latest|initial|relative|normali[sz]ed|change|difference|increase|rolling|moving|smoothed)$/

/** The words of the intent where they say a column's name and more: "life expectancy" for `life`. */
function fuller(phrase: string | undefined, field: Field): string | undefined {
  const [said, own] = [nameWords(phrase ?? ''), nameWords(field.name)]
  const holds = (word: string) =>
    said.some((each) => each === word || (word.length > 2 && each.startsWith(word)))
  const longer = said.length > own.length || said.join('').length > own.join('').length + 2
  const more = longer && said.length >= own.length && said.length <= 4 && own.every(holds)
  const plain = said.every(
    (word, i) =>
      (word === 'per' && said[i + 1] === 'capita') ||
      (!RECKONED.test(word) &&
        !/^(and|or|the|each|all|per|by|mean|average|median|total|data|plot|chart|bars?|lines?|different|its?|their|across|both|versus|vs)$/.test(
          word,
        )),
  )
  return more && plain && phrase ? sentence(phrase) : undefined
}

function prefixed({ aggregate, mark }: Sketch, title: string): string {
  const words = { mean: 'Mean', median: 'Median', sum: 'Total' } as const
  const word = aggregate && aggregate in words ? words[aggregate as keyof typeof words] : undefined
  if (
    !word ||
    mark === 'line' ||
    mark === 'area' ||
    mark === 'arc' ||
    new RegExp(`^(?:${word}|average|number)`, 'i').test(title)
  )
    return title
  return `${word} ${/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
}

function isShare(choice: Choice, sketch: Sketch, channel: Channel | undefined): boolean {
  const fields = sketch.fold
    ? choice.table.fields.filter(({ name }) => sketch.fold?.fields.includes(name))
    : [fieldIn(choice, channel)]
  const values = fields.flatMap((field) => numbersIn(field))
  return (
    values.length > 0 &&
    values.every((value) => value >= -1 && value <= 1) &&
    values.some((value) => value > 0)
  )
}
