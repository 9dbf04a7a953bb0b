import { ChartRefused, type Field } from '../../../../forms/chart'
import { fieldTitle, sentence } from '../data/field-titles'
import { facetOf, foldOf } from './axes'
import {
  because,
  type Choice,
  columnNames,
  mentioned,
  named,
  namesIn,
  namesSaid,
  numbersIn,
  repeats,
  type Sketch,
} from './context'

const channel = (field: Field) => ({ field: field.name })

/** Cells of two names and an amount, as shares where they are asked for. */
export function heatmapOf(choice: Choice): Sketch {
  const sketch = cellsAsked(choice)
  const { share } = choice.wish
  const confusion = choice.wish.mark?.more?.transform === 'confusion'
  const amounts = amountsOf(choice)
  const counts = amounts.every((value) => Number.isInteger(value))
  // Amounts that are no counts may be shares already, unless the intent says to normalise them.
  const asked = share?.of ? share.normalised || counts : confusion && counts
  if (!share || !asked || amounts.some((value) => value < 0)) return sketch
  // Classes are normalised by the true one, unless another side is named.
  const of = share.of ?? 'row'
  because(choice, `share = ${of}`, 'the intent asks for shares')
  const sides = confusion
    ? { row: 'true class', column: 'predicted class', all: 'total' }
    : { row: 'row', column: 'column', all: 'total' }
  const { color, ...rest } = sketch.encoding
  const title = `Share of ${sides[of]}`
  return {
    ...sketch,
    share: of,
    encoding: {
      ...rest,
      ...(color
        ? {
            color: {
              ...color,
              title: share.percent ? `${title} (%)` : title,
              ...(share.percent ? { percent: true } : {}),
            },
          }
        : {}),
    },
  }
}

function cellsAsked(choice: Choice): Sketch {
  const { table, names, numbers, wish } = choice
  const kind = wish.mark?.more?.transform
  if (kind === 'correlation') return correlationOf(choice)
  if (
    kind === 'confusion' &&
    names.length >= 2 &&
    (numbers.length === 0 ||
      table.shape === 'records' ||
      table.shape === 'csv' ||
      table.shape === 'columns') &&
    !numbers.some((field) => /count|^n$|freq|number|value/i.test(field.name))
  ) {
    const truth = named('true actual truth label observed reference target', names) ?? names[0]
    const guess =
      named(
        'predicted prediction predictions pred output',
        names.filter((field) => field !== truth),
      ) ?? names.find((field) => field !== truth)
    if (truth && guess) {
      because(choice, 'transform = confusion', 'pairs of true and predicted names are counted')
      return {
        mark: 'heatmap',
        transform: 'confusion',
        encoding: {
          x: { ...channel(guess), title: 'Predicted class' },
          y: { ...channel(truth), title: 'True class' },
          color: { field: '', title: 'Count' },
        },
      }
    }
  }
  const found = cells(choice)
  if (kind !== 'confusion') return found
  because(choice, 'rows = true classes', 'a confusion matrix has its true classes as rows')
  const { x, y, color } = found.encoding
  const amounts = amountsOf(choice)
  const share =
    amounts.length > 0 &&
    amounts.every((value) => value >= 0 && value <= 1) &&
    amounts.some((value) => !Number.isInteger(value))
  return {
    ...found,
    square: true,
    encoding: {
      ...(x ? { x: { ...x, title: 'Predicted class' } } : {}),
      ...(y ? { y: { ...y, title: 'True class' } } : {}),
      ...(color ? { color: { ...color, title: share ? 'Share of true class' : 'Count' } } : {}),
    },
  }
}

const amountsOf = ({ numbers }: Choice) =>
  numbers.flatMap((field) =>
    field.name === 'row' || field.name === 'column' ? [] : numbersIn(field),
  )

function cells(choice: Choice): Sketch {
  const { table, names, numbers, wish, times } = choice
  if (table.shape === 'matrix') {
    return {
      mark: 'heatmap',
      encoding: {
        x: { field: 'column', title: '', discrete: true },
        y: { field: 'row', title: '', discrete: true },
        color: { field: 'value', title: '' },
      },
    }
  }
  const [first] = names
  const value = named(wish.said.y, numbers) ?? numbers.at(-1)
  const pool = [...names, ...times, ...numbers.filter((field) => field !== value)]
  const x = named(
    wish.said.x,
    pool.filter((field) => field !== first || pool.length < 3),
  )
  const wide =
    numbers.length > 1 &&
    first !== undefined &&
    names.length === 1 &&
    times.length === 0 &&
    x === undefined
  if (wide) {
    because(choice, 'rows and columns', 'each row of the data is a row of cells')
    const { fold } = foldOf(numbers, 'column')
    return {
      mark: 'heatmap',
      fold: { ...fold, labels: fold.fields.map((name) => sentence(name)) },
      encoding: {
        x: { field: 'column', title: '' },
        y: channel(first),
        color: { field: 'value', title: '' },
      },
    }
  }
  const found = x ?? pool.find((field) => field !== first) ?? pool[1]
  const other = first && first !== found ? first : pool.find((field) => field !== found)
  // A page is wider than high: the longer of two named sides lies, unless an axis was named for it.
  const turn =
    found !== undefined &&
    other !== undefined &&
    found.role !== 'time' &&
    wish.titles.x === undefined &&
    namesIn(other).length > 1.5 * namesIn(found).length &&
    namesIn(other).every((name) => name.length <= 6)
  const [across, down] = turn ? [other, found] : [found, other]
  if (!across || !down)
    throw new ChartRefused('A heatmap needs a matrix, or two columns of names and one of numbers.')
  return {
    mark: 'heatmap',
    ...(numbers.length === 0 ? { aggregate: 'count' as const } : {}),
    encoding: {
      x: { ...channel(across), discrete: true },
      y: { ...channel(down), discrete: true },
      ...(value ? { color: channel(value) } : { color: { field: down.name, title: 'Count' } }),
    },
  }
}

function correlationOf(choice: Choice): Sketch {
  const { table, numbers, names } = choice
  const values = amountsOf(choice)
  const given = values.length > 0 && values.every((value) => value >= -1.0001 && value <= 1.0001)
  const square =
    table.shape === 'matrix' ||
    (names.length === 1 && numbers.length > 1 && namesIn(names[0]).length === numbers.length)
  if (square && given) {
    because(
      choice,
      'color = given correlations',
      'the data are a square of values between −1 and 1',
    )
    const found = cells(choice)
    return {
      ...found,
      square: true,
      encoding: {
        ...found.encoding,
        color: {
          field: found.encoding.color?.field ?? 'value',
          title: 'Correlation',
          domain: [-1, 1],
        },
      },
    }
  }
  because(choice, 'transform = correlation', "Pearson's r of every pair of number columns")
  return {
    mark: 'heatmap',
    transform: 'correlation',
    encoding: { color: { field: '', title: 'Correlation' } },
  }
}

type Distribution = 'histogram' | 'density' | 'ecdf' | 'box' | 'violin' | 'strip'

/** Values of one field, alone or by group, where their distribution is shown. */
export function distributionOf(choice: Choice, mark: Distribution): Sketch {
  const { wish, numbers, names, times } = choice
  const facet = facetOf(choice)
  const pool = names.filter((field) => field !== facet)
  const asked = named(wish.said.y, numbers)
  const upright = mark === 'box' || mark === 'violin' || mark === 'strip'
  const most = upright ? 40 : 8
  const few = (field: Field) => namesIn(field).length > 0 && namesIn(field).length <= most
  const extra = facet ? { facet: channel(facet) } : {}
  const byNumber = numbers.find(
    (field) =>
      field !== asked && named(wish.said.x, [field]) !== undefined && namesIn(field).length <= 20,
  )
  const group =
    named(wish.said.x, pool) ??
    byNumber ??
    named(wish.said.color, pool) ??
    pool.find((field) => few(field) && namesSaid(wish.words, field) > 1) ??
    pool.find(few) ??
    (upright ? times[0] : undefined)
  const free = numbers.filter((field) => field !== byNumber)
  const alone = !group || namesIn(group).length === group.values.length
  if (!asked && free.length > 1 && (alone || choice.table.shape === 'columns')) {
    return sampleColumns(choice, mark, free, extra)
  }
  const several = mentioned(wish.said.y ?? '', free)
  if (several.length > 1 && (alone || choice.table.shape === 'columns'))
    return sampleColumns(choice, mark, several, extra)
  const value =
    asked ?? free.at(free.length > 1 && /^id$/i.test(free[0]?.name ?? '') ? 1 : 0) ?? byNumber
  if (!value) throw new ChartRefused('A distribution needs a column of numbers.')
  if (group) because(choice, `groups = ${group.name}`, 'its names part the values')
  if (!upright) {
    const parted = group && namesIn(group).length > 1 && few(group)
    const shown = parted ? { color: { ...channel(group), title: '' } } : {}
    return { mark, encoding: { y: channel(value), ...shown, ...extra } }
  }
  const rest = pool.filter((field) => field !== group)
  const hue =
    named(wish.said.color, rest) ??
    // One value of each is no distribution.
    rest.find(
      (field) => namesIn(field).length > 1 && namesIn(field).length <= 6 && repeats([group, field]),
    )
  return {
    mark,
    encoding: {
      ...(group ? { x: { ...channel(group), discrete: true } } : {}),
      y: channel(value),
      ...(hue ? { color: { ...channel(hue), title: '' } } : {}),
      ...extra,
    },
  }
}

/** Columns side by side as samples to compare. */
function sampleColumns(
  choice: Choice,
  mark: Distribution,
  fields: readonly Field[],
  extra: Sketch['encoding'],
): Sketch {
  because(choice, `compared = ${columnNames(fields)}`, 'each column is a sample')
  const { fold, common } = foldOf(fields, 'sample')
  const upright = mark === 'box' || mark === 'violin' || mark === 'strip'
  const key = { field: 'sample', title: '' }
  return {
    mark,
    fold,
    encoding: {
      ...(upright ? { x: key } : { color: key }),
      y: { field: 'value', title: common },
      ...extra,
    },
  }
}

/** Estimates with intervals. */
export function forestOf(choice: Choice): Sketch {
  const { names, numbers, wish, table } = choice
  const x = named(wish.said.x, names) ?? names[0]
  const y =
    named(wish.said.y, numbers) ??
    numbers.find((field) =>
      /estimate|or|hr|rr|odds|hazard|ratio|effect|mean|beta|coef|md|smd/i.test(field.name),
    ) ??
    numbers[0]
  if (!x || !y)
    throw new ChartRefused('A forest plot needs a column of names and one of estimates.')
  const weight = table.fields.find(({ role }) => role === 'weight')
  const color = names.find(
    (field) => field !== x && namesIn(field).length <= 4 && namesIn(field).length > 1,
  )
  return {
    mark: 'forest',
    horizontal: true,
    encoding: {
      x: { ...channel(x), title: '' },
      y: { ...channel(y), title: fieldTitle(y) },
      ...(weight ? { weight: channel(weight) } : {}),
      ...(color ? { color: { ...channel(color), title: '' } } : {}),
    },
  }
}
