import type { Field } from '../../../../forms/chart'
import { type Cast, type Casting, crowded, dimensions } from './cast'
import { type Draft, isName, type Json, refuse, titled } from './draft'
import { draftOf, nameChannel, ordered, runChannel } from './parts'

const STANDARD = ['#0072b2', '#d55e00']

/** Two columns over one argument, each on an axis of its own, in the colour of its axis. */
export function twoAxes(casting: Casting): Draft {
  const { asked, table } = casting
  const [left, right] = (['left', 'right'] as const).map((role) => casting.said(role)[0]) as [
    Field | undefined,
    Field | undefined,
  ]
  if (!left || !right) return refuse('Two axes need two columns of numbers.')
  for (const field of [left, right]) casting.number(field)
  const [said] = [...casting.said('x'), ...dimensions(casting, 1)]
  const free = table.fields.filter(
    (field) => !casting.used.has(field.name) && (isName(field) || field.role === 'time'),
  )
  const x =
    casting.use(said ?? (free.length === 1 ? free[0] : undefined)) ??
    casting.onlyNumber('the x axis')
  casting.use(x)
  if (crowded(table, [x], left) > 1) refuse('Several rows share one place of the x axis.')
  const cast: Cast = { table, x, y: left }
  const draft = draftOf(cast, 'two axes', casting)
  const bars = asked.sides?.some(({ mark }) => mark === 'bar') === true
  const names = isName(x) || (bars && x.role === 'number')
  draft.encoding.x = names ? nameChannel(x, ordered(asked, x)) : runChannel(x, asked)
  if (bars && x.role === 'time')
    draft.encoding.x = {
      field: x.name,
      type: 'temporal',
      timeUnit: x.span ? 'utcyearmonth' : 'utcyearmonthdate',
      title: titled(x),
      scale: { type: 'utc' },
    }
  if (names) draft.names = { channel: 'x', field: x.name, list: ordered(asked, x) }
  const side = (field: Field, i: number): Json => {
    const { mark = 'line', color = STANDARD[i] ?? '#0072b2' } = asked.sides?.[i] ?? {}
    const y = {
      field: field.name,
      type: 'quantitative',
      title: titled(field),
      scale: { zero: mark === 'bar' },
      axis: {
        orient: i === 0 ? 'left' : 'right',
        grid: i === 0,
        titleColor: color,
        labelColor: color,
      },
    }
    const line = {
      encoding: { y },
      layer: [
        { mark: { type: 'line', color } },
        { name: 'marker', mark: { type: 'point', color, size: 26, opacity: 1 } },
      ],
    }
    return mark === 'line' ? line : { encoding: { y }, mark: { type: mark, color } }
  }
  draft.layers = [side(left, 0), side(right, 1)]
  draft.around.resolve = { scale: { y: 'independent' } }
  draft.says.push(`${left.name} stands on the left axis, ${right.name} on the right one.`)
  return draft
}
