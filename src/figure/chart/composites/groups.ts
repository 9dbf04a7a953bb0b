import { ChartRefused } from '../../../forms/chart'
import type { Json } from '../vega'

/** A composite where it stands: its mark, the channels it inherits, the rows it is made of. */
export interface Composite {
  mark: Json
  encoding: Readonly<Record<string, Json | undefined>>
  rows: Json[]
  says: string[]
}

/** The field that a composite reads on a channel. @throws ChartRefused where it has none */
export function fieldOn({ mark, encoding }: Composite, channel: string): string {
  const field = encoding[channel]?.field
  if (typeof field === 'string') return field
  throw new ChartRefused(`A chart of mark ${mark.type} needs a field on ${channel}.`)
}

/** The rows of each series, by the channel of colour; one list without it. */
export function bySeries({
  encoding,
  rows,
}: Composite): { series: unknown; rows: Json[]; own: Json }[] {
  const field = encoding.color?.field
  if (typeof field !== 'string') return [{ series: undefined, rows, own: {} }]
  return [...Map.groupBy(rows, (row) => row[field])].map(([series, list]) => ({
    series,
    rows: list,
    own: { [field]: series },
  }))
}

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** A channel without what only the whole chart says. */
export const plain = (channel: Json | undefined, changed: Json): Json => {
  const { aggregate: _, stack: __, bin: ___, ...rest } = channel ?? {}
  return {
    ...rest,
    ...(rest.title === undefined && typeof rest.field === 'string' ? { title: rest.field } : {}),
    ...changed,
  }
}
