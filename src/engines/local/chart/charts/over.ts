/** What lies over the data of a chart. Each gives the reason where it has no place. */

import { short } from '../../../../figure/chart/numbers'
import { extent, mean, median } from '../../../../figure/chart/stats'
import { dateText } from '../../../../figure/chart/time'
import type { Field } from '../../../../forms/chart'
import { momentOf } from '../data/moments'
import { unitOf } from '../data/units'
import { type Draft, datum, fieldOf, isName, type Json, numbersOf, rowsBy, titled } from './draft'

const GUIDE = '#5a646f'
const DAY = 86_400_000

interface Look {
  color?: string
  dash?: number[]
  text?: string
  unit?: string
}

/** Kinds whose amounts run along `x` alone: what they count or add up stands on the other axis. */
const SPREADING = new Set(['histogram', 'density', 'ecdf'])
const RATIO = /\b(?:odds|hazard|risk|rate)?[ -]?ratio|^(?:or|hr|rr|irr)$/i

/** A line across the frame at a value, a moment, a name, or the mean or median of the values. */
export function lineAt(
  draft: Draft,
  said: 'x' | 'y' | undefined,
  value: string | number,
  look: Look,
): string | undefined {
  const share = shareOf(draft, said, value, look.unit)
  if (share !== undefined) return across(draft, 'y', share, { y: { datum: share } }, look)
  const own =
    value === 'null'
      ? draft.value && (RATIO.test(draft.value.name) || RATIO.test(titled(draft.value) ?? ''))
        ? 1
        : 0
      : value
  const statistic = own === 'median' || own === 'mean'
  const single = draft.encoding[draft.amount === 'x' ? 'y' : 'x']
  const channel =
    said ??
    (statistic ||
    SPREADING.has(draft.kind) ||
    single === undefined ||
    single.type !== 'quantitative'
      ? draft.amount
      : onlyAround(draft, own))
  if (!channel) return 'it is not certain on which axis the line stands'
  const encoding = draft.encoding[channel]
  const field =
    fieldOf(draft.table, String(encoding?.field ?? '')) ??
    (channel === draft.amount ? draft.value : undefined)
  if (!encoding) return 'there is no such axis'
  if (look.unit && field) {
    const [wanted, has] = [
      unitOf(look.unit) ?? look.unit,
      /\(([^()]*)\)$/.exec(titled(field) ?? '')?.[1],
    ]
    if (has && unitOf(look.unit) && wanted !== has && (unitOf(has) ?? has) !== wanted)
      return `the axis is in ${has}`
  }
  const values = draft.value ? numbersOf(draft.value) : []
  const at = statistic
    ? own === 'mean'
      ? mean(values)
      : median(values)
    : placeOn(encoding, field, own)
  if (at === undefined) return `the axis has no place for ${JSON.stringify(value)}`
  const domain = limitsOf(draft, channel, field)
  if (typeof at === 'number' && domain) {
    const room = (domain[1] - domain[0] || Math.abs(at) || 1) * 2
    if (at < domain[0] - room || at > domain[1] + room)
      return `${short(at)} lies far from all values of that axis`
    if ((encoding.scale as Json | undefined)?.type === 'log' && at <= 0)
      return 'a logarithmic axis has no place for it'
  }
  const time = encoding.type === 'temporal'
  return across(
    draft,
    channel,
    at,
    { [channel]: { datum: at, ...(time ? { type: 'temporal' } : {}) } },
    {
      ...look,
      ...(look.text === 'value' ? { text: `${String(own)} ${short(Number(at), 4)}` } : {}),
    },
  )
}

/** The one axis of two whose values a number lies among. */
function onlyAround(draft: Draft, value: string | number): 'x' | 'y' | undefined {
  const own = (['x', 'y'] as const).filter((channel) => {
    const field = fieldOf(draft.table, String(draft.encoding[channel]?.field ?? ''))
    const [low, high] = extent(field ? numbersOf(field) : [])
    return field && typeof value === 'number' && value >= low && value <= high
  })
  return own.length === 1 ? own[0] : undefined
}

/** The share at which a line stands where the other axis runs from nought to one. */
function shareOf(
  { kind }: Draft,
  said: 'x' | 'y' | undefined,
  value: string | number,
  unit: string | undefined,
): number | undefined {
  if ((kind !== 'ecdf' && kind !== 'survival') || typeof value !== 'number' || said === 'x')
    return undefined
  const share = unit === '%' ? value / 100 : said === 'y' ? value : Number.NaN
  return share >= 0 && share <= 1 ? share : undefined
}

/** A rule over the whole frame, with its words. */
function across(
  draft: Draft,
  channel: 'x' | 'y',
  at: string | number,
  place: Json,
  { color, dash, text }: Look,
): undefined {
  const time = JSON.stringify(place).includes('temporal')
  const spoken = typeof at === 'number' ? (time ? dateText(at) : short(at, 4)) : String(at)
  draft.says.push(`A line marks ${text ? `${text} (${spoken})` : spoken}.`)
  const i = draft.over.length + 1
  draft.over.push({
    name: `reference${i}`,
    mark: {
      type: 'rule',
      color: color ?? GUIDE,
      strokeWidth: 1,
      ...(dash?.length === 0 ? {} : { strokeDash: dash ?? [4, 3] }),
    },
    encoding: place,
  })
  if (text)
    draft.over.push({
      name: `guide${i}`,
      mark: {
        type: 'text',
        text,
        color: color ?? GUIDE,
        fontSize: 11,
        ...(channel === 'y'
          ? { align: 'right', baseline: 'bottom', dy: -3, dx: -2 }
          : { align: 'left', baseline: 'top', dx: 4 }),
      },
      encoding: {
        ...place,
        ...(channel === 'y' ? { x: { value: 'width' } } : { y: { value: 2 } }),
      },
    })
  return undefined
}

function limitsOf(
  draft: Draft,
  channel: 'x' | 'y',
  field: Field | undefined,
): [number, number] | undefined {
  const { domain } = (draft.encoding[channel]?.scale ?? {}) as { domain?: unknown }
  if (Array.isArray(domain) && typeof domain[0] === 'number') return domain as [number, number]
  const numbers = field ? numbersOf(field) : []
  return numbers.length > 0 ? extent(numbers) : undefined
}

/** Where a value stands on an axis: a number, a moment, a name. */
function placeOn(
  encoding: Json,
  field: Field | undefined,
  value: string | number,
): string | number | undefined {
  if (encoding.type === 'temporal') {
    const text = String(value)
    return (
      momentOf(/^\d{4}$/.test(text) ? `${text}-01-01` : text.replace(/^(\d{4}) ?q/i, '$1-Q')) ??
      undefined
    )
  }
  if (encoding.type === 'quantitative') return typeof value === 'number' ? value : undefined
  return field?.values.map(String).includes(String(value)) ? String(value) : undefined
}

/** A stretch of an axis, shaded. */
export function bandAt(
  draft: Draft,
  channel: 'x' | 'y',
  ends: readonly (string | number)[],
  look: Look,
): string | undefined {
  const encoding = draft.encoding[channel]
  const field = fieldOf(draft.table, String(encoding?.field ?? ''))
  if (!encoding) return 'there is no such axis'
  const [low, high] = ends.map((end) => placeOn(encoding, field, end))
  if (low === undefined || high === undefined || typeof low === 'string')
    return 'its ends have no place on the axis'
  const end = encoding.type === 'temporal' && field?.span === 'quarter' ? Number(high) : high
  const type = encoding.type === 'temporal' ? { type: 'temporal' } : {}
  const i = draft.over.length + 1
  draft.over.push({
    name: `shade${i}`,
    mark: { type: 'rect', color: look.color ?? '#8a929b', opacity: 0.2 },
    encoding: { [channel]: { datum: low, ...type }, [`${channel}2`]: { datum: end } },
  })
  if (look.text)
    draft.over.push({
      name: `guide${i}`,
      mark: {
        type: 'text',
        text: look.text,
        color: GUIDE,
        fontSize: 11,
        align: 'left',
        baseline: 'top',
        dx: 3,
      },
      encoding: {
        [channel]: { datum: low, ...type },
        ...(channel === 'x' ? { y: { value: 2 } } : { x: { value: 2 } }),
      },
    })
  draft.says.push(`Shaded from ${ends[0]} to ${ends[1]}${look.text ? ` (${look.text})` : ''}.`)
  return undefined
}

export function diagonal(draft: Draft, dotted: boolean): string | undefined {
  const { x, y } = draft.encoding
  if (x?.type !== 'quantitative' || y?.type !== 'quantitative')
    return 'the axes are not both of numbers'
  const limits = (['x', 'y'] as const).map((channel) =>
    limitsOf(draft, channel, fieldOf(draft.table, String(draft.encoding[channel]?.field ?? ''))),
  )
  const [one, other] = limits
  if (!one || !other) return 'the axes have no common numbers'
  const [low, high] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])]
  if (!(high > low)) return 'the axes have no common numbers'
  draft.over.push({
    name: 'diagonal',
    mark: {
      type: 'rule',
      color: '#8a929b',
      strokeDash: dotted ? [1.5, 2.5] : [3.5, 3],
      strokeWidth: 1,
    },
    encoding: { x: { datum: low }, y: { datum: low }, x2: { datum: high }, y2: { datum: high } },
  })
  return undefined
}

const METHODS: Readonly<Record<string, string>> = {
  exponential: 'exp',
  quadratic: 'quad',
  loess: 'loess',
  lowess: 'loess',
  logarithmic: 'log',
  power: 'pow',
}

export function withFit(
  draft: Draft,
  method: string | undefined,
  by: Field | undefined,
  band: boolean,
  overall = false,
): string | undefined {
  if (draft.kind !== 'scatter' && draft.kind !== 'line')
    return 'a line is fitted through points only'
  if (by && draft.series?.field !== by.name && draft.facet?.field !== by.name)
    return `${JSON.stringify(by.name)} does not tell the points apart`
  const { x, y, color } = draft.encoding
  if (x?.type !== 'quantitative') return 'the x axis holds no numbers'
  const named = color?.type === 'nominal' && !overall
  draft.layers.push({
    mark: {
      type: 'fit',
      method: (method && METHODS[method.split(/[ -]/)[0] ?? '']) || 'linear',
      ...(named ? {} : { color: '#d55e00' }),
    },
    encoding: {
      x,
      y: y ?? {},
      ...(named ? { color } : overall && color ? { color: { value: '#24292f' } } : {}),
    },
  })
  if (band && method === 'loess') return 'a loess curve has no interval'
  return undefined
}

/** A straight line on logarithmic axes is a power law or an exponential, fitted to the logarithms. */
export function straightened(draft: Draft): void {
  const log = (channel: 'x' | 'y') =>
    (draft.encoding[channel]?.scale as Json | undefined)?.type === 'log'
  const method = log('x') ? (log('y') ? 'pow' : 'log') : log('y') ? 'exp' : undefined
  for (const layer of draft.layers) {
    const mark = layer.mark as Json | undefined
    if (mark?.type !== 'fit' || mark.method !== 'linear' || !method) continue
    layer.mark = { ...mark, method }
    draft.says.push('The line is fitted to the logarithms, so that it is straight on these axes.')
  }
}

/** The rolling mean of a line or of bars over so many rows, which have to follow each other evenly. */
export function rollingMean(
  draft: Draft,
  size: number,
  unit: string,
  centred: boolean,
  trailing: boolean,
): string | undefined {
  const x = fieldOf(draft.table, String(draft.encoding.x?.field ?? ''))
  const y = draft.value
  if (
    !x ||
    !y ||
    (draft.kind !== 'line' && draft.kind !== 'bar' && draft.kind !== 'scatter') ||
    isName(x)
  )
    return 'there is no line over an axis of numbers or dates'
  const series = draft.series && fieldOf(draft.table, draft.series.field)
  const panel = draft.facet && fieldOf(draft.table, draft.facet.field)
  for (const rows of rowsBy(draft.table, [series, panel]).values()) {
    const places = rows
      .map((i) => x.values[i])
      .filter((each): each is number => typeof each === 'number')
      .sort((a, b) => a - b)
    const steps = places.slice(1).map((place, i) => place - (places[i] ?? 0))
    const [least, most] = extent(steps)
    const month = x.role === 'time' && least >= 28 * DAY && most <= 31 * DAY
    if (!(least > 0) || (most > least * 1.0001 && !month))
      return 'the rows are not evenly spaced, so a mean of rows is no mean of such a stretch'
    const daily = { day: DAY, week: 7 * DAY, hour: DAY / 24 }[unit]
    if (x.role === 'time' && daily && Math.abs(least - daily) > 1)
      return `the rows are not one ${unit} apart`
    if (x.role === 'time' && unit === 'month' && !month) return 'the rows are not one month apart'
  }
  const before = centred ? Math.floor((size - 1) / 2) : size - 1
  const after = centred ? size - 1 - before : 0
  const name = `${size}-${unit} ${centred ? 'centred' : 'trailing'} mean`
  const keys = [series?.name, panel?.name].filter((each) => each !== undefined)
  const own = { groupby: keys }
  draft.layers.push({
    name: 'rolling',
    transform: [
      {
        window: [
          { op: 'mean', field: y.name, as: name },
          { op: 'valid', field: y.name, as: 'rows inside' },
        ],
        sort: [{ field: x.name }],
        frame: [-before, after],
        ...(keys.length > 0 ? own : {}),
      },
      { filter: `${datum('rows inside')} == ${size}` },
    ],
    mark: { type: 'line', strokeWidth: 2, ...(draft.series ? {} : { color: '#1a1d21' }) },
    encoding: { y: { field: name, type: 'quantitative', title: draft.encoding.y?.title ?? null } },
  })
  draft.says.push(
    `The line is the ${name}${centred || trailing ? '' : ' (of each row and those before it)'}; the ends, where rows are missing, are left out.`,
  )
  return undefined
}

/** Numbers beside bars and dots, in cells, in segments. */
export function valueLabels(
  draft: Draft,
  places: string | undefined,
  percent = false,
): string | undefined {
  const { value, kind, amount } = draft
  if (kind === 'pie') return undefined
  if (kind === 'line' || kind === 'area' || !value) return 'there are no marks of single values'
  const digits =
    places === undefined
      ? undefined
      : ['zero', 'one', 'two', 'three'].indexOf(places) >= 0
        ? ['zero', 'one', 'two', 'three'].indexOf(places)
        : places === 'no'
          ? 0
          : Number(places)
  const share = draft.encoding[amount]?.stack === 'normalize'
  const numbers = numbersOf(value)
  const most = Math.max(
    ...numbers.map((each) =>
      Number.isInteger(each) ? 0 : (String(each).split('.')[1]?.length ?? 0),
    ),
  )
  const shares = percent && value.unit !== '%'
  if (shares && numbers.some((each) => each < 0 || each > 1)) return 'the numbers are no shares'
  const format = shares
    ? `.${digits ?? 0}%`
    : digits !== undefined
      ? `,.${digits}f`
      : value.whole && !draft.says.some((said) => /mean|median/.test(said))
        ? ',d'
        : `,.${Math.min(most, 2)}f`
  if (kind === 'heatmap') return undefined
  if (share) return 'shares are not written into the bars'
  const stacked = draft.encoding[amount]?.stack === 'zero'
  if (kind !== 'bar' && kind !== 'lollipop' && kind !== 'strip' && kind !== 'scatter')
    return 'there are no marks of single values'
  const across = amount === 'x'
  draft.layers.push({
    name: 'value',
    mark: stacked
      ? { type: 'text', color: '#1a1d21' }
      : {
          type: 'text',
          color: '#30363d',
          ...(across
            ? { align: 'left', baseline: 'middle', dx: kind === 'bar' ? 4 : 8 }
            : { align: 'center', baseline: 'bottom', dy: kind === 'bar' ? -4 : -8 }),
        },
    encoding: {
      ...(stacked ? { [amount]: { ...draft.encoding[amount], bandPosition: 0.5 } } : {}),
      text: { field: value.name, type: 'quantitative', format },
      color: { value: '#1a1d21' },
    },
  })
  const errors = draft.layers.some(({ name }) => name === 'error')
  return errors ? 'numbers would lie on the error bars' : undefined
}

const P_VALUE = /^(?:p|padj|pval|p[_ .]?(?:val(?:ue)?|adj)|fdr|q[_ .]?val(?:ue)?|adj[_. ]?p.*)$/i

/** Stars over marks whose p value in the data lies below limits. */
export function starsAt(draft: Draft, said: readonly number[]): string | undefined {
  const { value, amount } = draft
  const found = draft.table.fields.filter(
    ({ name, role }) => role === 'p' || (role === 'number' && P_VALUE.test(name)),
  )
  const [p] = found
  if (!p || found.length > 1) return 'the data have no single column of p values'
  if (!['bar', 'lollipop', 'line', 'scatter', 'strip'].includes(draft.kind) || !value)
    return 'no mark stands for one p value'
  if (JSON.stringify(draft).includes('"aggregate"')) return 'several rows share one mark'
  const limits = [...new Set(said.length > 0 ? said : [0.05, 0.01, 0.001])].sort((a, b) => b - a)
  const below = limits.map((limit) => `${datum(p.name)} < ${limit} ? '*' : ''`).join(') + (')
  const cap = draft.layers.find(({ name }) => name === 'cap2')?.encoding as Json | undefined
  draft.layers.push({
    name: 'stars',
    transform: [
      { filter: `isValid(${datum(p.name)})` },
      { calculate: `(${below})`, as: 'stars' },
      { filter: `datum.stars != ''` },
    ],
    mark: {
      type: 'text',
      fontSize: 14,
      color: '#1a1d21',
      ...(amount === 'x' ? { align: 'left', dx: 6 } : { baseline: 'bottom', dy: -3 }),
    },
    encoding: {
      ...(cap ? { [amount]: cap[amount] } : {}),
      text: { field: 'stars' },
      color: { value: '#1a1d21' },
    },
  })
  draft.says.push(
    `${limits.map((limit, i) => `${'*'.repeat(i + 1)} ${p.name} < ${limit}`).join(', ')}, as the data give it.`,
  )
  return undefined
}

/** Words at a value of the argument. */
export function textAt(draft: Draft, place: string | number, text: string): string | undefined {
  const channel = draft.names?.channel ?? (draft.amount === 'y' ? 'x' : 'y')
  const encoding = draft.encoding[channel]
  const field = fieldOf(draft.table, String(encoding?.field ?? ''))
  if (!encoding || !field || !draft.value) return 'it has no place in the chart'
  const at = placeOn(encoding, field, place)
  if (at === undefined) return `the axis has no place for ${JSON.stringify(place)}`
  const rows = field.values.flatMap((each, i) =>
    each === at || String(each) === String(at) ? [i] : [],
  )
  const heights = rows.flatMap((i) =>
    typeof draft.value?.values[i] === 'number' ? [draft.value.values[i] as number] : [],
  )
  if (heights.length === 0) return `the data have no value at ${JSON.stringify(place)}`
  const type = encoding.type === 'temporal' ? { type: 'temporal' } : {}
  draft.over.push({
    name: `annotation${draft.over.length + 1}`,
    mark: {
      type: 'text',
      text,
      fontSize: 11,
      fontWeight: 500,
      color: '#1a1d21',
      ...(draft.amount === 'x' ? { align: 'left', dx: 8 } : { baseline: 'bottom', dy: -8 }),
    },
    encoding: {
      [channel]: { datum: at, ...type },
      [draft.amount]: { datum: Math.max(...heights) },
    },
  })
  return undefined
}
