import { ChartRefused, type Field } from '../../../../forms/chart'
import { asWritten } from '../data/field-titles'
import { aggregateOf } from './aggregate'
import { axesOf, foldOf } from './axes'
import {
  because,
  type Choice,
  columnNames,
  isArgument,
  mentioned,
  named,
  namesIn,
  numbersIn,
  rowNumbers,
  type Sketch,
} from './context'

const channel = (field: Field) => ({ field: field.name })

/** Slopes and radars: the names of the columns are the places, the rows the series. */
export function byMeasure(choice: Choice, mark: 'slope' | 'radar', intent: string): Sketch {
  const { names, numbers, wish, table } = choice
  const [first, second] = names
  if (numbers.length > 1 && !numbers.every(isArgument)) {
    const said = mentioned(intent, numbers)
    const fields = said.length > 1 ? said : numbers
    const { fold } = foldOf(fields, 'measure')
    const labels = fields.map(
      ({ name }) => /^[a-z]((?:19|20)\d\d)$/i.exec(name)?.[1] ?? asWritten(name),
    )
    because(choice, `x = ${columnNames(fields)}`, 'the columns are the places')
    // The web has the more axes of the two sides.
    const turned = mark === 'radar' && namesIn(first).length > Math.max(2, fields.length)
    if (turned && first)
      return {
        mark,
        fold: { ...fold, labels },
        encoding: {
          x: { ...channel(first), title: '' },
          y: { field: 'value', title: '' },
          color: { field: 'measure', title: '' },
        },
      }
    return {
      mark,
      fold: { ...fold, labels },
      encoding: {
        x: { field: 'measure', title: '' },
        y: { field: 'value', title: '' },
        ...(first ? { color: { ...channel(first), title: '' } } : {}),
      },
    }
  }
  const [y] = numbers
  if (!y) throw new ChartRefused(`A ${mark} needs numbers.`)
  if (table.shape === 'matrix')
    return {
      mark,
      encoding: {
        x: { field: 'column', title: '', discrete: true },
        y: channel(y),
        color: { field: 'row', title: '' },
      },
    }
  const [few, many] = [first, second].map((field) => namesIn(field).length)
  const asked =
    named(wish.said.color, names) ??
    // A web has three axes at least.
    (mark === 'radar' && (many ?? 0) < 3 && (few ?? 0) >= 3 ? second : undefined) ??
    (/metric|axis|dimension|criterion|skill|aspect|attribute|time|condition|year|phase|stage/i.test(
      first?.name ?? '',
    )
      ? second
      : undefined)
  const series =
    asked ??
    (second
      ? first?.made && second.name === 'series'
        ? second
        : first
      : mark === 'slope'
        ? first
        : undefined)
  const x = [...names, ...choice.times, ...numbers.filter((field) => field !== y)].find(
    (field) => field !== series,
  )
  if (!x) throw new ChartRefused(`A ${mark} needs names for its axes.`)
  return {
    mark,
    encoding: {
      x: { ...channel(x), discrete: true, title: '' },
      y: channel(y),
      ...(series ? { color: { ...channel(series), title: '' } } : {}),
    },
  }
}

/** Words that ask for a name at each point. */
export const POINTS_NAMED =
  /\b(?:label|annotat|nam|tag)\w* (?:each |every |the |all )*(?:points?|dots?|markers?|bubbles?)\b/i

const LABELS = /\blabel/i

/** Two numbers of each row as a place in a plane. */
export function pointsOf(choice: Choice, intent: string): Sketch {
  const { wish, numbers, names } = choice
  const { x, ys, color, facet } = axesOf(choice, intent, 'point')
  const [y] = ys
  if (!x || !y) {
    if (numbers.length === 1 && names.length === 0)
      return {
        mark: 'point',
        encoding: { x: channel(rowNumbers(choice)), y: channel(numbers[0] as Field) },
      }
    throw new ChartRefused('A scatter plot needs two columns, at least one of numbers.')
  }
  const free = numbers.filter((field) => field !== x && field !== y && field !== color)
  const bubbles = wish.said.size !== undefined || /\bbubbles?\b/i.test(intent)
  const size = bubbles ? (named(wish.said.size, free) ?? free[0]) : undefined
  if (size) because(choice, `size = ${size.name}`, 'the area of a bubble shows it')
  const label =
    named(wish.said.label, names) ??
    (wish.said.label !== undefined || LABELS.test(intent) || POINTS_NAMED.test(intent)
      ? names.find((field) => namesIn(field).length === field.values.length)
      : undefined) ??
    (bubbles && numbersIn(y).length <= 20
      ? names.find((field) => namesIn(field).length === field.values.length)
      : undefined)
  const hue =
    color && !(color === label && wish.said.color === undefined) && namesIn(color).length <= 12
      ? color
      : undefined
  const shape = named(wish.said.shape, names)
  const summed =
    wish.aggregate === 'mean' || wish.aggregate === 'median' || (wish.spread && x.role !== 'number')
      ? aggregateOf(choice, 'point', [x, hue, facet])
      : {}
  return {
    mark: 'point',
    ...summed,
    encoding: {
      x: channel(x),
      y: channel(y),
      ...(hue && hue !== x ? { color: channel(hue) } : {}),
      ...(size ? { size: channel(size) } : {}),
      ...(label ? { label: channel(label) } : {}),
      ...(shape ? { shape: channel(shape) } : {}),
      ...(facet ? { facet: channel(facet) } : {}),
    },
  }
}
