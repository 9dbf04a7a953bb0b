import type { Cell, Field } from '../../../../forms/chart'
import type { Overlay } from '../chart-ir'
import { because, type Choice, fieldIn, namesIn, numbersIn, type Sketch } from '../choice/context'
import { momentOf, numberWritten } from '../data/cells'
import { datesInNumbers } from '../words/dates'
import { wordAt } from '../words/order'
import { isHorizontal } from './orientation'

/** The name that a phrase means: equal, else one inside the other, letter case aside. */
export function matching(said: string, names: readonly string[]): string | undefined {
  const low = said.toLowerCase().trim()
  const exact = names.find((name) => name.toLowerCase() === low)
  if (exact !== undefined) return exact
  const tail = low.split(' ').at(-1) ?? low
  return (
    names.find((name) => name.toLowerCase() === tail) ??
    names.find((name) => name.toLowerCase() === low.split(' ')[0]) ??
    names.find((name) => name.length > 1 && low.includes(name.toLowerCase())) ??
    names.find((name) => low.length > 2 && name.toLowerCase().includes(low))
  )
}

export function overlaysOf(choice: Choice, sketch: Sketch, intent: string): Overlay[] {
  const { wish, read } = choice
  const lying = sketch.horizontal === true || isHorizontal({ ...choice, reasons: [] }, sketch)
  const found: Overlay[] = [...(sketch.overlays ?? []), ...(wish.mark?.more?.overlays ?? [])]
  if (wish.regression && sketch.mark === 'point')
    found.push({
      kind: 'regression',
      method: wish.regression,
      ...(wish.fitFigures ? { figures: true } : {}),
    })
  if (
    /\bidentity line\b|\by ?= ?x\b|\bdiagonal\b|\b(?:1:1|one-to-one) line\b/i.test(intent) &&
    !found.some(({ kind }) => kind === 'diagonal')
  )
    found.push({ kind: 'diagonal' })
  if (wish.values) found.push({ kind: 'values' })
  const summed = sketch.aggregate === 'mean' || sketch.aggregate === 'median'
  const hides = ['box', 'violin'].includes(sketch.mark) || (summed && sketch.mark !== 'arc')
  if (wish.raw && hides) found.push({ kind: 'points' }, { kind: 'raw' })
  else if (wish.points && sketch.mark === 'line') found.push({ kind: 'points' })
  if (wish.curve && sketch.mark === 'histogram') found.push({ kind: 'mean' })
  if (sketch.encoding.p && (wish.stars || ['bar', 'lollipop', 'line'].includes(sketch.mark))) {
    found.push({ kind: 'stars' })
    because(choice, 'stars', 'p values are given')
  }
  for (const { pair, p } of read.pairs) found.push({ kind: 'stars', pair, p })
  found.push(...comparedOf(choice, sketch))
  for (const { axis, value, text } of wish.references) {
    const year = yearOn(choice, sketch, value, axis)
    const place = year ?? referenceValue(choice, sketch, value)
    if (place === undefined) continue
    if (year === undefined && axis === (lying ? 'y' : 'x') && isBareOnTime(choice, sketch, value)) {
      choice.table.notes.push(`the line at ${value} is no moment of the data and was left out`)
      continue
    }
    const channel =
      axis === undefined
        ? typeof place === 'number' || sketch.mark === 'histogram'
          ? undefined
          : 'x'
        : lying
          ? axis === 'x'
            ? 'y'
            : 'x'
          : axis
    const own =
      channel ??
      (['histogram', 'density', 'ecdf'].includes(sketch.mark)
        ? 'x'
        : year !== undefined || isMoment(choice, sketch, value)
          ? 'x'
          : 'y')
    found.push({ kind: 'reference', axis: own, value: place, ...(text ? { text } : {}) })
  }
  if (sketch.mark === 'forest' && !wish.references.length) {
    const ratio = sketch.encoding.y?.scale === 'log'
    found.push({ kind: 'reference', axis: 'y', value: ratio ? 1 : 0 })
    because(choice, `reference = ${ratio ? 1 : 0}`, 'the line of no effect')
  }
  found.push(...annotations(choice, sketch))
  return found.slice(0, 40)
}

const isMoment = (choice: Choice, sketch: Sketch, value: string) =>
  fieldIn(choice, sketch.encoding.x)?.role === 'time' &&
  momentOf(value) !== null &&
  !/^\d{1,3}$/.test(value)

const COMPARING: readonly Sketch['mark'][] = ['bar', 'lollipop', 'box', 'violin', 'strip']

/** Signs between two names of the axis, as the intent gives them. */
function comparedOf(choice: Choice, { mark, encoding, fold }: Sketch): Overlay[] {
  const names =
    fold && encoding.x?.field === fold.key
      ? (fold.labels ?? fold.fields)
      : namesIn(fieldIn(choice, encoding.x))
  return choice.wish.compared.flatMap(({ text, pair: [one, two] }): Overlay[] => {
    const [from, to] = [matching(one, names), matching(two, names)]
    if (from !== undefined && to !== undefined && from !== to && COMPARING.includes(mark))
      return [{ kind: 'stars', pair: [from, to], text }]
    choice.table.notes.push(`"${text}" between ${one} and ${two} has no place in this chart`)
    return []
  })
}

/** A number that is no date, where moments run along the axis. */
const isBareOnTime = (choice: Choice, sketch: Sketch, value: string) =>
  fieldIn(choice, sketch.encoding.x)?.role === 'time' && !isMoment(choice, sketch, value)

/** "A line at 2020" on an axis of moments: the beginning of a year in or near the data, which no value of them is like. */
function yearOn(
  choice: Choice,
  sketch: Sketch,
  value: string,
  axis: 'x' | 'y' | undefined,
): number | undefined {
  if (!/^\d{4}$/.test(value) || !isBareOnTime(choice, sketch, value)) return undefined
  const moments = numbersIn(fieldIn(choice, sketch.encoding.x))
  const [low, high] = extent(moments)
  const moment = Date.UTC(Number(value), 0, 1)
  const near = Math.max(high - low, 366 * 86_400_000)
  const [least, most] = extent(numbersIn(fieldIn(choice, sketch.encoding.y)))
  const amount = axis !== 'x' && Number(value) >= least && Number(value) <= most
  return moment < low - near || moment > high + near || amount || axis === 'y' ? undefined : moment
}

const extent = (values: readonly number[]): [number, number] => [
  values.reduce((low, value) => Math.min(low, value), Infinity),
  values.reduce((high, value) => Math.max(high, value), -Infinity),
]

function referenceValue(choice: Choice, sketch: Sketch, raw: string): Cell | undefined {
  const x = fieldIn(choice, sketch.encoding.x)
  if (isMoment(choice, sketch, raw)) return momentOf(raw)
  const number = numberWritten(raw)
  if (Number.isFinite(number))
    return sketch.encoding.y?.percent && Math.abs(number) > 1 ? number / 100 : number
  const values = numbersIn(fieldIn(choice, sketch.encoding.y))
  if (/^(?:mean|average)$/i.test(raw) && values.length > 0)
    return Number((values.reduce((a, b) => a + b, 0) / values.length).toPrecision(6))
  if (/^chance/i.test(raw)) return 0.5
  return matching(raw, namesIn(x))
}

function annotations(choice: Choice, sketch: Sketch): Overlay[] {
  const { encoding, mark } = sketch
  const { wish } = choice
  const [x, y] = [fieldIn(choice, encoding.x), fieldIn(choice, encoding.y)]
  const found = wish.annotations.flatMap(({ text, around }): Overlay[] => {
    for (const words of around) {
      const place = placeIn(choice, sketch, words)
      if (place) return [{ kind: 'annotation', ...place, text }]
    }
    return []
  })
  const value = wish.extreme ? extremeOf(y, wish.extreme) : undefined
  if (!x || value === undefined || !['line', 'point', 'area'].includes(mark)) return found
  const [at, most] = value
  found.push({
    kind: 'annotation',
    x: x.values[at] ?? null,
    y: most,
    text: `${wish.extreme === 'max' ? 'Maximum' : 'Minimum'} ${Number(most.toPrecision(4))}`,
  })
  return found
}

/** The row with the largest or smallest value, and that value. */
function extremeOf(field: Field | undefined, which: 'max' | 'min'): [number, number] | undefined {
  let found: [number, number] | undefined
  field?.values.forEach((value, i) => {
    if (typeof value !== 'number') return
    if (!found || (which === 'max' ? value > found[1] : value < found[1])) found = [i, value]
  })
  return found
}

/** The place of the data that words tell: a name of the axis or of a point, a date, a number of the axis. */
function placeIn(
  choice: Choice,
  { encoding, fold }: Sketch,
  words: string,
): Pick<Overlay, 'x' | 'y'> | undefined {
  const [x, y] = [fieldIn(choice, encoding.x), fieldIn(choice, encoding.y)]
  const label =
    fieldIn(choice, encoding.label) ??
    choice.names.find((field) => field !== x && namesIn(field).length === field.values.length)
  const mentions = (names: readonly string[]) =>
    names
      .filter((name) =>
        // The category "A" is no article.
        name.length === 1
          ? wordAt(words, name) >= 0
          : wordAt(words.toLowerCase(), name.toLowerCase()) >= 0,
      )
      .sort((one, two) => two.length - one.length)[0]
  const folded = fold && encoding.x?.field === fold.key ? (fold.labels ?? fold.fields) : []
  const category =
    x?.role === 'number' || x?.role === 'time' ? undefined : mentions([...namesIn(x), ...folded])
  if (category !== undefined) return { x: category }
  const point = mentions(namesIn(label))
  if (point !== undefined && label) {
    const row = label.values.findIndex((value) => String(value) === point)
    const [a, v] = [x?.values[row], y?.values[row]]
    if (a !== undefined && a !== null && typeof v === 'number') return { x: a, y: v }
  }
  if (!x || (x.role !== 'number' && x.role !== 'time')) return undefined
  const stated =
    datesInNumbers(words).match(/\d{4}-\d{2}(?:-\d{2})?|[-−]?\d+(?:[.,]\d+)*(?:e-?\d+)?/giu) ?? []
  const numbers = stated.flatMap((each) => {
    const value = x.role === 'time' ? momentOf(each) : numberWritten(each)
    return value === null || !Number.isFinite(value) ? [] : [value]
  })
  const place = numbers.find((value) => x.values.includes(value)) ?? numbers[0]
  if (place !== undefined) return { x: place }
  const which = /\b(?:max(?:imum)?|peak|highest|top)\b/i.test(words)
    ? 'max'
    : /\b(?:min(?:imum)?|lowest|trough|dip)\b/i.test(words)
      ? 'min'
      : undefined
  const extreme = which && extremeOf(y, which)
  return extreme ? { x: x.values[extreme[0]] ?? null, y: extreme[1] } : undefined
}
