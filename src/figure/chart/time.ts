import type { Tick } from './numbers'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30.44 * DAY
const YEAR = 365.25 * DAY

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Step {
  unit: 'year' | 'month' | 'day' | 'ms'
  by: number
  length: number
}

const STEPS: readonly Step[] = [
  ...[1, 5, 15, 30].map((by): Step => ({ unit: 'ms', by: by * SECOND, length: by * SECOND })),
  ...[1, 5, 15, 30].map((by): Step => ({ unit: 'ms', by: by * MINUTE, length: by * MINUTE })),
  ...[1, 3, 6, 12].map((by): Step => ({ unit: 'ms', by: by * HOUR, length: by * HOUR })),
  ...[1, 2, 7, 14].map((by): Step => ({ unit: 'day', by, length: by * DAY })),
  ...[1, 2, 3, 6].map((by): Step => ({ unit: 'month', by, length: by * MONTH })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map(
    (by): Step => ({ unit: 'year', by, length: by * YEAR }),
  ),
]

export type Grain = 'day' | 'month' | 'year'

/** The longest span that all moments stand at the start of; undefined for hours and shorter. */
export function grainOf(moments: readonly number[]): Grain | undefined {
  const all = (test: (date: Date) => boolean) => moments.every((each) => test(new Date(each)))
  if (!moments.every((each) => each % DAY === 0)) return undefined
  if (!all((date) => date.getUTCDate() === 1)) return 'day'
  return all((date) => date.getUTCMonth() === 0) ? 'year' : 'month'
}

const SHORTEST = { day: DAY, month: MONTH, year: YEAR } as const

/** Ticks at round moments of UTC, about `count`; the first of a year or a day says which it is. */
export function timeTicks(
  [low, high]: readonly [number, number],
  count: number,
  grain?: Grain,
): Tick[] {
  const rough = Math.max((high - low) / Math.max(1, count), grain ? SHORTEST[grain] : 0)
  const step = STEPS.find(({ length }) => length >= rough * 0.99) ?? STEPS.at(-1)
  if (!step) return []
  const moments = momentsOf(low, high, step)
  return moments.map((value, index) => ({ value, label: write(value, step, moments[index - 1]) }))
}

function momentsOf(low: number, high: number, { unit, by }: Step): number[] {
  const found: number[] = []
  const keep = (value: number) => {
    if (value >= low && value <= high) found.push(value)
    return value <= high && found.length < 200
  }
  if (unit === 'ms' || unit === 'day') {
    const length = unit === 'day' ? by * DAY : by
    for (let value = Math.ceil(low / length) * length; keep(value); value += length);
    return found
  }
  const start = new Date(low)
  const months = unit === 'year' ? by * 12 : by
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth()
  for (let month = Math.floor(first / months) * months; ; month += months) {
    const value = new Date(0)
    value.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
    if (!keep(value.getTime())) return found
  }
}

function write(value: number, { unit, length }: Step, before: number | undefined): string {
  const date = new Date(value)
  const year = String(date.getUTCFullYear())
  if (unit === 'year') return year
  const previous = before === undefined ? undefined : new Date(before)
  const newYear = previous === undefined || previous.getUTCFullYear() !== date.getUTCFullYear()
  const month = MONTHS[date.getUTCMonth()] ?? ''
  if (unit === 'month') return newYear ? `${month}\n${year}` : month
  const day = `${date.getUTCDate()} ${month}`
  if (unit === 'day') return newYear ? `${day}\n${year}` : day
  const two = (part: number) => String(part).padStart(2, '0')
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}${length < MINUTE ? `:${two(date.getUTCSeconds())}` : ''}`
  const newDay = previous === undefined || previous.getUTCDate() !== date.getUTCDate()
  return newDay ? `${clock}\n${day}` : clock
}

/** A moment in words, as exact as it is: a date, a date with its time, or the month or quarter it stands for. */
export function dateText(value: number, span?: 'month' | 'quarter'): string {
  const date = new Date(value)
  const text = date.toISOString()
  if (span === 'quarter')
    return `${date.getUTCFullYear()} Q${Math.floor(date.getUTCMonth() / 3) + 1}`
  if (span === 'month') return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
