/** Charts of scores against the truth: ROC, precision-recall, calibration. */
import { ChartRefused } from '../../../forms/chart'
import { areaUnder, averagePrecision, mean, thresholds } from '../stats'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  colorOf,
  DIAGONAL,
  layerOf,
  renamed,
  samplesOf,
  thinned,
} from './groups'

const SHARE = { scale: { domain: [0, 1] } }

/** A curve for each series, its figure behind its name. */
function curves(
  own: Composite,
  sign: string,
  titles: readonly [string, string],
  pick: (scored: readonly Scored[]) => { list: Json[]; figure: number },
): { x: Json; y: Json; line: Json; figures: string[]; positives: number } {
  const { encoding, says } = own
  const { format, ...legend } = (encoding.color?.legend ?? {}) as Json
  const decimals = Number(/\.(\d+)/.exec(String(format))?.[1] ?? 2)
  const found = samplesOf(own, { x: 'number', y: 'truth' }).map(({ own: keys, series, list }) => {
    const scored = list.map(({ x, y }) => ({ score: x, positive: y }))
    const positives = scored.filter(({ positive }) => positive).length
    if (positives === 0 || positives === scored.length)
      throw new ChartRefused(
        `A ${own.mark.type} curve needs both classes; ${series ?? 'the data'} ${series === undefined ? 'have' : 'has'} one.`,
      )
    const curve = pick(scored)
    return {
      keys,
      series,
      positives: positives / scored.length,
      ...curve,
      text: `${sign} ${curve.figure.toFixed(decimals)}`,
    }
  })
  for (const { series, figure } of found)
    says.push(`${series === undefined ? '' : `${series}: `}${sign} ${figure.toFixed(3)}.`)
  const { color, nameOf } = renamed(
    own,
    new Map(found.map(({ series, text }) => [series, ` (${text})`])),
  )
  const x = amount(encoding.x, 'x', titles[0], SHARE)
  const y = amount(encoding.y, 'y', titles[1], SHARE)
  const rows = found.flatMap(({ keys, list }) =>
    thinned(list).map((each) => ({ ...nameOf(keys), ...each })),
  )
  return {
    x,
    y,
    line: layerOf(
      'curve',
      rows,
      { type: 'line', interpolate: 'linear' },
      {
        x,
        y,
        color: format === undefined ? color : { ...color, legend },
        order: { field: 'at' },
      },
    ),
    figures: encoding.color?.field === undefined ? found.map(({ text }) => text) : [],
    positives: found.reduce((all, { positives }) => all + positives, 0) / found.length,
  }
}

interface Scored {
  score: number
  positive: boolean
}

/** Words in a corner of the frame: the figure of a curve that has no name. */
const inCorner = (figures: readonly string[], lower: boolean, right: boolean): Json[] =>
  figures.map((text) =>
    layerOf(
      'figure',
      [{}],
      {
        type: 'text',
        text,
        fontSize: 11,
        align: right ? 'right' : 'left',
        baseline: lower ? 'bottom' : 'top',
        dx: right ? -6 : 6,
        dy: lower ? -6 : 6,
      },
      {
        x: { value: right ? 'width' : 0 },
        y: { value: lower ? 'height' : 0 },
      },
    ),
  )

const SQUARE = { width: 400, height: 400 }

export function roc(own: Composite): Json {
  const { x, y, line, figures } = curves(
    own,
    'AUC',
    ['False positive rate', 'True positive rate'],
    (scored) => {
      const list = [{ fpr: 0, tpr: 0 }, ...thresholds(scored)].map(({ fpr, tpr }, at) => ({
        x: fpr,
        y: tpr,
        at,
      }))
      return { list, figure: areaUnder(list) }
    },
  )
  return { ...SQUARE, layer: [DIAGONAL(x, y), line, ...inCorner(figures, true, true)] }
}

export function precisionRecall(own: Composite): Json {
  const { y, line, figures, positives } = curves(own, 'AP', ['Recall', 'Precision'], (scored) => {
    const steps = thresholds(scored).map(({ tpr, precision }) => ({ x: tpr, y: precision }))
    const list = [{ x: 0, y: steps[0]?.y ?? 1 }, ...steps].map((each, at) => ({ ...each, at }))
    return { list, figure: averagePrecision(steps) }
  })
  own.says.push(`The dashed line is the share of positives, ${positives.toFixed(2)}.`)
  const chance = layerOf(
    'chance',
    [{}],
    { type: 'rule', color: '#8b949e', strokeDash: [4, 3] },
    {
      y: { ...y, field: undefined, datum: positives },
    },
  )
  return { ...SQUARE, layer: [chance, line, ...inCorner(figures, true, false)] }
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
        const share = each.filter(({ y }) => y).length / each.length
        return {
          ...keys,
          predicted: mean(each.map(({ x }) => x)),
          observed: share,
          n: each.length,
          ...wilson(share, each.length),
        }
      })
  })
  says.push(`${count} bins of equal width, with 95 % intervals.`)
  const x = amount(encoding.x, 'predicted', 'Predicted probability', SHARE)
  const y = (field: string) => amount(encoding.y, field, 'Observed share', SHARE)
  const ink = colorOf(own)
  return {
    ...SQUARE,
    layer: [
      DIAGONAL(x, y('to')),
      layerOf(
        'interval',
        rows,
        { type: 'rule', strokeWidth: 1 },
        { x, y: y('low'), y2: { field: 'high' }, ...ink },
      ),
      layerOf(
        'curve',
        rows,
        { type: 'line', interpolate: 'linear' },
        { x, y: y('observed'), ...ink },
      ),
      layerOf(
        'point',
        rows,
        { type: 'point', filled: true, size: 36, opacity: 1 },
        { x, y: y('observed'), ...ink },
      ),
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
