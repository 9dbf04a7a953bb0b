import type { Cell, Overlay } from '../../../forms/chart'
import { momentOf } from './cells'
import { because, type Choice, namesIn, numbersIn, type Sketch } from './context'
import { fieldIn, lies } from './finish'

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
  const lying = sketch.horizontal === true || lies({ ...choice, reasons: [] }, sketch)
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
  if (wish.points && sketch.mark === 'line') found.push({ kind: 'points' })
  const summed = sketch.aggregate === 'mean' || sketch.aggregate === 'median'
  const hides = ['box', 'violin'].includes(sketch.mark) || (summed && sketch.mark !== 'arc')
  if (wish.raw && hides) found.push({ kind: 'raw' })
  if (wish.curve && sketch.mark === 'histogram') found.push({ kind: 'mean' })
  if (sketch.encoding.p && (wish.stars || ['bar', 'lollipop', 'line'].includes(sketch.mark))) {
    found.push({ kind: 'stars' })
    because(choice, 'stars', 'p values are given')
  }
  for (const { pair, p } of read.pairs) found.push({ kind: 'stars', pair, p })
  for (const { axis, value, text } of wish.references) {
    const place = referenceValue(choice, sketch, value)
    if (place === undefined) continue
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
        : isMoment(choice, sketch, value)
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

function referenceValue(choice: Choice, sketch: Sketch, raw: string): Cell | undefined {
  const x = fieldIn(choice, sketch.encoding.x)
  if (isMoment(choice, sketch, raw)) return momentOf(raw)
  const number = Number(raw.replace('−', '-'))
  if (Number.isFinite(number))
    return sketch.encoding.y?.percent && Math.abs(number) > 1 ? number / 100 : number
  const values = numbersIn(fieldIn(choice, sketch.encoding.y))
  if (/^(?:mean|average)$/i.test(raw) && values.length > 0)
    return Number((values.reduce((a, b) => a + b, 0) / values.length).toPrecision(6))
  if (/^chance/i.test(raw)) return 0.5
  return matching(raw, namesIn(x))
}

function annotations(choice: Choice, { encoding, mark }: Sketch): Overlay[] {
  const { wish } = choice
  const [x, y] = [fieldIn(choice, encoding.x), fieldIn(choice, encoding.y)]
  const found = wish.annotations.flatMap(({ x: at, text }): Overlay[] => {
    const number = Number(at)
    const place =
      x?.role === 'time'
        ? momentOf(at)
        : Number.isFinite(number) && x?.role === 'number'
          ? number
          : matching(at, namesIn(x))
    return place === null || place === undefined
      ? []
      : [{ kind: 'annotation', x: place, ...(text ? { text } : {}) }]
  })
  if (!wish.extreme || !x || !y || !['line', 'point', 'area'].includes(mark)) return found
  let best = -1
  y.values.forEach((value, i) => {
    const current = y.values[best]
    const better =
      typeof value === 'number' &&
      (typeof current !== 'number' || (wish.extreme === 'max' ? value > current : value < current))
    if (better) best = i
  })
  const value = y.values[best]
  if (typeof value === 'number')
    found.push({
      kind: 'annotation',
      x: x.values[best] ?? null,
      y: value,
      text: `${wish.extreme === 'max' ? 'Maximum' : 'Minimum'} ${Number(value.toPrecision(4))}`,
    })
  return found
}
