/**
 * The part of a Vega-Lite specification that is drawn (https://vega.github.io/vega-lite/docs/spec.html): one mark, its
 * encoding, no data. What would load, compute or interact is outside it, as is everything that would be left out
 * without a word. This schema is the one check; the kit lends it to plugins, the chart engine reads by it.
 */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const strict = { additionalProperties: false }
const text = Type.String({ maxLength: 300 })
const flag = Type.Optional(Type.Boolean())
const number = Type.Optional(Type.Number())
const color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', title: 'a colour like #1f77b4' })
const title = Type.Optional(Type.Union([text, Type.Null()]))
const oneOf = <Word extends string>(...words: Word[]) =>
  Type.Union(words.map((word) => Type.Literal(word)))

const Marks = oneOf(
  'bar',
  'line',
  'area',
  'point',
  'circle',
  'square',
  'rect',
  'arc',
  'boxplot',
  'tick',
  'text',
  'trail',
)

const Scale = Type.Object(
  {
    type: Type.Optional(
      oneOf('linear', 'log', 'symlog', 'time', 'utc', 'band', 'point', 'ordinal'),
    ),
    domain: Type.Optional(
      Type.Tuple([Type.Number(), Type.Number()], { title: 'a list of two numbers' }),
    ),
    scheme: Type.Optional(Type.String({ maxLength: 40 })),
    range: Type.Optional(Type.Array(color, { maxItems: 40, title: 'a list of colours' })),
    zero: flag,
    nice: flag,
  },
  strict,
)

const Channel = Type.Object(
  {
    field: Type.Optional(text),
    type: Type.Optional(oneOf('quantitative', 'nominal', 'ordinal', 'temporal')),
    aggregate: Type.Optional(oneOf('mean', 'average', 'median', 'sum', 'count', 'min', 'max')),
    bin: Type.Optional(
      Type.Union([
        Type.Boolean(),
        Type.Object({ maxbins: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })) }, strict),
      ]),
    ),
    stack: Type.Optional(Type.Union([Type.Boolean(), Type.Null(), oneOf('zero', 'normalize')])),
    sort: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Array(text, { maxItems: 200 }),
        oneOf('ascending', 'descending', 'x', 'y', '-x', '-y'),
      ]),
    ),
    title,
    scale: Type.Optional(Scale),
    axis: Type.Optional(Type.Union([Type.Null(), Type.Object({ title, grid: flag }, strict)])),
    legend: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object(
          { title, orient: Type.Optional(oneOf('left', 'right', 'top', 'bottom')) },
          strict,
        ),
      ]),
    ),
  },
  strict,
)

const channel = Type.Optional(Channel)

const Specification = Type.Object(
  {
    $schema: Type.Optional(text),
    title: Type.Optional(text),
    description: Type.Optional(text),
    width: number,
    height: number,
    mark: Type.Union([
      Marks,
      Type.Object(
        {
          type: Marks,
          point: flag,
          color: Type.Optional(color),
          innerRadius: number,
          filled: flag,
          opacity: number,
          tooltip: flag,
        },
        strict,
      ),
    ]),
    encoding: Type.Object(
      {
        x: channel,
        y: channel,
        color: channel,
        size: channel,
        shape: channel,
        theta: channel,
        xOffset: channel,
        yOffset: channel,
        column: channel,
        row: channel,
        facet: channel,
        text: channel,
        detail: channel,
      },
      strict,
    ),
  },
  strict,
)

export type VegaLite = Static<typeof Specification>
export type VegaLiteMark = Static<typeof Marks>
export type VegaLiteChannel = Static<typeof Channel>

/**
 * An intent in Vega-Lite's notation: the specification, or in a sentence what of it is not drawn and where. Undefined
 * for words.
 */
export function readVegaLite(intent: string): { spec: VegaLite } | { fault: string } | undefined {
  if (!intent.trimStart().startsWith('{')) return undefined
  let value: unknown
  try {
    value = JSON.parse(intent)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : ''
    const at = 'it begins like a Vega-Lite specification but is not valid JSON'
    return { fault: `${at}: ${why.slice(0, 200)}.` }
  }
  const fault = faultIn(Specification, value, '')
  if (fault !== undefined) return { fault }
  // Nothing is found wrong, part by part; the whole has the last word.
  return Value.Check(Specification, value)
    ? { spec: value }
    : { fault: 'the specification is outside what is accepted.' }
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first part that the schema does not have, misses or has otherwise; only known parts are gone into. */
function faultIn(schema: TSchema, value: unknown, path: string): string | undefined {
  const object = [schema, ...alternativesOf(schema)].find(
    (one): one is TObject => one.type === 'object',
  )
  if (object && isObject(value)) return faultInside(object, value, path)
  if (Value.Check(schema, value)) return undefined
  const words = alternativesOf(schema).flatMap((one) =>
    one.const === undefined ? [] : [one.const],
  )
  return words.length > 0 && typeof value === 'string'
    ? `the specification's ${path} is not known; there are ${words.join(', ')}.`
    : `the specification's ${path} must be ${inWords(schema)}.`
}

function faultInside({ properties, required }: TObject, value: Json, path: string) {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const known = Object.keys(properties)
  const other = Object.keys(value).find((name) => !known.includes(name))
  if (other === 'data' || other === 'datasets')
    return `the specification's ${at(other)} is not accepted; the data come from data_json, and mark and encoding say the rest.`
  if (other !== undefined)
    return `the specification's ${at(other.slice(0, 80))} is not known; there are ${known.join(', ')}.`
  const missing = required?.find((name) => !(name in value))
  if (missing !== undefined)
    return `it is JSON without ${at(missing)}; give a Vega-Lite specification with mark and encoding, or say in words what to draw.`
  for (const [name, inner] of Object.entries(value)) {
    const own = properties[name]
    const fault = own && faultIn(own, inner, at(name))
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The alternatives of a union, those of unions in it too. */
function alternativesOf(schema: TSchema): TSchema[] {
  const own: TSchema[] = schema.anyOf ?? []
  return own.flatMap((one) => [one, ...alternativesOf(one)])
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function inWords(schema: TSchema): string {
  const kinds = [schema, ...alternativesOf(schema)]
    .filter(({ type, title }) => type !== undefined || title !== undefined)
    .map((one) => one.title ?? (one.const === undefined ? KINDS[one.type] : `"${one.const}"`))
  return [...new Set(kinds)].join(', ')
}
