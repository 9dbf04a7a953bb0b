/**
 * The part of Vega-Lite 6 that is drawn (https://vega.github.io/vega-lite/docs/spec.html): its own JSON schema without
 * what would load, interact, draw maps or make rows of nothing. Where the schema is wider than what can be drawn, or only
 * names a type, what is here stands in its place. Lengths are Vega-Lite's pixels.
 */
import { CORES, packageFile } from '../../../wasm/package-files'

export interface Schema {
  $ref?: string
  anyOf?: Schema[]
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minimum?: number
  maximum?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  /** What it is, as a noun. */
  title?: string
  /** The same for a model. */
  description?: string
  /** Read by a function of its own. */
  is?: 'view' | 'mark' | 'transform' | 'colour'
}

export const VEGA_LITE_MARKS =
  'arc area bar circle line point rect rule square text tick trail boxplot errorbar errorband'.split(
    ' ',
  )
/** Transforms of the data, by the member that tells their kind. */
export const TRANSFORMS =
  'aggregate bin calculate density filter flatten fold impute joinaggregate loess pivot quantile regression stack timeUnit window'.split(
    ' ',
  )

const ref = (name: string): Schema => ({ $ref: `#/definitions/${name}` })
const [VIEW, ANYTHING]: Schema[] = [{ is: 'view' }, {}]

/** What a view may be, by the member that tells its kind. */
export const VIEWS = {
  mark: ref('TopLevelUnitSpec'),
  layer: ref('TopLevelLayerSpec'),
  facet: ref('TopLevelFacetSpec'),
  repeat: ref('TopLevelRepeatSpec'),
  hconcat: ref('TopLevelHConcatSpec'),
  vconcat: ref('TopLevelVConcatSpec'),
  concat: ref('TopLevelConcatSpec'),
} as const
export type ViewKind = keyof typeof VIEWS

const UNIT = '(year|quarter|month|week|dayofyear|date|day|hours|minutes|seconds|milliseconds)+'

/** Definitions of our own in the place of the schema's. */
const OWN: Readonly<Record<string, Schema | undefined>> = {
  ...{ Spec: VIEW, NonNormalizedSpec: VIEW, LayerSpec: VIEW, FacetedUnitSpec: VIEW },
  ...{ UnitSpec: VIEW, UnitSpecWithFrame: VIEW },
  AnyMark: { is: 'mark' },
  Transform: { is: 'transform' },
  Color: { is: 'colour', type: 'string', maxLength: 60, title: 'a colour like #1f77b4' },
  FieldName: { type: 'string', minLength: 1, maxLength: 200 },
  TimeUnit: {
    ...{ type: 'string', pattern: `^(binned)?(utc)?${UNIT}$`, maxLength: 80 },
    title: 'a unit of time like yearmonth',
  },
  // Channels of layers lay out panels too.
  SharedEncoding: ref('FacetedEncoding'),
  ...{ InlineDataset: ANYTHING, Config: ANYTHING, AutoSizeParams: ANYTHING },
}

/** Members of our own beside the schema's, by the definitions that have them. */
const SIZE: Schema = { anyOf: [{ type: 'number' }, { const: 'container' }, ref('Step')] }
const MORE: Readonly<Record<string, Record<string, Schema> | undefined>> = {
  TopLevelFacetSpec: { width: SIZE, height: SIZE },
}

export const PAINT: Schema = { anyOf: [ref('Color'), ref('LinearGradient'), { type: 'null' }] }
export const VIEW_NAME: Schema = {
  ...{ type: 'string', pattern: '^[a-z][a-z0-9_-]{0,39}$' },
  title: 'a short name of small letters',
}
/** Widths and precisions of three figures would write out as many characters. */
export const FORMAT: Schema = {
  ...{ type: 'string', maxLength: 60, pattern: '^(?!.*\\d{3})' },
  title: 'a format like .2f or %Y',
}
/** Characters of any other text. */
export const MOST_LETTERS = 2000

/** Numbers that say how much is drawn, by the ends of their paths. */
export const BOUNDS: readonly (readonly [end: RegExp, least: number, most: number])[] = [
  [/(?:^|(?<!\bmark)\.)(?:width|height)$/, 1, 4000],
  [/(?:^|\.)(?:width|height)\.step$/, 1, 400],
  [/\bmaxbins$/, 1, 500],
  [/\b(?:min|max)?steps$/, 2, 500],
  [/\b(?:step|constant)$/, 1e-12, Number.POSITIVE_INFINITY],
  [/\btickCount$/, 0, 200],
  [/\b(?:columns|nice|count)$/, 0, 100],
  [/\bbase$/, 1 + 1e-6, 1000],
  [/\bexponent$/, -10, 10],
  [/\]\.order$/, 1, 8],
  [/\]\.param$/, 0, 100_000],
]
/** Entries of a list, but for what its name says. */
export const MOST_ENTRIES = 1000
export const LENGTHS: Readonly<Record<string, number | undefined>> = {
  ...{ transform: 60, layer: 60, hconcat: 30, vconcat: 30, concat: 30, repeat: 40 },
  ...{ values: Number.POSITIVE_INFINITY, aggregate: 40, joinaggregate: 40, window: 40, fold: 200 },
}

/** Definitions that interact, load, draw maps or make rows. */
const OUTSIDE = /Parameter|Generator|UrlData|RadialGradient|Projection|TopoData|DsvData/
/** Where a size is reckoned before anything is drawn no expression can stand. */
const FIXED = /(?:^|\.)(?:axis|legend|header|scale|bin|title|view|padding|background)\b/
/** Members and words that are not drawn. */
export const UNDRAWN: ReadonlySet<unknown> = new Set(
  'href url latitude latitude2 longitude longitude2 time blend smooth aspect dir exponential exponentialb domainRaw strokeMiterLimit strokeOffset image geoshape geojson'.split(
    ' ',
  ),
)

let read: Record<string, Schema> | undefined
/** The schema's definitions, without what it says of them and without its bounds, which are stricter than Vega-Lite is. */
function definitions(): Record<string, Schema> {
  const isLeftOut = (name: string, value: unknown) =>
    (name === 'description' && typeof value === 'string') ||
    ((name === 'minimum' || name === 'maximum') && typeof value === 'number')
  read ??= JSON.parse(new TextDecoder().decode(packageFile(CORES.schema)), (name, value) =>
    isLeftOut(name, value) ? undefined : value,
  ).definitions as Record<string, Schema>
  return read
}

const nameOf = ({ $ref }: Schema) =>
  $ref === undefined ? undefined : decodeURIComponent($ref.replace('#/definitions/', ''))

/** What a schema refers to; an empty one where it is outside what is drawn. */
export function resolved(schema: Schema): Schema {
  const name = nameOf(schema)
  if (name === undefined) return schema
  const found = resolved(OWN[name] ?? definitions()[name] ?? {})
  const more = MORE[name]
  return more ? { ...found, properties: { ...found.properties, ...more } } : found
}

/** The alternatives of a schema at a path that are drawn, each of one type. */
export function alternativesOf(schema: Schema, path: string): Schema[] {
  const name = nameOf(schema)
  if (name !== undefined && (OUTSIDE.test(name) || (name === 'ExprRef' && FIXED.test(path))))
    return []
  const own = resolved(schema)
  const { anyOf, type, enum: words } = own
  if (anyOf) return anyOf.flatMap((one) => alternativesOf(one, path))
  if (words) return words.filter((word) => !UNDRAWN.has(word)).map((word) => ({ const: word }))
  return Array.isArray(type) ? type.map((one) => ({ ...own, type: one })) : [own]
}

/** A definition of a kind, as in BoxPlotDef and JoinAggregateTransform. */
export function definitionOf(kind: string, ending: 'Def' | 'Transform'): Schema | undefined {
  const called = `${kind}${ending}`.toLowerCase()
  const name = Object.keys(definitions()).find((each) => each.toLowerCase() === called)
  return name === undefined ? undefined : resolved(ref(name))
}
