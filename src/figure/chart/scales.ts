import { brief } from './datum'
import { spoken } from './spec/prepare'
import type { VegaScale } from './spec/vega'

/** What turns pixels back into data, written beside an axis: kind, ends of domain and range, names. */
export function scaleData(
  scale: VegaScale,
  /** Ends of the frame on the canvas, where the axis starts and where it stops. */
  origin: number,
  unit: number,
): Record<string, string> {
  const range = scale.range().map(Number)
  const place = (value: number) => Number(((value + origin) * unit).toFixed(3))
  const domain = scale.domain()
  if (scale.bandwidth) {
    const names = domain.slice(0, 200).map((name) => brief(nameOf(name)))
    const [first, second] = [domain[0], domain[1]]
    const middle = (value: unknown) => Number(scale(value) ?? 0) + (scale.bandwidth?.() ?? 0) / 2
    const ends = [range[0] ?? 0, range.at(-1) ?? 0] as const
    const start = middle(first)
    const step = second === undefined ? Math.abs(ends[1] - ends[0]) || 1 : middle(second) - start
    // A step runs from the first name on; the ends of the range lie between whole numbers.
    const [low, high] = step < 0 ? [Math.max(...ends), Math.min(...ends)] : ends
    return {
      scale: 'category',
      domain: `${round((low - start) / step)} ${round((high - start) / step)}`,
      range: `${place(low)} ${place(high)}`,
      names: JSON.stringify(names),
    }
  }
  const kind = KINDS[scale.type] ?? scale.type
  return {
    scale: kind,
    domain: `${Number(domain[0])} ${Number(domain.at(-1))}`,
    range: `${place(range[0] ?? 0)} ${place(range.at(-1) ?? 0)}`,
    ...(kind === 'log' && scale.base ? { base: String(scale.base()) } : {}),
    ...(kind === 'pow' && scale.exponent ? { exponent: String(scale.exponent()) } : {}),
  }
}

const round = (value: number) => Number(value.toFixed(6))

const KINDS: Readonly<Record<string, string>> = { utc: 'time', sqrt: 'pow' }

function nameOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : spoken(String(value))
}
