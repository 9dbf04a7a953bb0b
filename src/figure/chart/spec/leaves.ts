import type { ChartSpec } from '../../../forms/chart'
import { isObject } from '../../../forms/json'
import { columnsRead, mindsMissing } from '../../../forms/vega-lite/expressions'
import type { Json } from './vega'

/** A view that draws one mark, with all that it inherits. */
export interface Leaf {
  mark: string
  /** Its place in the specification, ready to stand before a member: `layer[1].`; empty at the top. */
  at: string
  encoding: Readonly<Record<string, Json | undefined>>
  /** Every transform that reaches it. */
  all: readonly Json[]
  /** Those of them that add columns and filter, up to the first that makes other rows. */
  transforms: readonly Json[]
  /** Its rows are no rows of the table. */
  opaque: boolean
  /** Names that transforms make. */
  made: ReadonlySet<string>
  /** The table's columns that a computed one reads, where it is missing with them. */
  sources: ReadonlyMap<string, readonly string[]>
  /** Columns that part it into panels. */
  facets: readonly string[]
  /** Its line ends where it began. */
  closed: boolean
}

/** Transforms that leave every row what it is, or leave it out. */
const KEEPING = ['filter', 'calculate', 'timeUnit', 'bin', 'joinaggregate', 'window', 'stack']

/** The members that hold views in a list. */
export const LISTS = ['layer', 'concat', 'hconcat', 'vconcat'] as const

/** The views of a member's list; none where it has no list. */
export const viewsOf = (view: Json, name: (typeof LISTS)[number]): Json[] =>
  Array.isArray(view[name]) ? (view[name] as Json[]) : []

/** A view whose inner ones are changed. */
export function mapViews(view: Json, change: (inner: Json, name: string) => Json): Json {
  const found: Json = { ...view }
  for (const name of LISTS)
    if (Array.isArray(view[name]))
      found[name] = viewsOf(view, name).map((each) => change(each, name))
  if (isObject(view.spec)) found.spec = change(view.spec, 'spec')
  return found
}

export type Channels = Record<string, Json | undefined>

/** The channels of a view and of the layers in it. */
export const encodingsIn = (view: Json): Channels[] => [
  ...(isObject(view.encoding) ? [view.encoding as Channels] : []),
  ...viewsOf(view, 'layer').flatMap(encodingsIn),
]

/** A view whose channels, and those of all views in it, are changed. */
export const mapEncodings = (view: Json, change: (encoding: Channels) => Channels): Json => ({
  ...mapViews(view, (inner) => mapEncodings(inner, change)),
  ...(isObject(view.encoding) ? { encoding: change(view.encoding as Channels) } : {}),
})

/** The name of a view's mark; undefined where it holds views. */
export const markOf = ({ mark }: Json): unknown => (isObject(mark) ? mark.type : mark)

type Around = Pick<Leaf, 'encoding' | 'all' | 'facets'>

/** Every mark of a specification, in its order. */
export const leavesOf = (spec: ChartSpec): Leaf[] =>
  visit(spec, '', { encoding: {}, all: [], facets: [] })

function visit(view: Json, at: string, above: Around): Leaf[] {
  const own = (view.encoding ?? {}) as Leaf['encoding']
  const parting = [view.facet, own.row, own.column, own.facet].flatMap((one) => fieldsIn(one))
  const around = {
    encoding: { ...above.encoding, ...own },
    all: [...above.all, ...((view.transform ?? []) as Json[])],
    facets: [...above.facets, ...parting],
  }
  if (view.mark !== undefined) return [leafOf(view, at, around)]
  const parts = LISTS.flatMap((name) =>
    viewsOf(view, name).flatMap((each, i) =>
      visit(each, `${at}${name}[${i}].`, name === 'layer' ? around : { ...around, encoding: {} }),
    ),
  )
  return isObject(view.spec) ? [...parts, ...visit(view.spec, `${at}spec.`, around)] : parts
}

function leafOf(view: Json, at: string, around: Around): Leaf {
  const { all } = around
  const made = new Set<string>()
  const sources = new Map<string, string[]>()
  for (const transform of all) {
    const inner = [transform.window, transform.joinaggregate, transform.aggregate].flat() as Json[]
    for (const { as } of [transform, ...inner.filter(isObject)])
      for (const name of [as].flat()) if (typeof name === 'string') made.add(name)
    const { calculate, as } = transform
    if (typeof calculate === 'string' && !mindsMissing(calculate))
      sources.set(String(as), [
        ...new Set(columnsRead(calculate).flatMap((name) => sources.get(name) ?? [name])),
      ])
  }
  const cut = all.findIndex((each) => !KEEPING.some((kind) => kind in each))
  return {
    ...around,
    mark: String(markOf(view)),
    at,
    transforms: cut < 0 ? all : all.slice(0, cut),
    opaque: cut >= 0,
    made,
    sources,
    closed: isObject(view.mark) && String(view.mark.interpolate ?? '').endsWith('closed'),
  }
}

/** The fields of a facet: one, or those of its rows and columns. */
function fieldsIn(facet: unknown): string[] {
  if (!isObject(facet)) return []
  const { field, row, column, bin, timeUnit } = facet
  if (bin || timeUnit) return []
  return typeof field === 'string' ? [field] : [row, column].flatMap(fieldsIn)
}
