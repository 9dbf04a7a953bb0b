import type { ComponentChildren } from 'preact'
import { saidIn } from '../figure/figure'
import type { JobState } from '../figure/use-job'
import { Act } from '../parts/act'
import { Choice } from '../parts/field'
import { words } from '../parts/words'
import { areAlike, isAmount, MEASURE, type Menus, menusOf, settled, specOf } from './chart-spec'
import type { Chosen } from './draft'

interface ChartNotesProps {
  job: JobState
  intent: string
  /** What menus have decided. */
  chosen: Chosen
  draw: (chart: string) => void
}

/** What is drawn, which parts of the intent it leaves out, and menus that draw it otherwise. @param draw an intent in Vega-Lite; empty: the words again */
export function ChartNotes({ job: { svg = '', report }, intent, chosen, draw }: ChartNotesProps) {
  const said = words.studio.chart
  const { chart, data, unused = [] } = report ?? {}
  const fields = data?.fields ?? []
  if (!chart || fields.length === 0) return null
  const now = chosen.menus ?? menusOf(chart)
  const mixed = chosen.menus && now.panel !== MEASURE && !areAlike(now.y, fields)
  const change = (part: Partial<Menus>) => {
    const menus = settled(now, part, fields)
    draw(JSON.stringify({ menus, spec: specOf(menus, fields) }))
  }
  const names: Readonly<Record<string, string>> = { ...said.kinds, [MEASURE]: said.measure }
  const menu = (
    name: keyof typeof said.menus,
    value: string,
    options: readonly string[],
    set: Set,
  ) => (
    <Choice
      key={name + value}
      label={said.menus[name]}
      value={value}
      set={set}
      options={[['', said.none], ...options.map((one) => [one, names[one] ?? one] as const)]}
    />
  )
  const columns = fields.map(({ name }) => name)
  const several = now.y.length > 1 ? [MEASURE] : []
  const place = (name: 'x' | 'color' | 'panel') =>
    menu(name, now[name], [...columns, ...several], (value) => change({ [name]: value }))
  const amounts = fields.flatMap((one) => (isAmount(one) && one.name !== now.x ? one.name : []))
  const more = now.y.every((name) => amounts.includes(name)) && now.y.length > 0
  const open = more && amounts.some((name) => !now.y.includes(name)) ? [...now.y, ''] : now.y
  const marked = markedIn(intent, unused)
  return (
    <section aria-label={said.heading}>
      <p class="said">{chart.description ?? saidIn(svg, 'desc')}</p>
      {mixed && <p class="hint">{said.mixed}</p>}
      {JSON.stringify(chart).includes('"errorba') && <p class="hint">{said.errors}</p>}
      {marked && !chosen.menus && (
        <p class="hint">
          {said.unused} “{marked}”
        </p>
      )}
      <div class="halves">
        {menu('kind', now.kind, Object.keys(said.kinds), (kind) => change({ kind }))}
        {place('x')}
        {(open.length > 0 ? open : ['']).map((own, at) => {
          const some = at === 0 && now.y.length < 2 ? columns : amounts
          const free = some.filter((name) => name === own || !now.y.includes(name))
          const y = (value: string) => now.y.toSpliced(at, 1, ...(value === '' ? [] : [value]))
          return menu(at === 0 ? 'y' : 'more', own, free, (value) => change({ y: y(value) }))
        })}
        {place('color')}
        {place('panel')}
      </div>
      {chosen.menus && <Act label={said.byWords} look="small again" act={() => draw('')} />}
    </section>
  )
}

type Set = (value: string) => void

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
