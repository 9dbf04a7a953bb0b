import type { Channel, Field } from '../../forms/chart'
import { axisUnit, raised } from './numbers'
import type { Axis } from './plot'
import { extent, roundStep } from './stats'
import { grainOf } from './time'

export interface ValueAxisOptions {
  /** The axis starts at zero: for lengths and areas, never for places. */
  zero?: boolean
  /** Room beyond the data as a share of their range. */
  pad?: number
  grid?: boolean
  whole?: boolean
  /** Ends on round values. */
  nice?: boolean
  /** Room at the upper end for labels above the marks. */
  headroom?: number
}

/** An axis of amounts that holds `low` to `high`, or what the channel asks for. */
export function valueAxis(
  [low, high]: readonly [number, number],
  channel: Channel | undefined,
  title: string,
  options: ValueAxisOptions = {},
): Axis {
  const scale = channel?.scale ?? 'linear'
  const usable = scale === 'log' && low <= 0 ? 'symlog' : scale
  const given = channel?.domain
  // Limits that hold none of the data would leave the frame empty.
  const asked = given && (given[1] < low || given[0] > high) ? undefined : given
  const domain =
    asked && !(usable === 'log' && asked[0] <= 0)
      ? asked
      : usable === 'log'
        ? logDomain(low, high, options)
        : linearDomain(low, high, options, channel?.percent === true)
  const unit = channel?.percent ? 0.01 : usable === 'linear' ? axisUnit(domain) : 1
  return {
    kind: usable,
    domain,
    title: unit === 1 || channel?.percent ? title : withPower(title, unit),
    unit,
    whole: options.whole === true,
    grid: options.grid === true,
  }
}

function logDomain(low: number, high: number, options: ValueAxisOptions): [number, number] {
  const pad = (Math.log10(high) - Math.log10(low)) * (options.pad ?? 0.04) || 0.15
  if (options.zero) return [10 ** Math.floor(Math.log10(low) - 0.01), high * 10 ** pad]
  return [10 ** (Math.log10(low) - pad), 10 ** (Math.log10(high) + pad)]
}

/** Padded, but not over a natural bound: amounts stay above zero, shares below one. */
function linearDomain(
  low: number,
  high: number,
  options: ValueAxisOptions,
  share: boolean,
): [number, number] {
  const { zero = false, pad = 0.05, nice = true, headroom = 0 } = options
  const [from, to] = zero ? [Math.min(0, low), Math.max(0, high)] : [low, high]
  if (!(to > from)) {
    const half = Math.abs(to) * 0.1 || 1
    return zero ? [0, half] : [from - half, to + half]
  }
  const room = (to - from) * pad
  let start = zero && from >= 0 ? 0 : from - room
  let end = zero && to <= 0 ? 0 : to + room + (to - from) * headroom
  if (nice) {
    const step = roundStep(end - start, 5, options.whole)
    // A round end is worth a little more room, not a fifth of the frame.
    const roundStart = Math.floor(start / step + 1e-9) * step
    const roundEnd = Math.ceil(end / step - 1e-9) * step
    if (start !== 0 && start - roundStart < step * 0.5) start = roundStart
    if (end !== 0 && roundEnd - end < step * 0.5) end = roundEnd
  }
  if (low >= 0 && start < 0) start = 0
  if (share && high <= 1 && end > 1 && headroom === 0) end = 1
  return [Number(start.toPrecision(12)), Number(end.toPrecision(12))]
}

function withPower(title: string, unit: number): string {
  const power = `×10${raised(Math.round(Math.log10(unit)))}`
  const bracket = /^(.*)\(([^()]*)\)$/.exec(title)
  return bracket ? `${bracket[1]}(${power} ${bracket[2]})` : `${title} (${power})`.trim()
}

/** An axis of names. */
export function categoryAxis(categories: readonly string[], title: string): Axis {
  return {
    kind: 'category',
    domain: [-0.6, categories.length - 0.4],
    title,
    unit: 1,
    whole: true,
    grid: false,
    categories,
  }
}

/** An axis of moments. */
export function timeAxis(moments: readonly number[], title: string): Axis {
  const [low, high] = extent(moments)
  const grain = grainOf(moments)
  const room = (high - low) * 0.015 || 43_200_000
  return {
    kind: 'time',
    domain: [low - room, high + room],
    title,
    unit: 1,
    whole: false,
    grid: false,
    ...(grain ? { grain } : {}),
  }
}

export const isTime = (field: Field | undefined): boolean => field?.role === 'time'

/** Where a value lies along an axis: 0 at the start of its domain, 1 at the end. */
export function placeOn(axis: Axis, value: number): number {
  const [low, high] = axis.domain
  const bend = bendOf(axis)
  const [from, to] = [bend(low), bend(high)]
  return to === from ? 0.5 : (bend(value) - from) / (to - from)
}

/** The value at a place along an axis, the reverse of {@link placeOn}. */
export function valueAt(axis: Axis, place: number): number {
  const [low, high] = axis.domain
  const bend = bendOf(axis)
  const inner = bend(low) + (bend(high) - bend(low)) * place
  if (axis.kind === 'log') return 10 ** inner
  if (axis.kind === 'symlog') return Math.sign(inner) * Math.expm1(Math.abs(inner))
  return inner
}

/** As vega bends its scales; the constant of `symlog` is 1. */
function bendOf(axis: Axis): (value: number) => number {
  if (axis.kind === 'log') return Math.log10
  if (axis.kind === 'symlog') return (value) => Math.sign(value) * Math.log1p(Math.abs(value))
  return (value) => value
}
