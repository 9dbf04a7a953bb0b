/** Estimates, survival, and scores against what was true. */
import type { Field } from '../../../../forms/chart'
import { type Casting, dimensions, isUnique } from './cast'
import { type Draft, isAmount, isName, namesOf, quoted, refuse, titled } from './draft'
import {
  amountChannel,
  colorChannel,
  draftOf,
  nameChannel,
  ordered,
  present,
  scores,
} from './parts'

const RATIO = /^(?:or|hr|rr|irr)$|ratio/i

export function forest(casting: Casting): Draft {
  const { asked, table } = casting
  const dims = dimensions(casting, 1)
  const y =
    dims.find(isName) ??
    (casting.names().length === 1 ? casting.names()[0] : casting.names().find(isUnique))
  if (!y) return refuse('A forest plot needs a column of names.')
  const lowers = table.fields.filter(({ role }) => role === 'lower')
  const owner = lowers[0]?.of
  const said = [
    ...casting.said('y', isAmount),
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ]
  const x = table.fields.find(({ name }) => name === owner) ?? said[0]
  const [lower, upper] = (['lower', 'upper'] as const).map((role) =>
    table.fields.find((field) => field.of === x?.name && field.role === role),
  )
  if (!x || !lower || !upper)
    return refuse(
      'A forest plot needs an estimate with the ends of its interval; the data have no such columns.',
    )
  for (const field of [x, y, lower, upper]) casting.use(field)
  asked.spread = undefined
  const size = casting.channel('size') ?? table.fields.find((field) => field.role === 'weight')
  casting.use(size)
  const draft = draftOf({ table, x, y: x }, 'forest', casting)
  draft.amount = 'x'
  const names = ordered(asked, y, scores(table, y, x, 'mean'))
  draft.names = { channel: 'y', field: y.name, list: names }
  const summary = names.filter((name) => /\b(?:overall|pooled|summary|combined)\b/i.test(name))
  draft.encoding = {
    x: {
      field: x.name,
      type: 'quantitative',
      title: titled(x),
      ...(RATIO.test(x.name) && present(lower).every((value) => value > 0)
        ? { scale: { type: 'log' } }
        : {}),
    },
    y: nameChannel(y, names),
    ...(size ? { size: { field: size.name, type: 'quantitative', legend: null } } : {}),
  }
  draft.layers = [
    {
      mark: {
        type: 'forest',
        lower: lower.name,
        upper: upper.name,
        reference: RATIO.test(x.name) ? 1 : 0,
        ...(summary.length > 0 ? { summary } : {}),
      },
    },
  ]
  return draft
}

const EVENT = /event|status|death|dead|died|relapse|progress|recurr|fail|cens/i

const TIMES = /^(?:t|days|weeks|months|years|.*(?:time|follow.?up|survival).*)$/i

export function survival(casting: Casting): Draft {
  const { asked, table } = casting
  let color = casting.channel('color')
  const dims = dimensions(casting, 1).filter(({ name }) => !EVENT.test(name))
  const events = table.fields.filter(
    (field) =>
      EVENT.test(field.name) && new Set(field.values.filter((each) => each !== null)).size <= 2,
  )
  const [event, ...more] = events
  if (!event || more.length > 0)
    return refuse(
      `Survival curves need one column that says whether the event was seen (1) or censored (0); ${event ? `several may be it: ${quoted(events.map(({ name }) => name))}` : 'the data have none'}.`,
    )
  if (/cens/i.test(event.name))
    refuse(
      `The column ${JSON.stringify(event.name)} says who was censored; give a column that is 1 where the event was seen.`,
    )
  casting.use(event)
  const said = [
    ...casting.said('x', isAmount),
    ...casting.said('y', isAmount),
    ...casting.said('loose', isAmount),
  ].filter(({ name }) => name !== event.name)
  const times = casting.numbers().filter(({ name }) => TIMES.test(name))
  const x = casting.number(
    said[0] ?? (times.length === 1 ? times[0] : undefined) ?? casting.onlyNumber('the time'),
  )
  color ??= casting.use(dims[0])
  const groups = casting.names().filter((each) => !isUnique(each))
  if (!color && groups.length > 1)
    refuse(`It is not said which groups are compared: ${quoted(groups.map(({ name }) => name))}.`)
  color ??= casting.use(groups[0])
  const draft = draftOf({ table, x, y: event, ...(color ? { color } : {}) }, 'survival', casting)
  draft.encoding = {
    x: { field: x.name, type: 'quantitative', title: titled(x) },
    y: { field: event.name, type: isName(event) ? 'nominal' : 'quantitative', title: 'Survival' },
  }
  if (color) {
    const list = ordered(asked, color)
    draft.series = { field: color.name, names: list }
    draft.encoding.color = colorChannel(color, list)
  }
  draft.layers = [{ mark: { type: 'survival', ...(asked.over.has('risk') ? { risk: true } : {}) } }]
  return draft
}

const POSITIVE = /^(?:1|yes|true|y|positive|pos|case)$/i

/** Scores or probabilities against what was true. */
export function judged(casting: Casting, kind: 'roc' | 'calibration'): Draft {
  const { asked } = casting
  const scores = casting.said('color', isAmount)
  // "Curves for the one score and the other": each score is a curve.
  const color = scores.length > 0 ? undefined : casting.channel('color')
  const binary = (field: Field) => new Set(field.values.filter((each) => each !== null)).size === 2
  const rates = (['fpr', 'tpr'] as const).map((name) =>
    casting.table.fields.find((field) =>
      new RegExp(
        `^${name}$|${name === 'fpr' ? 'false.positive.rate' : 'true.positive.rate'}`,
        'i',
      ).test(field.name),
    ),
  )
  const [fpr, tpr] = rates
  if (kind === 'roc' && fpr && tpr) return curve(casting, fpr, tpr, color)
  const truths = casting.table.fields.filter(
    (field) => binary(field) && !casting.used.has(field.name),
  )
  const given =
    truths.length === 1
      ? truths[0]
      : truths.find(
          (field) => casting.said('y').includes(field) || casting.said('loose').includes(field),
        )
  if (!given) {
    const free = casting.numbers()
    const [one, two] = free
    const predicted = free.find(({ name }) => /pred|expect|prob/i.test(name))
    const observed = free.find(({ name }) => /obs|actual|freq|fraction|true/i.test(name))
    if (kind === 'calibration' && free.length === 2 && predicted && observed && one && two)
      return curve(casting, predicted, observed, color)
    return refuse('The data have no column that says what was true (1 or 0).')
  }
  const positive =
    asked.positive?.field.name === given.name
      ? asked.positive.value
      : namesOf(given).find((name) => POSITIVE.test(name))
  if (positive === undefined)
    return refuse(
      `It is not certain which of ${quoted(namesOf(given))} in the column ${JSON.stringify(given.name)} is the positive outcome; write it as 1 and 0.`,
    )
  const truth = casting.use(casting.judged(given, positive))
  if (!truth) return refuse('The data have no column that says what was true (1 or 0).')
  const said = [
    ...scores,
    ...casting.said('x', isAmount),
    ...casting.said('loose', isAmount),
  ].filter(({ name }) => name !== truth.name)
  asked.roles.loose.push(...asked.roles.color.filter(({ fields }) => fields.some(isAmount)))
  asked.roles.color = asked.roles.color.filter(({ fields }) => !fields.some(isAmount))
  const all = said.length > 0 ? said : casting.numbers()
  const names = casting.names().filter((each) => !isUnique(each))
  let [x, series] = [all[0], color ?? casting.use(names[0])]
  if (all.length > 1) {
    const made = casting.fold(all, '')
    ;[x, series] = [made.value, made.key]
  }
  if (!x) return refuse('The data have no column of scores.')
  casting.number(x)
  const draft = draftOf(
    { table: casting.table, x, y: truth, ...(series ? { color: series } : {}) },
    kind,
    casting,
  )
  draft.encoding = {
    x: { field: x.name, type: 'quantitative' },
    y: { field: truth.name, type: 'quantitative' },
  }
  if (series) {
    const list = ordered(asked, series)
    draft.series = { field: series.name, names: list }
    draft.encoding.color = colorChannel(series, list)
  }
  draft.layers = [
    {
      mark: {
        type: kind,
        ...(kind === 'calibration' && asked.bins?.count ? { bins: asked.bins.count } : {}),
      },
    },
  ]
  return draft
}

/** A curve between zero and one whose points the data give. */
function curve(casting: Casting, x: Field, y: Field, color: Field | undefined): Draft {
  for (const field of [x, y]) casting.number(field)
  const series = color ?? casting.names().filter((each) => !isUnique(each))[0]
  casting.use(series)
  const draft = draftOf(
    { table: casting.table, x, y, ...(series ? { color: series } : {}) },
    'line',
    casting,
  )
  const side = (field: Field) => ({
    ...amountChannel(field, titled(field)),
    scale: { domain: [0, 1], nice: false },
  })
  draft.encoding = { x: side(x), y: side(y), order: { field: x.name, type: 'quantitative' } }
  if (series) {
    const list = ordered(casting.asked, series)
    draft.series = { field: series.name, names: list }
    draft.encoding.color = colorChannel(series, list)
  }
  draft.layers = [{ mark: { type: 'line' } }, { name: 'marker', mark: { type: 'point', size: 26 } }]
  Object.assign(draft.around, { width: 400, height: 400 })
  draft.over.push({
    name: 'diagonal',
    mark: { type: 'rule', color: '#8a929b', strokeDash: [3.5, 3], strokeWidth: 1 },
    encoding: { x: { datum: 0 }, y: { datum: 0 }, x2: { datum: 1 }, y2: { datum: 1 } },
  })
  return draft
}
