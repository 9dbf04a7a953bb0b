import { wrapText } from '../fonts'
import { SIZE, widthOf } from './house'
import { linearTicks, logTicks } from './numbers'
import type { Axis } from './plot'
import { timeTicks } from './time'

export interface AxisTick {
  value: number
  lines: string[]
}

export interface Ticks {
  ticks: AxisTick[]
  /** Degrees by which labels are turned: 0 unless they do not fit otherwise. */
  angle: number
  /** Labels left out because they would touch. */
  dropped: number
}

/** Gap between neighbouring labels in pixels. */
const GAP = 14
const LINE = SIZE.text * 1.2

/** Ticks of a horizontal axis `length` pixels long, their labels apart from each other. */
export function ticksAcross(axis: Axis, length: number, density = 1): Ticks {
  if (axis.kind === 'category' && !axis.ticks) return namesAcross(axis, length)
  for (let count = Math.max(2, Math.round((length / 105) * density)); ; count--) {
    const ticks = ticksOf(axis, count)
    if (count <= 2 || apart(ticks, axis, length)) return { ticks, angle: 0, dropped: 0 }
  }
}

/** Ticks of a vertical axis `length` pixels long; names wrap at `widest` pixels. */
export function ticksUpwards(axis: Axis, length: number, widest: number, density = 1): Ticks {
  if (axis.kind === 'category' && !axis.ticks) return namesUpwards(axis, length, widest)
  const count = Math.min(9, Math.max(2, Math.round((length / 95) * density)))
  return { ticks: ticksOf(axis, count), angle: 0, dropped: 0 }
}

function ticksOf(axis: Axis, count: number): AxisTick[] {
  const [low, high] = [Math.min(...axis.domain), Math.max(...axis.domain)]
  const found =
    axis.ticks ??
    (axis.kind === 'time'
      ? timeTicks([low, high], count, axis.grain)
      : axis.kind === 'log'
        ? logTicks([low, high], count)
        : axis.kind === 'symlog'
          ? symlogTicks(low, high)
          : linearTicks([low, high], count, {
              whole: axis.whole && axis.unit === 1,
              unit: axis.unit,
            }))
  return found
    .filter(
      ({ value }) => value >= low - 1e-9 * Math.abs(low) && value <= high + 1e-9 * Math.abs(high),
    )
    .map(({ value, label }) => ({ value, lines: label.split('\n') }))
}

function symlogTicks(low: number, high: number) {
  const up = high > 0 ? logTicks([1, Math.max(10, high)], 4) : []
  const down = low < 0 ? logTicks([1, Math.max(10, -low)], 4) : []
  return [
    ...down.reverse().map(({ value, label }) => ({ value: -value, label: `−${label}` })),
    { value: 0, label: '0' },
    ...up,
  ]
}

function apart(ticks: readonly AxisTick[], axis: Axis, length: number): boolean {
  const [low, high] = axis.domain
  const log = axis.kind === 'log'
  const place = (value: number) =>
    log
      ? (Math.log(value / low) / Math.log(high / low)) * length
      : ((value - low) / (high - low)) * length
  return ticks.every((tick, i) => {
    const next = ticks[i + 1]
    if (!next) return true
    return (
      place(next.value) - place(tick.value) >= (widest(tick.lines) + widest(next.lines)) / 2 + GAP
    )
  })
}

const widest = (lines: readonly string[]) => Math.max(0, ...lines.map((line) => widthOf(line)))

/** Names stand upright: wrapped to their place, turned only where a word is wider than it, thinned at last. */
function namesAcross(axis: Axis, length: number): Ticks {
  const names = axis.categories ?? []
  const span = Math.abs(axis.domain[1] - axis.domain[0])
  const room = length / span
  const wrapped = names.map((name, value) => ({ value, lines: linesOf(name, room - GAP * 0.6, 3) }))
  const fits = wrapped.every(({ lines }) => lines !== undefined)
  if (fits)
    return {
      ticks: wrapped.map(({ value, lines }) => ({ value, lines: lines ?? [] })),
      angle: 0,
      dropped: 0,
    }
  const every = Math.max(1, Math.ceil((LINE * 1.05) / room))
  const short = names.every((name) => widthOf(name) <= room * 3) && names.length > 12
  if (short || names.every((name) => /^[\d.,:\- ]+$/.test(name))) {
    // Numbers and short names are counted off by the reader.
    const step = Math.ceil((Math.max(...names.map((name) => widthOf(name))) + GAP) / room)
    const ticks = names.flatMap((name, value) =>
      value % step === 0 ? [{ value, lines: [name] }] : [],
    )
    if (isOrdered(names)) return { ticks, angle: 0, dropped: names.length - ticks.length }
  }
  const ticks = names.flatMap((name, value) =>
    value % every === 0 ? [{ value, lines: [cut(name, 260)] }] : [],
  )
  // Columns of a matrix are narrow and all alike: their names stand.
  return { ticks, angle: axis.bare ? -90 : -40, dropped: names.length - ticks.length }
}

const isOrdered = (names: readonly string[]) => names.every((name) => /\d/.test(name))

function namesUpwards(axis: Axis, length: number, wide: number): Ticks {
  const names = axis.categories ?? []
  const span = Math.abs(axis.domain[1] - axis.domain[0])
  const room = length / span
  const most = Math.max(1, Math.floor(room / LINE))
  const every = Math.max(1, Math.ceil((LINE * 0.92) / room))
  const ticks = names.flatMap((name, value) =>
    value % every === 0
      ? [{ value, lines: linesOf(name, wide, Math.min(3, most)) ?? [cut(name, wide)] }]
      : [],
  )
  return { ticks, angle: 0, dropped: names.length - ticks.length }
}

/** A name in at most `most` lines, or undefined where a word is wider than the room. */
function linesOf(name: string, room: number, most: number): string[] | undefined {
  if (widthOf(name) <= room) return [name]
  if (most < 2 || room < 20) return undefined
  const { lines, broken } = wrapText(name, room, { size: SIZE.text, weight: 400 })
  if (broken === 0 && lines.length <= most) return lines.map(({ text }) => text)
  return atJoints(name, room, most)
}

/** Names of one long word break behind their joints: "sepal_" and "length". */
function atJoints(name: string, room: number, most: number): string[] | undefined {
  const lines: string[] = []
  for (const part of name.split(/(?<=[_\-./\s])|(?<=\p{Ll})(?=\p{Lu})/u)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf((last + part).trimEnd()) <= room)
      lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  const fits = lines.length <= most && lines.every((line) => widthOf(line.trimEnd()) <= room)
  return fits ? lines.map((line) => line.trimEnd()) : undefined
}

/** A name shortened to `room` pixels. */
export function cut(name: string, room: number, size: number = SIZE.text): string {
  if (widthOf(name, size) <= room) return name
  const letters = [...name]
  const fits = (count: number) => widthOf(`${letters.slice(0, count).join('')}…`, size) <= room
  let [low, high] = [1, letters.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return `${letters.slice(0, low).join('').trimEnd()}…`
}
