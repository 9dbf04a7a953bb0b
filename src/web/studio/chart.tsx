import type { ComponentChildren } from 'preact'
import { saidIn } from '../figure/figure'
import type { Report, Spec } from '../figure/report'
import type { JobState } from '../figure/use-job'
import { artifactPath, fileOf } from '../parts/artifact'
import { Choice } from '../parts/field'
import { words } from '../parts/words'
import type { Menus } from './draft'

/** Above, thousands are set apart. */
const MOST_UNPARTED = 10_000

const TYPES: Readonly<Record<string, string>> = {
  time: 'temporal',
  category: 'nominal',
  ordinal: 'ordinal',
}

/** What is drawn, which parts of the intent it leaves out, and menus that draw it otherwise. @param draw an intent in Vega-Lite; empty: the words again */
export function ChartNotes({
  job: { id, svg = '', report },
  intent,
  chosen,
  draw,
}: {
  job: JobState
  intent: string
  /** What menus have decided. */
  chosen: Menus | undefined
  draw: (chart: string) => void
}) {
  const said = words.studio.chart
  const { chart, data, unused = [] } = report ?? {}
  const fields = data?.fields ?? []
  if (!chart || fields.length === 0) return null
  const now = chosen ?? menusOf(chart)
  const change = async (part: Partial<Menus>) => {
    const { data: drawn } = JSON.parse(
      await (await fileOf(artifactPath(id, 'chart.vl.json'))).text(),
    )
    const menus = { ...now, ...part }
    draw(JSON.stringify({ menus, spec: specOf(menus, fields, drawn?.values ?? []) }))
  }
  const menu = (name: keyof Menus, options: readonly (readonly [string, string])[]) => (
    <Choice
      label={said.menus[name]}
      value={now[name]}
      set={(value) => void change({ [name]: value })}
      options={[['', said.none], ...options]}
    />
  )
  const columns = fields.map(({ name }) => [name, name] as const)
  const marked = markedIn(intent, unused)
  return (
    <section aria-label={said.heading}>
      <p class="said">{chart.description ?? saidIn(svg, 'desc')}</p>
      {marked && !chosen && (
        <p class="hint">
          {said.unused} “{marked}”
        </p>
      )}
      <div class="halves">
        {menu('kind', Object.entries(said.kinds))}
        {menu('x', columns)}
        {menu('y', columns)}
        {menu('color', columns)}
        {menu('panel', columns)}
      </div>
      {chosen && (
        <button type="button" class="small again" onClick={() => draw('')}>
          {said.byWords}
        </button>
      )}
    </section>
  )
}

/** The intent with what of it was not used marked; undefined: all was used, or these are other words. */
function markedIn(
  intent: string,
  unused: readonly { start: number; end: number; words: string }[],
): ComponentChildren {
  const own = unused.every(({ start, end, words: part }) => intent.slice(start, end) === part)
  if (!own || unused.length === 0) return undefined
  const ends = [0, ...unused.map(({ end }) => end)]
  return [
    ...unused.flatMap(({ start, words: part }, at) => [
      intent.slice(ends[at], start),
      <mark key={start}>{part}</mark>,
    ]),
    intent.slice(ends.at(-1)),
  ]
}

/** What of a specification the menus can say. */
function menusOf({ mark, encoding, facet, spec, layer }: Spec): Menus {
  if (spec) return { ...menusOf(spec), panel: facet?.field ?? '' }
  const [first] = layer ?? []
  if (first) return menusOf({ ...first, encoding: { ...encoding, ...first.encoding } })
  const type = typeof mark === 'object' ? mark.type : (mark ?? '')
  const of = (...names: string[]) =>
    names.map((name) => encoding?.[name]?.field).find((field) => field !== undefined) ?? ''
  return {
    kind: type === 'bar' && encoding?.x?.bin ? 'histogram' : type,
    x: type === 'arc' ? of('color') : of('x'),
    y: of('y', 'theta'),
    color: type === 'arc' ? '' : of('color', 'stroke', 'xOffset'),
    panel: of('facet', 'column', 'row'),
  }
}

/** What menus say as Vega-Lite. @param rows whose repetitions are drawn as their mean */
function specOf(
  { kind, x, y, color, panel }: Menus,
  fields: NonNullable<NonNullable<Report['data']>['fields']>,
  rows: readonly Record<string, unknown>[],
): Spec {
  const fieldOf = (name: string) => fields.find((one) => one.name === name)
  const isAmount = (name: string) => !Object.hasOwn(TYPES, fieldOf(name)?.role ?? 'category')
  const channel = (field: string, amounts = 'quantitative') => {
    if (field === '') return undefined
    const type = TYPES[fieldOf(field)?.role ?? ''] ?? amounts
    const isCount = fieldOf(field)?.whole && rows.every((row) => Number(row[field]) < MOST_UNPARTED)
    return {
      field,
      type,
      ...(type === 'temporal' && { scale: { type: 'utc' } }),
      ...(type === 'quantitative' && isCount && { axis: { format: 'd', tickMinStep: 1 } }),
    }
  }
  const group = (field: string) => channel(field, 'ordinal')
  // Bars that lie: what they are of stands up, how much it is across.
  const lies = isAmount(x) && y !== '' && !isAmount(y)
  const [of, much] = lies ? [y, x] : [x, y]
  const [along, up] = lies ? ['y', 'x'] : ['x', 'y']
  // Of a heat map colour is how much.
  const [down, heat] = isAmount(y) && !isAmount(color) ? [color, y] : [y, color]
  const places = kind === 'rect' ? [x, down, panel] : [of, color, panel]
  const groups = new Set(rows.map((row) => JSON.stringify(places.map((one) => row[one]))))
  const mean = groups.size < rows.length && { aggregate: 'mean' }
  const count = { aggregate: 'count', type: 'quantitative' }
  const amount = much === '' ? count : { ...channel(much), ...mean }
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
  const all = { color: channel(color, 'ordinal'), facet: group(panel), ...own }
  const encoding = Object.entries(all).flatMap(([name, one]) => {
    const { axis, ...rest } = (one ?? {}) as { axis?: object }
    return one ? [[name, /^[xy]$/.test(name) && axis ? one : rest]] : []
  })
  const mark = kind === 'histogram' ? 'bar' : kind || 'point'
  return { mark, encoding: Object.fromEntries(encoding) as NonNullable<Spec['encoding']> }
}
