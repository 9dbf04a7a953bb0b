import { ChartRefused, type Field, type Table } from '../../../../forms/chart'
import type { ChartIR, Mark } from '../chart-ir'
import { sentence } from '../data/field-titles'
import type { DataRead } from '../data/read-data'
import { finish } from '../finish/finish'
import { inOneLine, plainQuotes } from '../words/claims'
import { readIntent } from '../words/read-intent'
import { withRowsNamed } from '../words/rows'
import { inOneWord } from '../words/synonyms'
import { aggregateOf } from './aggregate'
import { axesOf, foldOf } from './axes'
import { withCompared, withShownP } from './compared'
import {
  areCalendar,
  because,
  type Choice,
  choiceOf,
  columnNames,
  isArgument,
  mentioned,
  named,
  namesIn,
  numbersIn,
  rowNumbers,
  type Sketch,
} from './context'
import { curveOf } from './curves'
import { distributionOf, forestOf, heatmapOf } from './distributions'
import { chooseMark } from './mark'
import { byMeasure, pointsOf } from './points'

/**
 * A chart for data and an intent in words, with a reason for each choice, and the columns it draws from.
 * @throws ChartRefused
 */
export function chooseChart(read: DataRead, said: string): { chart: ChartIR; table: Table } {
  const names = read.table.fields.map(({ name }) => name)
  const asked = readIntent(
    inOneWord(plainQuotes(inOneLine(said)), names),
    names,
    namesOfData(read.table),
  )
  const rows = withRowsNamed(read.table, asked.words)
  const wish = withCompared(asked, rows.fields)
  const intent = wish.words
  const table = withShownP(rows, wish, intent)
  const choice = choiceOf({ ...read, table }, wish)
  const mark = chooseMark(choice)
  // Points and slices have no side to lie on.
  if (!LYING.includes(mark)) delete wish.horizontal
  const sketch = sketchOf(choice, mark, intent)
  return { chart: { ...finish(choice, sketch, intent), reasons: choice.reasons }, table }
}

/** Texts in quotes that are names: of columns and of what stands in them. */
const namesOfData = ({ fields }: Table): ReadonlySet<string> =>
  new Set(
    fields
      .flatMap((field) => [field.name, ...(field.role === 'number' ? [] : namesIn(field))])
      .map((name) => name.toLowerCase()),
  )

const LYING: readonly Mark[] = ['bar', 'box', 'violin', 'strip', 'lollipop', 'forest', 'histogram']

function sketchOf(choice: Choice, mark: Mark, intent: string): Sketch {
  const transform = choice.wish.mark?.more?.transform
  if (transform === 'calibration' && !probabilities(choice)) {
    choice.wish.mark = { mark: 'line', said: 'calibration' }
    because(
      choice,
      'transform = none',
      'no probabilities are in the data, so it is no reliability diagram',
    )
    return valuesOf(choice, 'line', intent)
  }
  if (transform === 'roc' || transform === 'pr' || transform === 'calibration')
    return curveOf(choice, transform)
  switch (mark) {
    case 'heatmap':
      return heatmapOf(choice)
    case 'histogram':
    case 'density':
    case 'ecdf':
    case 'box':
    case 'violin':
    case 'strip':
      return distributionOf(choice, mark)
    case 'forest':
      return forestOf(choice)
    case 'point':
      return meansOfColumns(choice, mark) ?? pointsOf(choice, intent)
    case 'slope':
    case 'radar':
      return byMeasure(choice, mark, intent)
    default:
      return valuesOf(choice, mark, intent)
  }
}

const channel = (field: Field) => ({ field: field.name })

/** The calibration of an instrument is a line over amounts, not over probabilities. */
const probabilities = ({ numbers }: Choice): boolean =>
  numbers.filter((field) => numbersIn(field).every((value) => value >= 0 && value <= 1)).length >=
  Math.min(2, numbers.length)

/** Bars, lines, areas, slices: an argument, one value or several, and groups. */
function valuesOf(choice: Choice, mark: Mark, intent: string): Sketch {
  const kind = mark === 'line' || mark === 'area' ? 'line' : 'bar'
  const { wish, names, numbers } = choice
  if (choice.table.shape === 'matrix') return rowsOfMatrix(mark)
  if (
    numbers.length === 0 ||
    (wish.aggregate === 'count' &&
      kind === 'bar' &&
      !numbers.some((field) => /count|^n$|number|freq/i.test(field.name)))
  )
    return counts(choice, mark)
  const samples = meansOfColumns(choice, mark)
  if (samples) return samples
  const { x, ys, color, facet } = axesOf(choice, intent, kind)
  const [y] = ys
  if (!y)
    throw new ChartRefused(
      'The data have no column of numbers besides the argument; a chart needs values.',
    )
  const panel = facet ? { facet: channel(facet) } : {}
  if (ys.length > 1) return several(choice, mark, ys, { x, color, facet })
  const argument = x ?? (names.length === 0 ? rowNumbers(choice) : undefined)
  const aggregate = aggregateOf(choice, mark, [argument, color, facet])
  return {
    mark,
    ...aggregate,
    encoding: {
      ...(argument
        ? { x: { ...channel(argument), ...(kind === 'bar' ? { discrete: true } : {}) } }
        : {}),
      y: channel(y),
      ...(color && color !== argument && mark !== 'arc' ? { color: channel(color) } : {}),
      ...panel,
    },
  }
}

/** Columns of numbers alone, with a mean or a spread asked for: each column is a sample. */
function meansOfColumns(choice: Choice, mark: Mark): Sketch | undefined {
  const { table, names, times, numbers, wish } = choice
  const alone = table.shape === 'columns' && names.length + times.length === 0 && numbers.length > 1
  const dots = mark === 'point' && wish.aggregate !== undefined && !wish.versus
  if (!alone || !(mark === 'bar' || dots) || numbers.some(isArgument)) return undefined
  const aggregate = wish.aggregate ?? (wish.spread ? 'mean' : undefined)
  if (aggregate === undefined) return undefined
  because(choice, `aggregate = ${aggregate}`, 'each column is a sample')
  const { fold, common } = foldOf(numbers, 'sample')
  return {
    mark,
    fold,
    aggregate,
    ...(aggregate === 'mean' ? { spread: wish.spread ?? 'sd' } : {}),
    encoding: {
      x: { field: 'sample', title: '', discrete: true },
      y: { field: 'value', title: common },
    },
  }
}

function rowsOfMatrix(mark: Mark): Sketch {
  return {
    mark,
    encoding: {
      x: { field: 'column', title: '', discrete: mark === 'bar' },
      y: { field: 'value' },
      color: { field: 'row', title: '' },
    },
  }
}

function counts(choice: Choice, mark: Mark): Sketch {
  const { names, wish, numbers, times } = choice
  const all = [...names, ...times, ...numbers]
  // Who or what is counted has a name of its own in each row; the rows of the others are counted.
  const shared = all.filter((field) => namesIn(field).length < field.values.length)
  const pool = shared.length > 0 ? shared : all
  const x = named(wish.said.x, pool) ?? named(wish.said.y, pool) ?? pool[0]
  if (!x) throw new ChartRefused('The data hold nothing that could be counted.')
  const color =
    named(
      wish.said.color,
      names.filter((field) => field !== x),
    ) ??
    names.find(
      (field) =>
        field !== x &&
        pool.includes(field) &&
        namesIn(field).length <= 8 &&
        // "Number of birds per species" asks for nothing else.
        (named(wish.said.x, pool) !== x || mentioned(wish.words, [field]).length > 0),
    )
  because(choice, 'y = count', 'the rows of each name are counted')
  return {
    mark,
    aggregate: 'count',
    encoding: {
      x: { ...channel(x), discrete: true },
      y: { field: x.name, title: 'Count' },
      ...(color && mark !== 'arc' ? { color: channel(color) } : {}),
    },
  }
}

/** Columns that are numbered alike, or stand in the order of the calendar: q1, q2, q3; years; months. */
const isSequence = (fields: readonly Field[]): boolean => {
  if (areCalendar(fields.map(({ name }) => name))) return true
  const stems = new Set(fields.map(({ name }) => name.replace(/[_ ]?\d+$/, '').toLowerCase()))
  return fields.length > 2 && stems.size === 1 && fields.every(({ name }) => /\d$/.test(name))
}

/** Columns side by side: series, or categories where each row is a series. */
function several(
  choice: Choice,
  mark: Mark,
  ys: readonly Field[],
  { x, color, facet }: { x: Field | undefined; color: Field | undefined; facet: Field | undefined },
): Sketch {
  const { wish } = choice
  const { fold, common } = foldOf(ys, 'measure')
  const byPanel = wish.said.facet !== undefined && !facet
  const years =
    ys.every(({ name }) => /^[a-z]?(?:19|20)\d\d$/i.test(name)) &&
    /\b(?:per|by|each|every|over|across)(?: (?:the|each|all))? years?\b/i.test(wish.words)
  const metrics =
    years ||
    (/\b(?:metrics?|measures?|benchmarks?|datasets?|tasks?|criteri(?:on|a))$/i.test(
      wish.said.x ?? '',
    ) &&
      named(wish.said.x, choice.table.fields) === undefined) ||
    (mark === 'bar' &&
      choice.table.shape === 'nested' &&
      /\bmetrics?\b/i.test(Object.values(wish.said).join(' ')))
  const key = { field: 'measure', title: '' }
  const owner = x ?? color
  const unique = owner !== undefined && namesIn(owner).length === owner.values.length
  if ((mark === 'line' || mark === 'area') && unique && isSequence(ys)) {
    because(choice, `x = ${columnNames(ys)}`, 'the columns are in order')
    return {
      mark,
      fold: { ...fold, labels: ys.map(({ name }) => sentence(name)) },
      encoding: {
        x: { ...key, discrete: true },
        y: { field: 'value', title: '' },
        color: channel(owner),
      },
    }
  }
  if (!x && (mark === 'line' || mark === 'area')) {
    return {
      mark,
      fold,
      encoding: {
        x: channel(rowNumbers(choice)),
        y: { field: 'value', title: common },
        color: key,
      },
    }
  }
  if (!x || metrics) {
    return {
      mark,
      fold,
      encoding: {
        x: { ...key, discrete: true },
        y: { field: 'value', title: common },
        ...(x && x.role !== 'number'
          ? { color: channel(x) }
          : color
            ? { color: channel(color) }
            : {}),
      },
    }
  }
  const both = color !== undefined && color !== x
  if (both && !byPanel && !facet) {
    because(choice, 'facet = measure', 'series are coloured already, so each measure has a panel')
  }
  return {
    mark,
    fold,
    ...aggregateOf(choice, mark, [x, color, facet]),
    encoding: {
      x: { ...channel(x), ...(mark === 'line' || mark === 'area' ? {} : { discrete: true }) },
      y: { field: 'value', title: common },
      ...(byPanel || both
        ? { facet: key, ...(both ? { color: channel(color) } : {}) }
        : { color: key, ...(facet ? { facet: channel(facet) } : {}) }),
    },
  }
}
