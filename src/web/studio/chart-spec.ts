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

export type Column = NonNullable<NonNullable<Report['data']>['fields']>[number]
/** What tells several measures apart where they are drawn, as if it were a column. */
export const MEASURE = 'Measure'
/** How much they are. */
const VALUE = 'Value'

const DISCRETE = ['time', 'category', 'ordinal']

export const isAmount = (column: Column | undefined) =>
  column !== undefined && !DISCRETE.includes(column.role)

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
export function settled(before: Menus, change: Partial<Menus>, columns: readonly Column[]): Menus {
  const menus = { ...before, ...change }
  const { x, y, color, panel } = menus
  if (y.length > 1) {
    if ([x, color, panel].includes(MEASURE)) return menus
    const all = areAlike(y, columns) ? (['x', 'color', 'panel'] as const) : PANELS_FIRST
    const open = all.filter((name) => !Object.hasOwn(change, name))
    return { ...menus, [open.find((name) => menus[name] === '') ?? open.at(-1) ?? '']: MEASURE }
  }
  const own = (name: string) => (name === MEASURE ? '' : name)
  return { ...menus, x: own(x), color: own(color), panel: own(panel) }
}

const PANELS_FIRST = ['panel', 'color'] as const

/** Whether amounts may stand on one axis. */
export function areAlike(names: readonly string[], columns: readonly Column[]): boolean {
  const some = columns.filter(({ name }) => names.includes(name))
  return new Set(some.map(({ like }) => like)).size < 2
}

/** What menus say as Vega-Lite; the server completes it by the columns. */
export function specOf(menus: Menus, columns: readonly Column[]): Spec {
  const { y, panel } = menus
  if (y.length < 2) return oneSpec({ ...menus, y: y[0] ?? '' }, columns, [])
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
  const value = { name: VALUE, role: 'number' }
  return {
    transform: [...copies, { fold, as: [MEASURE, VALUE] }, { filter: `isValid(datum.${VALUE})` }],
    ...oneSpec({ ...menus, y: VALUE }, [...columns, value], fold),
    ...(panel === MEASURE && { resolve: { scale: { y: 'independent' } } }),
  }
}

/** @param measures in their order, where there are several */
function oneSpec(
  { kind, x, y, color, panel }: Omit<Menus, 'y'> & { y: string },
  columns: readonly Column[],
  measures: readonly string[],
): Spec {
  const isMuch = (name: string) => isAmount(columns.find((one) => one.name === name))
  const channel = (field: string) =>
    field === ''
      ? undefined
      : {
          field,
          ...(field === MEASURE && { type: 'nominal', sort: measures, title: null }),
          ...(field === VALUE && { type: 'quantitative', title: null }),
        }
  const group = (field: string) => {
    const own = channel(field)
    return own && { ...own, ...(isMuch(field) && { type: 'ordinal' }) }
  }
  // Bars that lie: what they are of stands up, how much it is across.
  const lies = isMuch(x) && y !== '' && !isMuch(y)
  const [of, much] = lies ? [y, x] : [x, y]
  const [along, up] = lies ? ['y', 'x'] : ['x', 'y']
  // Of a heat map colour is how much.
  const [down, heat] = isMuch(y) && !isMuch(color) ? [color, y] : [y, color]
  const count = { aggregate: 'count', type: 'quantitative', title: 'Count' }
  const mean = (field: string) => (field ? { ...channel(field), aggregate: 'mean' } : count)
  const encodings: Readonly<Record<string, Record<string, object | undefined>>> = {
    bar: {
      [along]: group(of),
      [up]: mean(much),
      [`${along}Offset`]: color === of ? undefined : group(color),
    },
    line: { x: channel(x), y: mean(much) },
    area: { x: channel(x), y: mean(much) },
    histogram: { x: { ...channel(y || x), bin: true }, y: count },
    boxplot: { [along]: group(of), [up]: channel(much) },
    rect: { x: group(x), y: group(down), color: mean(heat) },
    arc: { theta: mean(much), color: group(of) },
  }
  const near = (field: string) => ({
    ...channel(field),
    ...(isMuch(field) && { scale: { zero: false } }),
  })
  const own = encodings[kind] ?? { x: x ? near(x) : undefined, y: y ? near(y) : undefined }
  const all = {
    color: group(color),
    facet: panel === '' ? undefined : { ...group(panel), title: null },
    ...own,
  }
  const encoding = Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined))
  const mark = kind === 'histogram' ? 'bar' : kind || 'point'
  return { mark, encoding: encoding as NonNullable<Spec['encoding']> }
}
