import { language } from './words'

const TIME = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat(language)
const dollars = new Intl.NumberFormat(language, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
})

/** An instant of the interface, in the reader's zone, to the second or the minute; the year where it is not this one. @param iso null: nothing */
export function instant(iso: string | null, isExact = true): string {
  if (iso === null) return ''
  const at = new Date(iso)
  const year = at.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  const second = isExact ? '2-digit' : undefined
  return at.toLocaleString(language, { ...TIME, year, second })
}

/** A UTC day, `2026-01-31`. */
export const day = (iso: string): string => days.format(new Date(`${iso}T00:00:00Z`))

export const number = (value: number): string => numbers.format(value)

export const usd = (value: number): string => dollars.format(value)

const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Bytes in the unit that leaves one to three digits before the point. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  const step = Math.min(STEPS.length - 1, Math.floor(Math.log10(value) / 3))
  return unit(value / 1000 ** step, STEPS[step] ?? 'byte')
}

/** Milliseconds, in seconds or minutes. */
export function duration(ms: number): string {
  return ms < 120_000 ? unit(ms / 1000, 'second') : unit(ms / 60_000, 'minute')
}

function unit(value: number, name: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
