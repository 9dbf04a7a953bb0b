import type { ChartChoice } from '../../../src/forms/engines'

type Json = Record<string, unknown>

/** What a specification shows, in the words in which expectations are written. */
export interface Summary {
  mark: string
  transform?: string
  /** By channel; `x` is what the marks run along, also where they lie. */
  encoding: Partial<Record<string, { field: string }>>
  stack?: string
  interval?: string
  aggregate?: string
  donut?: boolean
  bins?: number
  title?: string
  overlays: { kind: string }[]
}

const MARKS: Readonly<Record<string, string>> = {
  scatter: 'point',
  pie: 'arc',
  roc: 'line',
  'precision-recall': 'line',
  calibration: 'line',
  confusion: 'heatmap',
  correlation: 'heatmap',
  pareto: 'bar',
  volcano: 'point',
}

const OVERLAYS: readonly (readonly [RegExp, string])[] = [
  [/^reference/, 'reference'],
  [/^diagonal/, 'diagonal'],
  [/^annotation/, 'annotation'],
  [/^(?:value|share)/, 'values'],
  [/^cumulative/, 'cumulative'],
  [/^marker/, 'points'],
  [/^raw/, 'raw'],
]

const typeOf = ({ mark }: Json): string =>
  typeof mark === 'string' ? mark : String((mark as Json | undefined)?.type ?? '')

/** Every view of a specification with the channels that it has or inherits. */
function viewsOf(spec: Json, above: Json = {}): { view: Json; encoding: Json }[] {
  const encoding = { ...above, ...((spec.encoding ?? {}) as Json) }
  const inner = [...((spec.layer ?? []) as Json[]), ...(spec.spec ? [spec.spec as Json] : [])]
  return [{ view: spec, encoding }, ...inner.flatMap((view) => viewsOf(view, encoding))]
}

export function summaryOf({ chart, reasons }: ChartChoice): Summary {
  const kind = /^kind (.+)$/.exec(reasons[0]?.choice ?? '')?.[1] ?? ''
  const views = viewsOf(chart)
  const drawn = views.filter(({ view }) => view.mark !== undefined)
  const main =
    drawn.find(({ view }) => !/^(?:band|error|cap|value|raw)/.test(String(view.name ?? ''))) ??
    drawn[0]
  const encoding = (main?.encoding ?? {}) as Record<string, Json | undefined>
  const facet = views.map(({ view }) => view.facet as Json | undefined).find(Boolean)
  const lies = encoding.y?.type === 'nominal' && encoding.x?.type === 'quantitative'
  const [x, y] = lies ? [encoding.y, encoding.x] : [encoding.x, encoding.y]
  const channels: Record<string, Json | undefined> = {
    ...encoding,
    x,
    y,
    ...(facet ? { facet } : {}),
  }
  const all = JSON.stringify(chart)
  const bin = (encoding.x?.bin ?? {}) as { maxbins?: number; step?: number; extent?: number[] }
  const [low = 0, high = 0] = bin.extent ?? []
  const title = typeof chart.title === 'string' ? chart.title : undefined
  const op = /"aggregate":"(\w+)"/.exec(all)?.[1]
  const errors = drawn.find(({ view }) => /^(?:error|band)$/.test(String(view.name ?? '')))
  const end = (name: 'y' | 'y2' | 'x' | 'x2') =>
    ((errors?.view.encoding ?? {}) as Record<string, Json | undefined>)[name]?.field
  const [lower, upper] = [end('y2') ? end('y') : end('x'), end('y2') ?? end('x2')]
  const given = /"[xy]Error":\{"field":"(.+?)"/.exec(all)?.[1]
  const spread = given
    ? { error: { field: given } }
    : lower
      ? { lower: { field: lower }, upper: { field: upper } }
      : {}
  const distribution = kind === 'ecdf' || kind === 'density' ? { y: x } : {}
  const stack = y?.stack === 'zero' ? 'stack' : y?.stack
  return {
    mark: MARKS[kind] ?? (kind || typeOf(main?.view ?? {})),
    ...(kind === 'roc' || kind === 'calibration'
      ? { transform: kind }
      : kind === 'precision-recall'
        ? { transform: 'pr' }
        : kind === 'correlation'
          ? { transform: 'correlation' }
          : kind === 'confusion' && all.includes('"aggregate":"count"')
            ? { transform: 'confusion' }
            : {}),
    encoding: Object.fromEntries(
      Object.entries({ ...channels, ...spread, ...distribution }).flatMap(([name, channel]) =>
        typeof channel?.field === 'string' ? [[name, { field: channel.field }]] : [],
      ),
    ),
    ...(typeof stack === 'string' ? { stack } : {}),
    ...(all.includes('"name":"band"')
      ? { interval: 'band' }
      : all.includes('"name":"error"')
        ? { interval: 'bars' }
        : {}),
    ...(op ? { aggregate: op } : {}),
    ...(all.includes('"innerRadius"') ? { donut: true } : {}),
    ...(bin.maxbins
      ? { bins: bin.maxbins }
      : bin.step
        ? { bins: Math.round((high - low) / bin.step) }
        : {}),
    ...(title === undefined ? {} : { title }),
    overlays: drawn.flatMap(({ view }) => {
      if (typeof view.mark === 'object' && (view.mark as Json).point === true)
        return [{ kind: 'points' }]
      if (typeOf(view) === 'fit') return [{ kind: 'regression' }]
      if (typeOf(view) === 'roc') return [{ kind: 'diagonal' }]
      if (typeOf(view) === 'forest') return [{ kind: 'reference' }]
      const found = OVERLAYS.find(([pattern]) => pattern.test(String(view.name ?? '')))
      return found ? [{ kind: found[1] }] : []
    }),
  }
}
