/** Points over two columns of numbers, and the volcano of effects and p values. */
import type { Field } from '../../../../forms/chart'
import { missing } from './axes'
import { type Cast, type Casting, isUnique } from './cast'
import { type Draft, isAmount, isName, type Json, namesOf, quoted, refuse, titled } from './draft'
import {
  colorChannel,
  draftOf,
  errorLayers,
  ordered,
  replaced,
  runChannel,
  summaryOf,
} from './parts'

/** More marks than this make no figure that can be edited. */
const MOST_POINTS = 20_000

export function scatter(casting: Casting): Draft {
  const { asked } = casting
  const color = casting.channel('color')
  const facet = casting.channel('facet')
  const [size, shape, label] = [
    casting.channel('size'),
    casting.shared('shape'),
    casting.channel('label'),
  ]
  casting.certain('x', false)
  casting.certain('y', false)
  const spread = (field: Field) => !isName(field)
  let y = casting.said('y', spread)[0]
  let x =
    casting.said('x', spread)[0] ??
    casting.said('by', (field) => field.role === 'time' && field !== y)[0]
  if (y) casting.use(y)
  if (x) casting.use(x)
  const loose = casting.said('loose', spread)
  if (!x && !y && loose.length === 2)
    refuse(
      `It is not said which of ${quoted(loose.map(({ name }) => name))} is on which axis; say "a against b".`,
    )
  y ??= casting.use(loose[0])
  if (!y || !x) {
    const free = casting.numbers()
    const times = casting.table.fields.filter(
      ({ role, name }) => role === 'time' && !casting.used.has(name),
    )
    if (!x && y && times.length === 1 && free.length === 0) x = casting.use(times[0])
    else if (y && free.length === 1) x = casting.use(free[0])
    else if (x && free.length === 1) y = casting.use(free[0])
    else if (free.length === 2 && free.every(({ name }) => /^[xy]$/i.test(name)))
      [x, y] = [free.find(({ name }) => /x/i.test(name)), free.find(({ name }) => /y/i.test(name))]
    else
      refuse(
        `It is not said which columns are on the axes: ${quoted(free.map(({ name }) => name))}; say "a against b".`,
      )
  }
  if (!x || !y) return refuse('A scatter plot needs two columns of numbers.')
  if (x.values.length > MOST_POINTS)
    refuse(
      `${x.values.length} points cannot be drawn in one figure; ${MOST_POINTS} are the most. Sample the data, or ask for a histogram.`,
    )
  for (const field of [x, y]) if (field.role !== 'time') casting.number(field)
  // Names of single points are no groups.
  const groups = [...new Set([...casting.said('by'), ...casting.said('loose', isName)])].filter(
    (field) => !casting.used.has(field.name) && !isUnique(field),
  )
  const own = color ?? casting.use(groups[0])
  if (groups.length > (color ? 0 : 1))
    refuse(
      `Points have no further place for ${quoted(groups.slice(color ? 0 : 1).map(({ name }) => name))}.`,
    )
  const cast: Cast = {
    table: casting.table,
    x,
    y,
    ...(own ? { color: own } : {}),
    ...(facet ? { facet } : {}),
  }
  const draft = draftOf(cast, 'scatter', casting)
  if (asked.how) refuse('Points show single rows; ask for lines or bars of means.')
  const summary = asked.spread
    ? summaryOf(casting, cast, [x, y, own, facet, label], draft)
    : undefined
  const bounds = summary?.bounds
  draft.transform = summary?.transform ?? []
  draft.encoding.x = runChannel(x, asked)
  draft.encoding.y = { ...runChannel(y, asked) }
  if (own && !isName(own) && new Set(own.values).size > 12)
    draft.encoding.color = { field: own.name, type: 'quantitative', title: titled(own) }
  else if (own) {
    const series = ordered(asked, own)
    draft.series = { field: own.name, names: series }
    draft.encoding.color = colorChannel(own, series)
  }
  const own2 = {
    ...(size
      ? {
          size: {
            field: casting.number(size).name,
            type: 'quantitative',
            title: titled(size),
            scale: { zero: true },
          },
        }
      : {}),
    ...(shape ? { shape: { field: shape.name, type: 'nominal', title: titled(shape) } } : {}),
  }
  draft.layers = [
    ...(bounds ? errorLayers(bounds, 'y', false, own !== undefined) : []),
    {
      mark: {
        type: 'point',
        opacity:
          casting.table.fields[0] && casting.table.fields[0].values.length > 300 ? 0.6 : 0.85,
      },
      ...(size || shape ? { encoding: own2 } : {}),
    },
  ]
  const few = size !== undefined && (casting.table.fields[0]?.values.length ?? 0) <= 15
  const names =
    label ??
    (asked.over.has('figures')
      ? nameColumn(casting)
      : few
        ? casting.table.fields.find((field) => isName(field) && isUnique(field))
        : undefined)
  if (names && (few || asked.over.has('figures'))) {
    const count = namesOf(names).length
    if (count > 60) casting.unmet.push(`Not met: ${count} names of points; 60 are the most.`)
    else
      draft.layers.push({
        name: 'name',
        mark: { type: 'text', fontSize: 10.5 },
        encoding: { text: { field: names.name, type: 'nominal' }, color: { value: '#30363d' } },
      })
  }
  draft.says.push(...missing(casting, [x, y]))
  // Names may be coloured where nothing else is.
  if (names && !own && isUnique(names)) {
    draft.names = { channel: 'x', field: names.name, list: namesOf(names) }
  }
  return draft
}

function nameColumn(casting: Casting): Field | undefined {
  const names = casting.table.fields.filter((field) => isName(field) && isUnique(field))
  if (names.length === 1) return casting.use(names[0])
  casting.unmet.push('Not met: names of the points; it is not said which column holds them.')
  return undefined
}

export function volcano(casting: Casting): Draft {
  const p =
    casting.table.fields.find(({ role }) => role === 'p') ??
    casting.table.fields.find(
      ({ name, role }) =>
        role === 'number' &&
        /^(?:p|padj|pval|p[_ .]?val(?:ue)?|fdr|q[_ .]?val(?:ue)?|adj[_. ]?p.*)$/i.test(name),
    )
  if (!p)
    return refuse('A volcano plot needs a column of p values as they are, not their logarithms.')
  const table = replaced(casting.table, { ...p, role: 'number' })
  casting.table = table
  casting.use(p)
  const said = [...casting.said('x', isAmount), ...casting.said('loose', isAmount)].filter(
    ({ name }) => name !== p.name,
  )
  const x = casting.number(said[0] ?? casting.onlyNumber('the effect'))
  const names = casting.channel('label') ?? casting.names().filter(isUnique)[0]
  casting.use(names)
  const draft = draftOf({ table, x, y: p }, 'volcano', casting)
  const kept = (field: Field) => field.values.filter((each) => each === null).length
  if (kept(x) + kept(p) > 0)
    draft.says.push(`${Math.max(kept(x), kept(p))} rows lack a value and are left out.`)
  draft.encoding = {
    x: { field: x.name, type: 'quantitative', title: titled(x) },
    y: { field: p.name, type: 'quantitative', title: `−log₁₀ ${p.name}` },
    ...(names ? { text: { field: names.name, type: 'nominal' } } : {}),
  }
  draft.layers = [{ mark: { type: 'volcano', ...asked(casting) } }]
  return draft
}

const asked = ({ asked: { cuts } }: Casting): Json => ({
  ...(cuts?.fold === undefined ? {} : { fold: cuts.fold }),
  ...(cuts?.p === undefined ? {} : { p: cuts.p }),
  ...(cuts?.top === undefined ? {} : { top: cuts.top }),
})
