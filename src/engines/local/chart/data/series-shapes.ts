import { column, isList, isObject, type Json, own, type Raw, scalars } from './raw'

const ARGUMENTS = [
  'x',
  'labels',
  'categories',
  'time',
  'dates',
  'date',
  'epoch',
  'epochs',
  'steps',
  'step',
  't',
  'index',
  'years',
  'year',
]

/** The list that the others run over, by its usual names. */
export function argumentOf(value: Json): unknown[] | undefined {
  const name = ARGUMENTS.find((each) => scalars(own(value, each)))
  return name === undefined ? undefined : (own(value, name) as unknown[])
}

export function argumentName(value: Json): string {
  return ARGUMENTS.find((each) => scalars(own(value, each))) ?? 'x'
}

/** Lists of a series that are not its values. */
const BESIDE = [
  'x',
  'lower',
  'upper',
  'lo',
  'hi',
  'std',
  'error',
  'err',
  'sem',
  'se',
  'sd',
  'ci_low',
  'ci_high',
  'yerr',
  'errors',
]

/** `{labels, datasets}` and `{x, series}`: one argument, several named lists. */
export function series(list: readonly Json[], labels: unknown[] | undefined): Raw {
  const named = list.map((each, i) => {
    const values =
      ['data', 'values', 'y', 'points'].map((name) => own(each, name)).find(isList) ??
      Object.entries(each).flatMap(([key, one]) =>
        isList(one) && !BESIDE.includes(key) ? [one] : [],
      )[0] ??
      []
    const name = ['label', 'name', 'series', 'title', 'id']
      .map((key) => own(each, key))
      .find((key) => typeof key === 'string' || typeof key === 'number')
    return {
      name: String(name ?? `Series ${i + 1}`),
      values,
      x: scalars(own(each, 'x')) ? (own(each, 'x') as unknown[]) : labels,
      each,
    }
  })
  const companions = BESIDE.filter(
    (key) => key !== 'x' && named.some(({ each }) => isList(own(each, key))),
  )
  const rows = named.flatMap(({ name, values, x, each }) =>
    values.map((cell, i) => {
      const point = isObject(cell)
        ? cell
        : isList(cell)
          ? { x: cell[0], y: cell[1] }
          : { x: x?.[i] ?? i + 1, y: cell }
      return {
        series: name,
        x: own(point, 'x') ?? x?.[i] ?? i + 1,
        y: own(point, 'y') ?? own(point, 'value'),
        extra: companions.map((key) => {
          const found = own(each, key)
          return isList(found) ? found[i] : null
        }),
      }
    }),
  )
  const category = labels?.some((label) => typeof label === 'string') === true
  return {
    shape: 'series',
    columns: [
      column(
        category ? 'category' : 'x',
        rows.map(({ x }) => x),
        true,
      ),
      column(
        'series',
        rows.map((row) => row.series),
        true,
      ),
      column(
        'value',
        rows.map(({ y }) => y),
        true,
      ),
      ...companions.map((key, k) =>
        column(
          key,
          rows.map(({ extra }) => extra[k]),
        ),
      ),
    ],
    notes: [],
  }
}
