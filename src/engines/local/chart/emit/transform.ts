import { short } from '../../../../figure/chart/numbers'
import {
  areaUnder,
  averagePrecision,
  mean,
  pearson,
  thresholds,
} from '../../../../figure/chart/stats'
import type { Cell, Field, Table } from '../../../../forms/chart'
import { ChartRefused } from '../../../../forms/chart'
import type { ChartIR } from '../chart-ir'
import { byName, distinct, fieldOf } from './data'

interface Transformed {
  table: Table
  ir: ChartIR
  says: string[]
}

/** Computes what the chart shows where that is not what the data hold: rates, matrices, areas under curves. */
export function transformed(table: Table, ir: ChartIR, notes: string[]): Transformed {
  switch (ir.transform) {
    case 'roc':
    case 'pr':
      return curves(table, ir, ir.transform)
    case 'calibration':
      return calibration(table, ir)
    case 'correlation':
      return correlation(table, ir)
    case 'confusion':
      return confusion(table, ir, notes)
    default:
      return { table, ir, says: [] }
  }
}

const column = (name: string, values: Cell[], role: Field['role'] = 'number'): Field => ({
  name,
  role,
  whole: false,
  values,
})

/** Which label is the positive one: 1, true, yes, pos...; else the later by name. */
function positiveOf(values: readonly Cell[]): Cell {
  const names = [...new Set(values.filter((each) => each !== null))]
  const known = names.find((each) =>
    /^(1|true|yes|pos(itive)?|case|disease[d]?)$/i.test(String(each)),
  )
  return known ?? names.sort((a, b) => String(a).localeCompare(String(b))).at(-1) ?? 1
}

interface Curve {
  name: string
  points: { x: number; y: number }[]
}

/** With given rates the curves are sorted and measured; with scores and labels they are computed first. */
function curves(table: Table, ir: ChartIR, kind: 'roc' | 'pr'): Transformed {
  const { encoding } = ir
  const computed = encoding.weight !== undefined
  const found = computed ? curvesOfScores(table, ir, kind) : curvesOfRates(table, ir)
  const key = 'curve'
  // Of given points no threshold is known, so their area is measured unless the average is asked for.
  const averaged = kind === 'pr' && (ir.area ?? (computed ? 'ap' : 'auc')) === 'ap'
  const rows = found.flatMap(({ name, points }) => {
    const area = averaged ? averagePrecision(points) : areaUnder(points)
    const figure = `${averaged ? 'AP' : 'AUC'} = ${area.toFixed(2)}`
    const label = name === '' ? figure : `${name} (${figure})`
    return points.map((point) => ({ ...point, label }))
  })
  const names = distinct(rows.map(({ label }) => label))
  const [xTitle, yTitle] =
    kind === 'roc' ? ['False positive rate', 'True positive rate'] : ['Recall', 'Precision']
  return {
    table: {
      ...table,
      fields: [
        column(
          'x',
          rows.map(({ x }) => x),
        ),
        column(
          'y',
          rows.map(({ y }) => y),
        ),
        column(
          key,
          rows.map(({ label }) => label),
          'category',
        ),
      ],
    },
    ir: {
      ...ir,
      square: true,
      aggregate: 'none',
      encoding: {
        x: { field: 'x', title: encoding.x?.title ?? xTitle ?? '', domain: [0, 1] },
        y: { field: 'y', title: encoding.y?.title ?? yTitle ?? '', domain: [0, 1] },
        color: { field: key, title: encoding.color?.title ?? '' },
      },
      palette: renamed(ir, found, names),
    },
    says: [`${kind === 'roc' ? 'ROC curves' : 'Precision-recall curves'}: ${names.join(', ')}.`],
  }
}

/** The labels carry areas, so colours asked for by name follow them. */
function renamed(ir: ChartIR, found: readonly Curve[], labels: readonly string[]) {
  const label = (name: string) => labels[found.findIndex((each) => each.name === name)] ?? name
  const { of, highlight } = ir.palette ?? {}
  return {
    ...ir.palette,
    ...(of ? { of: of.map((each) => ({ ...each, name: label(each.name) })) } : {}),
    ...(highlight ? { highlight: highlight.map(label) } : {}),
  }
}

/** The rows of each curve by its name; without names all rows are one. */
const rowsBy = (keys: readonly Cell[], length: number): Map<string, number[]> =>
  Map.groupBy(
    Array.from({ length }, (_, i) => i),
    (i) => (keys.length === 0 ? '' : String(keys[i])),
  )

function curvesOfRates(table: Table, { encoding }: ChartIR): Curve[] {
  const xs = fieldOf(table, encoding.x?.field ?? '').values
  const ys = fieldOf(table, encoding.y?.field ?? '').values
  const keys = encoding.color ? fieldOf(table, encoding.color.field).values : []
  return [...rowsBy(keys, xs.length)].map(([name, rows]) => ({
    name,
    points: rows
      .flatMap((i) => {
        const [x, y] = [xs[i], ys[i]]
        return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
      })
      .sort((a, b) => a.x - b.x || a.y - b.y),
  }))
}

/** `weight` holds the scores and `y` the true labels. */
function curvesOfScores(table: Table, { encoding }: ChartIR, kind: 'roc' | 'pr'): Curve[] {
  const scores = fieldOf(table, encoding.weight?.field ?? '').values
  const truths = fieldOf(table, encoding.y?.field ?? '').values
  const keys = encoding.color ? fieldOf(table, encoding.color.field).values : []
  const positive = positiveOf(truths)
  return [...rowsBy(keys, scores.length)].map(([name, rows]) => {
    const scored = rows.flatMap((i) => {
      const score = scores[i]
      const known = typeof score === 'number' && truths[i] !== null
      return known ? [{ score, positive: truths[i] === positive }] : []
    })
    if (!scored.some((each) => each.positive) || scored.every((each) => each.positive)) {
      throw new ChartRefused('A ROC or precision-recall curve needs labels of both classes.')
    }
    const found = thresholds(scored)
    const start = kind === 'roc' ? { x: 0, y: 0 } : { x: 0, y: found[0]?.precision ?? 1 }
    const points = found.map((each) =>
      kind === 'roc' ? { x: each.fpr, y: each.tpr } : { x: each.tpr, y: each.precision },
    )
    return { name, points: [start, ...points] }
  })
}

const CALIBRATION_BINS = 10

/** Predicted probabilities in ten equal bins against the share of positives in each. */
function calibration(table: Table, ir: ChartIR): Transformed {
  const { encoding } = ir
  const square = { ...ir, square: true }
  const axes = (x: string, y: string) => ({
    ...encoding,
    x: {
      ...encoding.x,
      field: x,
      title: encoding.x?.title ?? 'Predicted probability',
      domain: [0, 1] as [number, number],
    },
    y: {
      ...encoding.y,
      field: y,
      title: encoding.y?.title ?? 'Observed frequency',
      domain: [0, 1] as [number, number],
    },
  })
  if (!encoding.weight) {
    return {
      table,
      ir: { ...square, encoding: axes(encoding.x?.field ?? '', encoding.y?.field ?? '') },
      says: [],
    }
  }
  const scores = fieldOf(table, encoding.weight.field).values
  const truths = fieldOf(table, encoding.y?.field ?? '').values
  const keys = encoding.color ? fieldOf(table, encoding.color.field).values : []
  const positive = positiveOf(truths)
  const rows = distinct(encoding.color ? keys.map(String) : ['']).flatMap((name) =>
    Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
      const inside = scores.flatMap((score, i) => {
        const own = name === '' || String(keys[i]) === name
        const at =
          typeof score === 'number'
            ? Math.min(CALIBRATION_BINS - 1, Math.floor(score * CALIBRATION_BINS))
            : -1
        return own && at === bin
          ? [{ score: score as number, hit: Number(truths[i] === positive) }]
          : []
      })
      return { name, inside }
    })
      .filter(({ inside }) => inside.length > 0)
      .map(({ name: series, inside }) => ({
        series,
        x: mean(inside.map(({ score }) => score)),
        y: mean(inside.map(({ hit }) => hit)),
      })),
  )
  const { weight: _, ...rest } = axes('x', 'y')
  return {
    table: {
      ...table,
      fields: [
        column(
          'x',
          rows.map(({ x }) => x),
        ),
        column(
          'y',
          rows.map(({ y }) => y),
        ),
        ...(encoding.color
          ? [
              column(
                encoding.color.field,
                rows.map(({ series }) => series),
                'category',
              ),
            ]
          : []),
      ],
    },
    ir: { ...square, encoding: rest },
    says: [],
  }
}

/** Pearson's correlation of every pair of number columns. */
function correlation(table: Table, ir: ChartIR): Transformed {
  const numbers = table.fields.filter(({ role }) => role === 'number')
  if (numbers.length < 2) {
    throw new ChartRefused('A correlation matrix needs at least two columns of numbers.')
  }
  const cells = numbers.flatMap((one) =>
    numbers.map((two) => {
      const pairs = one.values.flatMap((x, i) => {
        const y = two.values[i]
        return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
      })
      const r =
        one === two
          ? 1
          : pearson(
              pairs.map(({ x }) => x),
              pairs.map(({ y }) => y),
            )
      return { row: one.name, column: two.name, r: Number.isFinite(r) ? r : null }
    }),
  )
  return matrixOf(
    table,
    ir,
    cells.map(({ row, column: name, r }) => ({ row, name, value: r })),
    {
      title: 'Correlation',
      domain: [-1, 1],
    },
  )
}

/** Counts of pairs of a true and a predicted name. */
function confusion(table: Table, ir: ChartIR, notes: string[]): Transformed {
  const { encoding } = ir
  const truth = fieldOf(table, encoding.y?.field ?? '').values
  const guess = fieldOf(table, encoding.x?.field ?? '').values
  const names = distinct([...truth, ...guess].filter((each) => each !== null).map(String)).sort(
    byName,
  )
  if (names.length > 60)
    throw new ChartRefused(
      `A confusion matrix of ${names.length} classes cannot be read; 60 are the most.`,
    )
  const counts = new Map<string, number>()
  truth.forEach((each, i) => {
    const key = JSON.stringify([String(each), String(guess[i])])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  const hits = names.reduce((all, name) => all + (counts.get(JSON.stringify([name, name])) ?? 0), 0)
  notes.push(
    `${short(truth.length, 4)} pairs counted; ${short((100 * hits) / truth.length)} % on the diagonal`,
  )
  const cells = names.flatMap((row) =>
    names.map((name) => ({ row, name, value: counts.get(JSON.stringify([row, name])) ?? 0 })),
  )
  const full = {
    ...ir,
    encoding: {
      ...encoding,
      x: { ...encoding.x, field: 'column', title: encoding.x?.title ?? 'Predicted class' },
      y: { ...encoding.y, field: 'row', title: encoding.y?.title ?? 'True class' },
    },
  }
  return matrixOf(table, full, cells, { title: 'Count' })
}

function matrixOf(
  table: Table,
  ir: ChartIR,
  cells: readonly { row: string; name: string; value: number | null }[],
  standard: { title: string; domain?: [number, number] },
): Transformed {
  return {
    table: {
      ...table,
      fields: [
        column(
          'row',
          cells.map(({ row }) => row),
          'category',
        ),
        column(
          'column',
          cells.map(({ name }) => name),
          'category',
        ),
        {
          ...column(
            'value',
            cells.map(({ value }) => value),
          ),
          whole: cells.every(({ value }) => Number.isInteger(value)),
        },
      ],
    },
    ir: {
      ...ir,
      square: true,
      encoding: {
        x: { ...ir.encoding.x, field: 'column', title: ir.encoding.x?.title ?? '' },
        y: { ...ir.encoding.y, field: 'row', title: ir.encoding.y?.title ?? '' },
        color: {
          title: standard.title,
          ...(standard.domain ? { domain: standard.domain } : {}),
          ...ir.encoding.color,
          field: 'value',
        },
      },
    },
    says: [],
  }
}
