/** What marks stand for, as it is written beside them. */
import { fieldValue, type MarkEncode } from './encodes'
import { spoken } from './spec/prepare'
import { momentOf, type VegaItem, type VegaScale } from './spec/vega'
import type { Datum } from './walked'

/** A moment on an axis of time is written as a date, though the data hold its milliseconds. */
export function onScale(text: string, scale: VegaScale | undefined): string {
  const timed = scale?.type === 'time' || scale?.type === 'utc'
  return timed && text !== '' && Number.isFinite(Number(text))
    ? dated(new Date(Number(text)))
    : text
}

/** What an item stands for: the fields of its places, a length where it has two ends. */
export function datumOf(item: VegaItem, encode: MarkEncode | undefined, series: string): Datum {
  if (!encode) return { x: '', y: '', series }
  const { said, theta, theta2, radius } = encode
  if (said) {
    const [x, y] = said.map((field) => written(fieldValue(item, field)))
    return { x: x ?? '', y: y ?? '', series }
  }
  if (theta || theta2) {
    const share = span(item, theta?.field, theta2?.field)
    // Sectors of one angle each stand for how far they reach.
    return theta?.field === theta2?.field && radius?.field !== undefined
      ? { x: share, y: span(item, undefined, radius.field), series }
      : { x: series, y: share, series }
  }
  return {
    x: span(item, encode.x2?.field, encode.x?.field, encode.x?.units),
    y: span(item, encode.y2?.field, encode.y?.field, encode.y?.units),
    series,
  }
}

/** Where a stacked mark begins, nearest to zero. */
export function startOf(item: VegaItem, encode: MarkEncode | undefined): number {
  const field = [encode?.y2?.field, encode?.x2?.field].find((each) => each?.endsWith('_start'))
  if (field === undefined) return 0
  const [start, end] = [
    fieldValue(item, field),
    fieldValue(item, field.replace(/_start$/, '_end')),
  ].map(Number)
  return Math.min(Math.abs(start ?? 0), Math.abs(end ?? 0))
}

/** A stacked mark stands for the difference of its ends, one that is cut or drawn from an end to another for both. */
function span(
  item: VegaItem,
  from: string | undefined,
  to: string | undefined,
  units?: readonly string[],
): string {
  const [start, end] = [fieldValue(item, from), fieldValue(item, to)]
  const below = [from, to].find((name) => name?.endsWith('_start'))
  const stack = (below ?? to?.replace(/_end$/, '_start')) as string
  const [low, high] = [fieldValue(item, stack), fieldValue(item, stack?.replace(/_start$/, '_end'))]
  if (stack?.endsWith('_start') && typeof low === 'number' && typeof high === 'number')
    return written(high - low)
  const cut = to === `${from}_end`
  if (units) {
    const date = new Date(Number(cut ? start : (end ?? start)))
    return Number.isNaN(date.getTime()) ? '' : momentOf(date, units)
  }
  if (typeof start !== 'number' || typeof end !== 'number' || start === end)
    return written(cut ? start : (end ?? start))
  // Ends of bins are reckoned, and a hair off the round numbers that they are meant to be.
  const ends = (cut ? [start, end] : [end, start]).map((at) => Number(at.toPrecision(8)))
  return ends.map(written).join(' to ')
}

/** A value as it is written beside a mark: unrounded, dates as dates. */
export function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : ''
  if (value instanceof Date) return dated(value)
  return spoken(String(value))
}

/** Letters of a name that are said beside a drawing. */
const MOST_LETTERS = 200

/** A name as it is said beside a drawing: one of a page is cut. */
export const brief = (name: string): string =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS)}…` : name

/** A date, with its time where it has one. */
function dated(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const text = value.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

export function dataAttributes(one: Datum | undefined): Record<string, string> | undefined {
  if (!one) return undefined
  const found = Object.fromEntries(
    Object.entries({ x: one.x, y: one.y, series: one.series }).flatMap(([name, value]) =>
      value === '' ? [] : [[name, brief(value)]],
    ),
  )
  return Object.keys(found).length > 0 ? found : undefined
}

export function listsOf(data: readonly Datum[]): Record<string, string> {
  const list = (name: 'x' | 'y') =>
    JSON.stringify(
      data.map((each) => {
        const text = each[name]
        return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
      }),
    )
  return { x: list('x'), y: list('y') }
}
