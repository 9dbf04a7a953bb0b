import type { Reading } from './recognise'

export interface Style {
  baseline: number
  fontSize: number
  fontWeight: 400 | 700
  italic: boolean
  colour: string
  family: 'sans' | 'serif' | 'mono'
}

/** Fits what a line was set in. */
export function styleOf(reading: Reading): Style {
  const { strip, angle } = reading
  const stands = baselineOf(reading)
  return {
    baseline:
      angle === 0
        ? strip.top + stands
        : angle === 270
          ? strip.left + stands
          : strip.left + strip.height - stands,
    fontSize: reading.tall / 0.72,
    fontWeight: 400,
    italic: false,
    colour: colourOf(reading),
    family: 'sans',
  }
}

const STANDS = /[A-Za-z0-9]/
const HANGS = /[gjpqyQ]/

function baselineOf({ letters, strip }: Reading): number {
  const feet = letters
    .filter(({ text }) => STANDS.test(text) && !HANGS.test(text))
    .map(({ bottom }) => bottom)
    .sort((a, b) => a - b)
  return feet[feet.length >> 1] ?? strip.height
}

function colourOf({ pieces }: Reading): string {
  const strongest = [...pieces].sort((a, b) => b.peak * Math.sqrt(b.area) - a.peak * Math.sqrt(a.area))[0]
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
  return `#${(strongest?.colour ?? [0, 0, 0]).map(hex).join('')}`
}
