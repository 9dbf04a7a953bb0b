/** Two values of each: slopes, dumbbells, agreement of two methods. */
import type { Field } from '../../../../forms/chart'
import { sentence } from '../data/field-titles'
import { type Cast, type Casting, crowded, dimensions, isUnique } from './cast'
import {
  type Draft,
  datum,
  isAmount,
  isName,
  type Json,
  quoted,
  refuse,
  titled,
  withRows,
} from './draft'
import { foldable, wordsApart } from './fold'
import {
  amountChannel,
  colorChannel,
  draftOf,
  nameChannel,
  ordered,
  replaced,
  scores,
} from './parts'

/** Two columns of numbers of one measure, or one with a name for either: `who` it was, `when`, and the `value`. */
function pairs(casting: Casting): { who: Field; when: Field; value: Field } {
  const { asked } = casting
  const dims = dimensions(casting, 2)
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const free = said.length > 1 ? said : casting.numbers()
  const color = casting.channel('color')
  const names = [...new Set([...dims, ...casting.names()])].filter(
    (each) => isName(each) && each !== color,
  )
  if (free.length > 1) {
    const who =
      dims.find(isName) ??
      color ??
      (names.length === 1 ? names[0] : names.find((each) => isUnique(each)))
    if (!who) return refuse('It is not said whom the values belong to.')
    if (free.length !== 2 && !foldable(free) && said.length < 2)
      refuse(`It is not said which columns are compared: ${quoted(free.map(({ name }) => name))}.`)
    const { key, value } = casting.fold(free, '', true)
    const own = casting.table.fields.find(({ name }) => name === who.name) as Field
    return {
      who: own,
      when: { ...key, role: 'category', values: key.values.map((each) => String(each)) },
      value,
    }
  }
  const value = casting.onlyNumber('what is compared')
  const times = casting.table.fields.filter(
    (field) =>
      (isName(field) || field.role === 'number' || field.role === 'time') &&
      field !== value &&
      new Set(field.values).size === 2,
  )
  const [when] = times
  const who = [color, ...names].find((each) => each && each !== when)
  if (!when || !who || times.length > 1)
    return refuse('It is not said which two values are compared, and of whom.')
  void asked
  return {
    who,
    when: {
      ...when,
      role: 'category',
      values: when.values.map((each) => (each === null ? null : String(each))),
    },
    value,
  }
}

const topicTitle = (casting: Casting, value: Field): string | null => {
  const words = casting.called(value, 'y', 'loose')
  return words === undefined ? null : sentence(words)
}

export function slope(casting: Casting): Draft {
  const { asked } = casting
  const { who, when, value } = pairs(casting)
  casting.table = replaced(casting.table, when)
  for (const field of [who, when, value]) casting.use(field)
  if (crowded(casting.table, [who, when], value) > 1)
    refuse('Several rows share one end of a slope.')
  const cast: Cast = { table: casting.table, x: when, y: value, color: who }
  const draft = draftOf(cast, 'slope', casting)
  const places = ordered(asked, when)
  const names = ordered(asked, who)
  draft.series = { field: who.name, names }
  draft.encoding = {
    x: { ...nameChannel(when, places), scale: { padding: 0.02 }, axis: { domain: false } },
    y: {
      ...amountChannel(value, titled(value) ?? topicTitle(casting, value), {
        zero: false,
        padding: 12,
      }),
      axis: { grid: false },
    },
    color: {
      ...colorChannel(who, names),
      ...(names.length > 8 ? { scale: { domain: names, range: names.map(() => '#0072b2') } } : {}),
      legend: null,
    },
  }
  const format = value.whole ? ',d' : ',.1f'
  const end = (place: string | undefined, side: 'left' | 'right'): Json => ({
    name: side === 'left' ? 'value' : 'value2',
    transform: [
      { filter: { field: when.name, equal: place ?? '' } },
      {
        calculate:
          side === 'left'
            ? `format(${datum(value.name)}, '${format}')`
            : `format(${datum(value.name)}, '${format}') + '  ' + ${datum(who.name)}`,
        as: 'words',
      },
    ],
    mark: {
      type: 'text',
      align: side === 'left' ? 'right' : 'left',
      dx: side === 'left' ? -8 : 8,
      fontWeight: 500,
    },
    encoding: { text: { field: 'words' } },
  })
  const crowdedNames = names.length > 25
  draft.layers = [
    { mark: { type: 'line', strokeWidth: 1.3 } },
    { name: 'marker', mark: { type: 'point', size: 32, opacity: 1 } },
    ...(crowdedNames ? [] : [end(places[0], 'left'), end(places.at(-1), 'right')]),
  ]
  if (!crowdedNames)
    draft.encoding.y = {
      ...draft.encoding.y,
      axis: { grid: false, domain: false, ticks: false, labels: false, titlePadding: 48 },
    }
  return draft
}

export function dumbbell(casting: Casting): Draft {
  const { who, when, value } = pairs(casting)
  casting.table = replaced(casting.table, when)
  const { asked } = casting
  for (const field of [who, when, value]) casting.use(field)
  const draft = draftOf(
    { table: casting.table, x: value, y: value, color: when },
    'dumbbell',
    casting,
  )
  const names = ordered(asked, who, scores(casting.table, who, value, 'max'))
  const series = ordered(asked, when)
  draft.amount = 'x'
  draft.series = { field: when.name, names: series }
  draft.names = { channel: 'y', field: who.name, list: names }
  draft.encoding = {
    x: amountChannel(value, titled(value) ?? topicTitle(casting, value), { zero: false }),
    y:
      asked.order?.by === 'difference'
        ? { field: who.name, type: 'nominal', title: titled(who) }
        : nameChannel(who, names),
    color: { ...colorChannel(when, series), title: null },
  }
  draft.layers = [
    {
      mark: {
        type: 'dumbbell',
        ...(asked.order?.by === 'difference' ? { order: 'difference' } : {}),
      },
    },
  ]
  return draft
}

export function agreement(casting: Casting): Draft {
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const minus = casting.asked.roles.minus.flatMap(({ fields }) => fields)
  const free = minus.length === 2 ? minus : said.length === 2 ? said : casting.numbers()
  const [one, two, ...more] = free.map(
    (field) => casting.table.fields.find(({ name }) => name === field.name) as Field,
  )
  if (!one || !two || more.length > 0)
    return refuse(`A Bland-Altman plot needs the two columns that are compared; say "a minus b".`)
  for (const field of [one, two]) casting.number(field)
  const table = withRows(casting.table, (i) => one.values[i] !== null && two.values[i] !== null)
  const out = (casting.table.fields[0]?.values.length ?? 0) - (table.fields[0]?.values.length ?? 0)
  casting.table = table
  const draft = draftOf({ table, x: one, y: two }, 'bland-altman', casting)
  const [one2, two2] = wordsApart([one, two]).own
  draft.encoding = {
    x: { field: one.name, type: 'quantitative', title: `Mean of ${one2} and ${two2}` },
    y: { field: two.name, type: 'quantitative', title: `${one2} − ${two2}` },
  }
  draft.layers = [{ mark: { type: 'bland-altman' } }]
  draft.says.push(`Differences are ${one.name} minus ${two.name}.`)
  if (out > 0) draft.says.push(`${out} rows lack one of the two values and are left out.`)
  return draft
}
