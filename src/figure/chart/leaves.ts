import type { ChartSpec } from '../../forms/chart'
import { columnsRead, mindsMissing } from '../../forms/vega-lite/expressions'
import type { Json } from './vega'

/** A view that draws one mark, with all that it inherits. */
export interface Leaf {
  mark: string
  /** Its place in the specification, ready to stand before a member: `layer[1].`; empty at the top. */
  at: string
  encoding: Readonly<Record<string, Json | undefined>>
  /** What reaches it of the table's rows: transforms that add columns and filter, up to the first that makes other rows. */
  transforms: readonly Json[]
  /** Its rows are no rows of the table. */
  opaque: boolean
  /** Names that transforms make. */
  made: ReadonlySet<string>
  /** The table's columns that a computed one reads, where it is missing with them. */
  sources: ReadonlyMap<string, readonly string[]>
  /** Columns that are made long, each list by one transform. */
  folds: readonly (readonly string[])[]
  /** Columns that part it into panels. */
  facets: readonly string[]
  /** Its line ends where it began. */
  closed: boolean
}

/** Transforms that leave every row what it is, or leave it out. */
const KEEPING = ['filter', 'calculate', 'timeUnit', 'bin', 'joinaggregate', 'window', 'stack']

type Around = Omit<Leaf, 'mark' | 'at' | 'closed'>

/** Every mark of a specification, in its order. */
export function leavesOf(spec: ChartSpec): Leaf[] {
  return visit(spec, '', {
    encoding: {},
    transforms: [],
    opaque: false,
    made: new Set<string>(),
    sources: new Map<string, string[]>(),
    folds: [],
    facets: [],
  })
}

function visit(view: Json, at: string, above: Around): Leaf[] {
  const around = within(view, above)
  if (view.mark !== undefined) {
    const mark = typeof view.mark === 'string' ? { type: view.mark } : (view.mark as Json)
    const closed = String(mark.interpolate ?? '').endsWith('closed')
    return [{ ...around, mark: String(mark.type), at, closed }]
  }
  const parts = ['layer', 'concat', 'hconcat', 'vconcat'].flatMap((name) =>
    Array.isArray(view[name])
      ? (view[name] as Json[]).flatMap((each, i) =>
          visit(
            each,
            `${at}${name}[${i}].`,
            name === 'layer' ? around : { ...around, encoding: {} },
          ),
        )
      : [],
  )
  const { spec } = view
  return typeof spec === 'object' && spec !== null
    ? [...parts, ...visit(spec as Json, `${at}spec.`, around)]
    : parts
}

function within(view: Json, above: Around): Around {
  const own = (view.encoding ?? {}) as Leaf['encoding']
  const encoding = { ...above.encoding, ...own }
  const transforms = [...above.transforms]
  let { opaque } = above
  const made = new Set(above.made)
  const sources = new Map(above.sources)
  const folds = [...above.folds]
  for (const transform of (view.transform ?? []) as Json[]) {
    for (const name of namesIn(transform.as)) made.add(name)
    const { calculate, as } = transform
    if (typeof calculate === 'string' && !mindsMissing(calculate))
      sources.set(
        String(as),
        columnsRead(calculate).flatMap((name) => sources.get(name) ?? [name]),
      )
    for (const inner of ['window', 'joinaggregate', 'aggregate'])
      for (const each of Array.isArray(transform[inner]) ? (transform[inner] as Json[]) : [])
        for (const name of namesIn(each.as)) made.add(name)
    if (Array.isArray(transform.fold)) folds.push(transform.fold.map(String))
    opaque ||= !KEEPING.some((kind) => kind in transform)
    if (!opaque) transforms.push(transform)
  }
  const parting = [view.facet, own.row, own.column, own.facet].flatMap((one) => fieldsIn(one))
  return {
    encoding,
    transforms,
    opaque,
    made,
    sources,
    folds,
    facets: [...above.facets, ...parting],
  }
}

const namesIn = (as: unknown): string[] =>
  [as].flat().filter((each): each is string => typeof each === 'string')

/** The fields of a facet: one, or those of its rows and columns. */
function fieldsIn(facet: unknown): string[] {
  if (typeof facet !== 'object' || facet === null) return []
  const { field, row, column } = facet as Json
  if (typeof field === 'string') return [field]
  return [row, column].flatMap(fieldsIn)
}
