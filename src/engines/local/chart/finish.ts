import type { Channel, ChartIR, Field } from '../../../forms/chart'
import { because, type Choice, named, namesIn, numbersIn, type Sketch } from './context'
import { matching, overlaysOf } from './finish-overlays'
import { withTitles } from './finish-titles'
import { knownOrder } from './read-data'

/** Titles, scales, sorting, colours, intervals, overlays: what is decided alike for every mark. */
export function finish(choice: Choice, sketch: Sketch, intent: string): Sketch {
  const { wish } = choice
  const titled = withScales(choice, withTitles(choice, withIntervals(choice, sketch)))
  const overlays = overlaysOf(choice, titled, intent)
  const horizontal = lies(choice, titled)
  return {
    ...titled,
    ...stackOf(choice, titled),
    ...(horizontal ? { horizontal } : {}),
    ...(wish.bins !== undefined ? { bins: Math.min(200, Math.max(1, wish.bins)) } : {}),
    ...(wish.mark?.more?.donut ? { donut: true } : {}),
    ...(overlays.length > 0 ? { overlays } : {}),
    ...(wish.titles.main ? { title: wish.titles.main } : {}),
    ...(wish.place || wish.titles.legend
      ? {
          legend: {
            ...(wish.place ? { place: wish.place } : {}),
            ...(wish.titles.legend ? { title: wish.titles.legend } : {}),
          },
        }
      : titled.legend
        ? { legend: titled.legend }
        : {}),
    ...paletteOf(choice, titled),
    ...(wish.grid === undefined ? {} : { grid: wish.grid }),
  }
}

export const fieldIn = ({ table }: Choice, channel: Channel | undefined): Field | undefined =>
  table.fields.find(({ name }) => name === channel?.field)

function stackOf(choice: Choice, { mark }: Sketch): Pick<ChartIR, 'stack'> {
  const { stack } = choice.wish
  if (stack === undefined || !['bar', 'area', 'histogram'].includes(mark)) return {}
  because(choice, `stack = ${stack}`, 'the intent asks for it')
  return { stack }
}

/** Interval, error and p columns that belong to the values drawn. */
function withIntervals(choice: Choice, sketch: Sketch): Sketch {
  const { wish, table } = choice
  const drawn = sketch.fold?.fields ?? [sketch.encoding.y?.field ?? '']
  const own = (role: Field['role']) =>
    table.fields.filter(
      (field) => field.role === role && field.of !== undefined && drawn.includes(field.of),
    )
  const pick = (role: Field['role']) => {
    const found = own(role)
    return found.length === 0 ? undefined : { field: sketch.fold ? role : (found[0]?.name ?? '') }
  }
  const [lower, upper, error, p] = [pick('lower'), pick('upper'), pick('error'), pick('p')]
  const marks = ['bar', 'line', 'point', 'lollipop', 'forest', 'slope']
  if (!marks.includes(sketch.mark) || sketch.transform) return sketch
  const given = lower && upper ? { lower, upper } : error ? { error } : {}
  const some = Object.keys(given).length > 0 || sketch.spread !== undefined
  const interval = wish.interval ?? (sketch.mark === 'line' ? 'band' : 'bars')
  if (Object.keys(given).length > 0 && wish.interval !== 'none')
    because(
      choice,
      `interval = ${Object.values(given)
        .map(({ field }) => field)
        .join(', ')}`,
      'these columns stand around the values',
    )
  return {
    ...sketch,
    encoding: {
      ...sketch.encoding,
      ...(wish.interval === 'none' ? {} : given),
      ...(p ? { p } : {}),
    },
    ...(some ? { interval } : {}),
  }
}

function withScales(choice: Choice, sketch: Sketch): Sketch {
  const { wish } = choice
  const { x, y } = sketch.encoding
  const distribution = ['histogram', 'density', 'ecdf'].includes(sketch.mark)
  const lying = wish.horizontal === true || sketch.horizontal === true
  const byName = (channel: Channel | undefined) => {
    const field = fieldIn(choice, channel)
    return field !== undefined && named(wish.log.word, [field]) !== undefined
  }
  const onScreen = distribution || lying ? { x: wish.log.y, y: wish.log.x } : wish.log
  const loose = wish.log.any && !wish.log.x && !wish.log.y && !byName(x) && !byName(y)
  const yLog =
    onScreen.y ||
    byName(y) ||
    (loose && !(sketch.mark === 'point' && /dose|conc|size|params?|param/i.test(x?.field ?? '')))
  const xLog = onScreen.x || byName(x) || (loose && !yLog)
  const limits = distribution || lying ? { x: wish.limits.y, y: wish.limits.x } : wish.limits
  if (yLog || xLog)
    because(
      choice,
      `log scale on ${[xLog && 'x', yLog && 'y'].filter(Boolean).join(' and ')}`,
      'the intent asks for it',
    )
  const forest =
    sketch.mark === 'forest' &&
    /ratio|\bor\b|\bhr\b|\brr\b|odds|hazard/i.test(`${y?.title} ${y?.field}`) &&
    numbersIn(fieldIn(choice, y)).every((value) => value > 0)
  if (forest && !yLog) because(choice, 'log scale on y', 'ratios are symmetric on a log scale')
  return {
    ...sketch,
    encoding: {
      ...sketch.encoding,
      ...(x ? { x: scaled(choice, sortedX(choice, sketch, x), xLog, limits.x) } : {}),
      ...(y ? { y: scaled(choice, y, yLog || forest, limits.y) } : {}),
      ...(sketch.encoding.color ? { color: inOrder(choice, sketch.encoding.color) } : {}),
    },
  }
}

function scaled(
  choice: Choice,
  channel: Channel,
  log: boolean,
  limits: [number, number] | undefined,
): Channel {
  const found: Channel = { ...channel }
  if (log) found.scale = 'log'
  if (limits) {
    const [low, high] = limits
    const top = Number.isFinite(high)
      ? high
      : Math.max(...numbersIn(fieldIn(choice, channel)), low + 1) * 1.05
    const share = channel.percent && high > 1
    found.domain = share ? [low / 100, top / 100] : [low, top]
    because(choice, `limits ${low} to ${top}`, 'the intent sets them')
  }
  return found
}

function inOrder(choice: Choice, channel: Channel): Channel {
  const order = knownOrder(namesIn(fieldIn(choice, channel)))
  if (order && channel.sort === undefined) return { ...channel, sort: 'order', order }
  const field = fieldIn(choice, channel)
  return field?.role === 'number' && channel.sort === undefined
    ? { ...channel, sort: 'name' }
    : channel
}

function sortedX(choice: Choice, sketch: Sketch, x: Channel): Channel {
  const { wish } = choice
  const pareto = wish.mark?.more?.overlays?.some(({ kind }) => kind === 'cumulative')
  const top =
    wish.top !== undefined && ['bar', 'lollipop'].includes(sketch.mark)
      ? { domain: [0, wish.top] as [number, number] }
      : {}
  const sort = pareto
    ? 'value-descending'
    : (wish.sort ?? (wish.top !== undefined ? 'value-descending' : undefined))
  if (
    sort &&
    ['bar', 'lollipop', 'box', 'violin', 'strip', 'arc', 'forest', 'radar'].includes(sketch.mark)
  ) {
    because(
      choice,
      `sort = ${sort}`,
      pareto ? 'a Pareto chart falls from left to right' : 'the intent asks for it',
    )
    return { ...x, sort, ...top }
  }
  return inOrder(choice, x)
}

/** Long names of many categories lie better than they stand. */
export function lies(
  choice: Choice,
  { mark, encoding, horizontal, fold, overlays }: Sketch,
): boolean {
  const { wish } = choice
  if (wish.horizontal !== undefined) {
    if (wish.horizontal) because(choice, 'horizontal', 'the intent asks for it')
    return wish.horizontal
  }
  if (horizontal) return true
  if (
    !['bar', 'lollipop', 'box', 'violin'].includes(mark) ||
    wish.mark?.more?.overlays ||
    encoding.facet ||
    overlays?.length
  )
    return false
  const field = fieldIn(choice, encoding.x)
  const names =
    fold && encoding.x?.field === fold.key
      ? (fold.labels ?? fold.fields)
      : field?.role === 'ordinal' || field?.role === 'number' || field?.role === 'time'
        ? []
        : namesIn(field)
  const long =
    names.length >= 5 && names.some((name) => name.length > 16) && names.join('').length > 60
  const many = names.length > 14 && names.length <= 60 && names.some((name) => name.length > 4)
  if (long || many) because(choice, 'horizontal', 'long names read better beside lying bars')
  return long || many
}

function paletteOf(choice: Choice, sketch: Sketch): Pick<ChartIR, 'palette'> {
  const { wish } = choice
  const candidates = [sketch.encoding.color, sketch.encoding.x, sketch.encoding.label].flatMap(
    (channel) => {
      if (sketch.fold && channel?.field === sketch.fold.key)
        return sketch.fold.labels ?? sketch.fold.fields
      return namesIn(fieldIn(choice, channel))
    },
  )
  const find = (said: string) => matching(said, candidates)
  const of = wish.colors.flatMap(({ name, color }) => {
    const found = find(name)
    return found === undefined ? [] : [{ name: found, color }]
  })
  const highlight = wish.highlight.flatMap((said) => find(said) ?? [])
  if (highlight.length > 0)
    because(
      choice,
      `highlight = ${highlight.join(', ')}`,
      'the intent singles it out; the others step back',
    )
  if (of.length > 0)
    because(
      choice,
      `colors = ${of.map(({ name, color }) => `${name} ${color}`).join(', ')}`,
      'the intent names them',
    )
  const colors = wish.highlightColor
    ? [wish.highlightColor]
    : wish.color && of.length === 0
      ? [wish.color]
      : undefined
  const several = sketch.encoding.color !== undefined && sketch.mark !== 'heatmap'
  const usable = colors && (wish.highlightColor || !several) ? { colors } : {}
  const palette = {
    ...(wish.palette ? { name: wish.palette } : {}),
    ...(sketch.mark === 'heatmap' ? {} : usable),
    ...(of.length > 0 ? { of } : {}),
    ...(highlight.length > 0 ? { highlight } : {}),
  }
  return Object.keys(palette).length > 0 ? { palette } : {}
}
