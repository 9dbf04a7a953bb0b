/** Menus of a chart, and the Vega-Lite that they say. */
import type { Report, Spec } from '../figure/report'

/** What menus have chosen: columns by their names, an empty one is none. Several of `y` are one measure each. */
export interface Menus {
  kind: string
  x: string
  y: readonly string[]
  color: string
  panel: string
}

export type Column = NonNullable<NonNullable<Report['data']>['fields']>[number] & {
  /** Of its names; absent: as in the table. */
  order?: string[]
}
export type Row = Readonly<Record<string, unknown>>

/** What tells several measures apart where they are drawn, as if it were a column. */
export const MEASURE = 'Measure'
/** How much they are. */
const VALUE = 'Value'

/** Above, thousands are set apart. */
const MOST_UNPARTED = 10_000
/** As often as large, one amount hides another one on the same axis. */
const MOST_APART = 30

const TYPES: Readonly<Record<string, string>> = {
  time: 'temporal',
  category: 'nominal',
  ordinal: 'ordinal',
}

export const isAmount = (column: Column | undefined) =>
  column !== undefined && !Object.hasOwn(TYPES, column.role)

/** What of a specification the menus can say. */
export function menusOf({ mark, encoding, facet, spec, layer, transform }: Spec): Menus {
  const shared = { transform, ...(encoding && { encoding }) }
  if (spec) return { ...menusOf({ ...shared, ...spec }), panel: facet?.field ?? '' }
  const [first] = layer ?? []
  if (first) return menusOf({ ...shared, ...first, encoding: { ...encoding, ...first.encoding } })
  const type = typeof mark === 'object' ? mark.type : (mark ?? '')
  const { fold, as = ['key', 'value'] } = transform?.find((one) => one.fold !== undefined) ?? {}
  const of = (...names: string[]) => {
    const [field] = names.flatMap((name) => encoding?.[name]?.field ?? [])
    return fold && field === as[0] ? MEASURE : (field ?? '')
  }
  const y = of('y', 'theta')
  // Columns may have been named anew before they became one.
  const copies = new Map(transform?.map((one) => [one.as, one.calculate]))
  const columnOf = (name: string) => /^datum\["(.+)"\]$/.exec(copies.get(name) ?? '')?.[1] ?? name
  return {
    kind: type === 'bar' && encoding?.x?.bin ? 'histogram' : type,
    x: type === 'arc' ? of('color') : of('x'),
    y: fold && y === as[1] ? fold.map(columnOf) : y === '' ? [] : [y],
    color: type === 'arc' ? '' : of('color', 'stroke', 'xOffset'),
    panel: of('facet', 'column', 'row'),
  }
}

/**
 * Menus after a change. Several measures have a place of their own in them, where one axis would not do panels if these are
 * free; one measure has none.
 */
export function settled(
  before: Menus,
  change: Partial<Menus>,
  columns: readonly Column[],
  rows: readonly Row[],
): Menus {
  const menus = { ...before, ...change }
  const { x, y, color, panel } = menus
  if (y.length > 1) {
    if ([x, color, panel].includes(MEASURE)) return menus
    const all = areAlike(y, columns, rows) ? (['x', 'color', 'panel'] as const) : PANELS_FIRST
    const open = all.filter((name) => !Object.hasOwn(change, name))
    return { ...menus, [open.find((name) => menus[name] === '') ?? open.at(-1) ?? '']: MEASURE }
  }
  const own = (name: string) => (name === MEASURE ? '' : name)
  return { ...menus, x: own(x), color: own(color), panel: own(panel) }
}

const PANELS_FIRST = ['panel', 'color'] as const

/** Whether amounts may stand on one axis: of one unit, and none so small that it is a line on the ground. */
export function areAlike(
  names: readonly string[],
  columns: readonly Column[],
  rows: readonly Row[],
): boolean {
  const units = names.map((name) => columns.find((one) => one.name === name)?.unit)
  const sizes = names.map((name) => Math.max(...rows.map((row) => Math.abs(Number(row[name])))))
  return new Set(units).size === 1 && Math.max(...sizes) < MOST_APART * Math.min(...sizes)
}

/** What menus say as Vega-Lite. @param rows whose repetitions are drawn as their mean */
export function specOf(menus: Menus, columns: readonly Column[], rows: readonly Row[]): Spec {
  const { y, panel } = menus
  if (y.length < 2) return oneSpec({ ...menus, y: y[0] ?? '' }, columns, rows)
  const long = rows.flatMap((row) =>
    y.map((name) => ({ ...row, [MEASURE]: name, [VALUE]: row[name] })),
  )
  const fold = y.map((name) => {
    const title = columns.find((one) => one.name === name)?.title ?? name
    // Another column may be called so.
    const isClear = columns.every(
      (one) => one.name === name || ![one.name, one.title].includes(title),
    )
    return isClear ? title : name
  })
  const copies = y.flatMap((name, at) =>
    fold[at] === name ? [] : { calculate: `datum[${JSON.stringify(name)}]`, as: fold[at] ?? '' },
  )
  const whole = columns.every(({ name, whole }) => whole || !y.includes(name))
  const made = [
    { name: MEASURE, role: 'category', whole: false, order: fold },
    { name: VALUE, role: 'number', whole },
  ]
  const spec = oneSpec({ ...menus, y: VALUE }, [...columns, ...made], long)
  return {
    transform: [...copies, { fold, as: [MEASURE, VALUE] }, { filter: `isValid(datum.${VALUE})` }],
    ...spec,
    ...(panel === MEASURE && { resolve: { scale: { y: 'independent' } } }),
  }
}

function oneSpec(
  { kind, x, y, color, panel }: Omit<Menus, 'y'> & { y: string },
  columns: readonly Column[],
  rows: readonly Row[],
): Spec {
  const columnOf = (name: string) => columns.find((one) => one.name === name)
  const isMuch = (name: string) => isAmount(columnOf(name))
  const channel = (field: string, amounts = 'quantitative') => {
    if (field === '') return undefined
    const type = TYPES[columnOf(field)?.role ?? ''] ?? amounts
    const isCount =
      columnOf(field)?.whole && rows.every((row) => Number(row[field]) < MOST_UNPARTED)
    return {
      field,
      type,
      ...(type === 'temporal' && { scale: { type: 'utc' } }),
      ...(type === 'nominal' && { sort: columnOf(field)?.order ?? null }),
      ...(type === 'quantitative' && isCount && { axis: { format: 'd', tickMinStep: 1 } }),
      ...([MEASURE, VALUE].includes(field) && { title: null }),
    }
  }
  const group = (field: string) => channel(field, 'ordinal')
  // Bars that lie: what they are of stands up, how much it is across.
  const lies = isMuch(x) && y !== '' && !isMuch(y)
  const [of, much] = lies ? [y, x] : [x, y]
  const [along, up] = lies ? ['y', 'x'] : ['x', 'y']
  // Of a heat map colour is how much.
  const [down, heat] = isMuch(y) && !isMuch(color) ? [color, y] : [y, color]
  const places = kind === 'rect' ? [x, down, panel] : [of, color, panel]
  const groups = new Set(rows.map((row) => JSON.stringify(places.map((one) => row[one]))))
  const mean = groups.size < rows.length && { aggregate: 'mean' }
  const count = { aggregate: 'count', type: 'quantitative' }
  const said = mean && much === VALUE && { title: 'Mean' }
  const amount = much === '' ? count : { ...channel(much), ...mean, ...said }
  const encodings: Readonly<Record<string, Record<string, object | undefined>>> = {
    bar: {
      [along]: group(of),
      [up]: amount,
      [`${along}Offset`]: color === of ? undefined : group(color),
    },
    line: { x: channel(x), y: amount },
    area: { x: channel(x), y: amount },
    histogram: { x: { ...channel(x || y), bin: true }, y: count },
    boxplot: { [along]: group(of), [up]: channel(much) },
    rect: { x: group(x), y: group(down), color: heat ? { ...channel(heat), ...mean } : count },
    arc: { theta: amount, color: group(of) },
  }
  const near = (field: string) => ({ scale: { zero: false }, ...channel(field) })
  const own = encodings[kind] ?? { x: x ? near(x) : undefined, y: y ? near(y) : undefined }
  const all = {
    color: channel(color, 'ordinal'),
    facet: panel === '' ? undefined : { ...group(panel), title: null },
    ...own,
  }
  const encoding = Object.entries(all).flatMap(([name, one]) => {
    const { axis, ...rest } = (one ?? {}) as { axis?: object }
    return one ? [[name, /^[xy]$/.test(name) && axis ? one : rest]] : []
  })
  const mark = kind === 'histogram' ? 'bar' : kind || 'point'
  return { mark, encoding: Object.fromEntries(encoding) as NonNullable<Spec['encoding']> }
}
