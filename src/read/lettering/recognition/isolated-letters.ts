import type { LineReading } from './recognise'

/** Letters that circles, crosses, corners and bars look like. */
const GEOMETRIC = /^[OoQ0XxLVvTCcIl1rJjzZDUuHN+]$/
/** Letters by themselves are as high as those of some line, within this ratio. */
const AS_HIGH = 1.25
const NEARLY_AS_HIGH = 1.7

/** Drops single signs that no line of the same picture has letters like: they are shapes, not text. */
export function withoutIsolated(readings: readonly LineReading[]): LineReading[] {
  const lines = readings.filter(({ letters }) => letters.length > 1)
  return readings.filter((reading) => {
    const [only] = reading.letters
    if (!only || reading.letters.length > 1) return true
    const geometric = GEOMETRIC.test(only.text)
    return lines.some((line) => {
      const high = line.measures.capital ?? (line.measures.small ?? 0.73 * line.tall) * 1.36
      const own = /[acemnorsuvwxz]/.test(only.text) ? reading.tall * 1.36 : reading.tall
      const ratio = Math.max(own / high, high / own)
      return (
        ratio < (geometric ? AS_HIGH : NEARLY_AS_HIGH) && (!geometric || sameColour(reading, line))
      )
    })
  })
}

function sameColour(a: LineReading, b: LineReading): boolean {
  const [one, other] = [a.pieces[0]?.colour, b.pieces[0]?.colour]
  if (!one || !other) return false
  return Math.max(...one.map((value, k) => Math.abs(value - (other[k] ?? 0)))) < 70
}
