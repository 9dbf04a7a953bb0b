/** Charts of scores against the truth: ROC, precision-recall, calibration. */
import { ChartRefused } from '../../../forms/chart'
import { areaUnder, averagePrecision, mean, type Scored, thresholds } from '../spec/stats'
import type { Json } from '../spec/vega'
import {
  amount,
  type Composite,
  called,
  colorOf,
  DIAGONAL,
  layerOf,
  lineAt,
  renamed,
  samplesOf,
} from './groups'

const SHARE = { scale: { domain: [0, 1] } }
const SQUARE = { width: 400, height: 400 }
const LINE = { type: 'line', interpolate: 'linear' }

interface Curves {
  x: Json
  y: Json
  /** The curves, and in a corner the figure of one that has no name. */
  layers: Json[]
  positives: number
}

/** A curve for each series, its figure behind its name. */
function curves(
  own: Composite,
  sign: string,
  [xTitle, yTitle]: readonly [string, string],
  isLow: boolean,
  pick: (scored: readonly Scored[]) => { list: { x: number; y: number }[]; figure: number },
): Curves {
  const { encoding, says } = own
  const { format, ...legend } = (encoding.color?.legend ?? {}) as Json
  const decimals = Number(/\.(\d+)/.exec(String(format))?.[1] ?? 2)
  const found = samplesOf(own, { x: 'number', y: 'truth' }).map(({ own: keys, series, list }) => {
    const scored = list.map(({ x, y }) => ({ score: x, positive: y }))
    const positives = scored.filter(({ positive }) => positive).length
    if (positives === 0 || positives === scored.length)
      throw new ChartRefused(
        `A ${own.mark.type} curve needs both classes; ${called(series)}one is there.`,
      )
    const curve = pick(scored)
    says.push(`${called(series)}${sign} ${curve.figure.toFixed(3)}.`)
    const text = `${sign} ${curve.figure.toFixed(decimals)}`
    return { keys, series, positives: positives / scored.length, text, list: curve.list }
  })
  const names = new Map(found.map(({ series, text }) => [series, ` (${text})`]))
  const { color, nameOf } = renamed(own, names)
  const x = amount(encoding.x, 'x', xTitle, SHARE)
  const y = amount(encoding.y, 'y', yTitle, SHARE)
  const rows = found.flatMap(({ keys, list }) =>
    list.map((each, at) => ({ ...nameOf(keys), ...each, at })),
  )
  const ink = format === undefined ? color : { ...color, legend }
  const line = layerOf('curve', rows, LINE, { x, y, color: ink, order: { field: 'at' } })
  const corner = {
    ...{ type: 'text', text: found[0]?.text, fontSize: 11, baseline: 'bottom', dy: -6 },
    ...(isLow ? { align: 'right', dx: -6 } : { align: 'left', dx: 6 }),
  }
  const place = { x: { value: isLow ? 'width' : 0 }, y: { value: 'height' } }
  const isNamed = encoding.color?.field !== undefined
  return {
    x,
    y,
    layers: isNamed ? [line] : [line, layerOf('figure', [{}], corner, place)],
    positives: mean(found.map((each) => each.positives)),
  }
}

export function roc(own: Composite): Json {
  const titles = ['False positive rate', 'True positive rate'] as const
  const { x, y, layers } = curves(own, 'AUC', titles, true, (scored) => {
    const steps = thresholds(scored).map(({ fpr, tpr }) => ({ x: fpr, y: tpr }))
    const list = [{ x: 0, y: 0 }, ...steps]
    return { list, figure: areaUnder(list) }
  })
  return { ...SQUARE, layer: [DIAGONAL(x, y), ...layers] }
}

export function precisionRecall(own: Composite): Json {
  const titles = ['Recall', 'Precision'] as const
  const { y, layers, positives } = curves(own, 'AP', titles, false, (scored) => {
    const steps = thresholds(scored).map(({ tpr, precision }) => ({ x: tpr, y: precision }))
    const list = [{ x: 0, y: steps[0]?.y ?? 1 }, ...steps]
    return { list, figure: averagePrecision(steps) }
  })
  own.says.push(`The dashed line is the share of positives, ${positives.toFixed(2)}.`)
  const dashed = { color: '#8b949e', strokeDash: [4, 3] }
  return { ...SQUARE, layer: [lineAt('chance', 'y', y, positives, dashed), ...layers] }
}

/** Observed shares in bins of equal width, with the interval of Wilson (1927). */
export function calibration(own: Composite): Json {
  const { encoding, says } = own
  const count = Number(own.mark.bins ?? 10)
  const rows = samplesOf(own, { x: 'number', y: 'truth' }).flatMap(({ own: keys, list }) => {
    const outside = list.find(({ x }) => x < 0 || x > 1)
    if (outside)
      throw new ChartRefused(
        `A predicted probability is ${outside.x}; probabilities lie between 0 and 1.`,
      )
    const bins = Map.groupBy(list, ({ x }) => Math.min(count - 1, Math.floor(x * count)))
    return [...bins]
      .sort(([a], [b]) => a - b)
      .map(([, each]) => {
        const observed = each.filter(({ y }) => y).length / each.length
        const predicted = mean(each.map(({ x }) => x))
        return { ...keys, predicted, observed, ...wilson(observed, each.length) }
      })
  })
  says.push(`${count} bins of equal width, with 95 % intervals.`)
  const x = amount(encoding.x, 'predicted', 'Predicted probability', SHARE)
  const y = (field: string) => amount(encoding.y, field, 'Observed share', SHARE)
  const place = { x, y: y('observed'), ...colorOf(own) }
  const interval = { ...place, y: y('low'), y2: { field: 'high' } }
  return {
    ...SQUARE,
    layer: [
      DIAGONAL(x, y('to')),
      layerOf('interval', rows, { type: 'rule', strokeWidth: 1 }, interval),
      layerOf('curve', rows, LINE, place),
      layerOf('point', rows, { type: 'point', filled: true, size: 36, opacity: 1 }, place),
    ],
  }
}

function wilson(share: number, n: number): { low: number; high: number } {
  const z = 1.96
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half =
    (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
