/** What every specification gets before Vega-Lite compiles it: its data, and the rules of the house. */
import type { ChartSpec, Table } from '../../../forms/chart'
import { isPrototypes } from '../../../forms/vega-lite'
import { withLayers } from './layers'
import { leavesOf, mapViews } from './leaves'
import { TABLE } from './sources'
import { type Json, transformed } from './vega'

/** Without width, and in no name. */
const MARK = '\u2060'

/**
 * A word as Vega can look it up. `__proto__` is no member of a record, and the parser of expressions takes the quoted
 * name of a property that every object has (`constructor`) for a variable.
 */
export const lookedUp = (word: string) => (isPrototypes(word) ? `${MARK}${word}` : word)

/** The word again. */
export const spoken = (word: string) => (word.startsWith(MARK) ? word.slice(1) : word)

/** The rows of a table, as Vega reads them. */
export function rowsOf(table: Table): Json[] {
  const columns = table.fields.map((field) => ({ ...field, name: lookedUp(field.name) }))
  const length = table.fields[0]?.values.length ?? 0
  return Array.from({ length }, (_, i) =>
    Object.fromEntries(
      columns.map(({ name, values, logical }) => {
        const cell = values[i] ?? null
        if (logical && cell !== null) return [name, cell === 'true']
        return [name, typeof cell === 'string' ? lookedUp(cell) : cell]
      }),
    ),
  )
}

/** The specification with its data and the house's rules; what it says itself stays. */
export function prepared(spec: ChartSpec, table: Table, said: unknown): Json {
  const names = new Map(table.fields.map(({ name }) => [name, accessor(name)]))
  const own = withNames(spec, names) as Json
  const { config: _, autosize: __, padding: ___, usermeta: ____, $schema: _____, ...kept } = own
  const data = said as Json | undefined
  const parse = (data?.format as Json | undefined)?.parse
  return {
    ...('data' in kept ? { layer: [dressed(kept)] } : dressed(kept)),
    data: {
      name: TABLE,
      values: withLists(rowsOf(table), spec),
      ...(parse ? { format: { parse } } : {}),
    },
  }
}

/** The rows of a table after transforms; `rows` where they have more columns than the table. */
export const rowsAfter = (
  transform: readonly Json[],
  table: Table,
  rows = rowsOf(table),
): Promise<Json[]> => transformed(rows, prepared({ transform }, table, undefined).transform)

/** Cells that held lists, as lists again where a transform flattens them. */
function withLists(rows: Json[], spec: ChartSpec): Json[] {
  const names = leavesOf(spec).flatMap(({ all }) => all.flatMap(({ flatten }) => flatten ?? []))
  if (names.length === 0) return rows
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      names.map(String).map((name) => [lookedUp(name), listOf(row[lookedUp(name)])]),
    ),
  }))
}

function listOf(cell: unknown): unknown {
  if (typeof cell !== 'string' || !cell.startsWith('[')) return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

/** A column's name as a path of Vega: dots and brackets in it are letters. */
const accessor = (name: string) => lookedUp(name).replace(/[.[\]\\'"]/g, (sign) => `\\${sign}`)

const FIELDS =
  /^(?:field|density|quantile|regression|loess|on|impute|key|pivot|value|stack|groupby|fold|flatten|argmin|argmax|repeat)$/

/** Names of columns as paths, wherever a specification names a field; other words as they can be looked up. */
function withNames(value: unknown, names: ReadonlyMap<string, string>, key = ''): unknown {
  if (typeof value === 'string') return (FIELDS.test(key) && names.get(value)) || lookedUp(value)
  if (Array.isArray(value)) return value.map((each) => withNames(each, names, key))
  if (typeof value !== 'object' || value === null || key === 'data') return value
  const repeated = key === 'repeat'
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      // Datum values and texts are no fields, though they may read like one.
      const plain = name === 'value' && !('pivot' in value)
      return [name, withNames(inner, names, plain ? '' : repeated ? 'repeat' : name)]
    }),
  )
}

/** A view, which has all of its channels itself, by the rules of the house. */
function dressed(given: Json): Json {
  const layered = Array.isArray(given.layer) ? withLayers(given) : given
  const found = mapViews(layered, dressed)
  if (found.layer) Object.assign(found, ownOffsets(found))
  if (found.mark === undefined) return found
  const encoding = fieldFirst((found.encoding ?? {}) as Json)
  if (found.encoding) found.encoding = encoding
  const limited = ['x', 'y'].some((channel) => isLimited(encoding[channel]))
  const mark = typeof found.mark === 'string' ? { type: found.mark } : (found.mark as Json)
  // Points on a line have its colour.
  const ink = mark.color ?? mark.stroke
  const point = mark.point === true && ink !== undefined ? { point: { color: ink } } : {}
  const clip = limited && mark.type !== 'text' ? { clip: true } : {}
  found.mark = { ...clip, ...mark, ...point }
  // A line at a place is drawn once, not once for each row.
  if (isAlone(encoding) && found.transform === undefined && found.data === undefined)
    found.data = { values: [{}] }
  return found
}

/** Points that are spread over their place by a number leave the bars and boxes below them in its middle. */
function ownOffsets({ layer, resolve }: Json): Json {
  const isSpread = (name: string) =>
    (layer as Json[]).some(
      ({ encoding }) =>
        ((encoding as Json | undefined)?.[name] as Json | undefined)?.type === 'quantitative',
    )
  const spread = ['xOffset', 'yOffset'].filter(isSpread)
  if (spread.length === 0) return {}
  const { scale, ...rest } = (resolve ?? {}) as Json
  const own = Object.fromEntries(spread.map((name) => [name, 'independent']))
  return { resolve: { ...rest, scale: { ...own, ...(scale as Json | undefined) } } }
}

/** A range from a place to a column runs from the column to the place: Vega-Lite knows only this one. */
function fieldFirst(encoding: Json): Json {
  const found: Json = { ...encoding }
  for (const name of ['x', 'y']) {
    const [from, to] = [encoding[name], encoding[`${name}2`]] as [Json?, Json?]
    if (from?.datum === undefined || to?.field === undefined) continue
    const { datum, ...look } = from
    found[name] = { ...look, ...to }
    found[`${name}2`] = { datum }
  }
  return found
}

function isLimited(channel: unknown): boolean {
  const { scale } = (channel ?? {}) as { scale?: Json }
  const { domain, domainMin, domainMax } = scale ?? {}
  const numbers = Array.isArray(domain) && domain.every((each) => typeof each !== 'string')
  return numbers || domainMin !== undefined || domainMax !== undefined
}

const isAlone = (encoding: Json): boolean => {
  const channels = Object.values(encoding).flat() as Json[]
  return (
    channels.length > 0 &&
    channels.every(
      (each) =>
        each?.field === undefined && each?.aggregate === undefined && each?.condition === undefined,
    ) &&
    channels.some((each) => each?.datum !== undefined || each?.value !== undefined)
  )
}
