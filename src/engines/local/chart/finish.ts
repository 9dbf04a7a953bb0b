import type { Cell, Channel, ChartIR, Field, Overlay } from '../../../forms/chart'
import { momentOf } from './cells'
import { because, type Choice, namesIn, numbersIn, type Sketch } from './context'
import { knownOrder } from './read-data'
import { fieldTitle, nameWords, sentence, titleOf, withUnit } from './titles'

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

const fieldIn = ({ table }: Choice, channel: Channel | undefined): Field | undefined =>
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

function withTitles(choice: Choice, sketch: Sketch): Sketch {
  const { wish, read } = choice
  const { x, y, color, size, facet } = sketch.encoding
  const matrix = sketch.mark === 'heatmap'
  const distribution = ['histogram', 'density', 'ecdf'].includes(sketch.mark)
  const lying = sketch.horizontal === true || (wish.horizontal === true && !matrix)
  const along = distribution
    ? { x: wish.titles.y, y: wish.titles.x }
    : lying
      ? { x: wish.titles.y, y: wish.titles.x }
      : wish.titles
  const xSaid = along.x ?? (lying ? read.yTitle : read.xTitle)
  const ySaid = along.y ?? (lying ? read.xTitle : read.yTitle)
  const value = matrix ? color : y
  const guess = valueTitle(choice, sketch, value)
  const units = unitsOf(choice, sketch, value)
  const unit = units.value
  const percent = unit === '%' && isShare(choice, sketch, value) ? { percent: true } : {}
  const valueChannel = (channel: Channel) => ({
    ...channel,
    title: withUnit(channel.title || guess, unit),
    ...percent,
  })
  const xChannel = x
    ? { ...x, title: xSaid ?? withUnit(x.title ?? argumentTitle(choice, x), units.argument) }
    : distribution && xSaid
      ? { field: y?.field ?? '', title: xSaid }
      : undefined
  const encoding: Sketch['encoding'] = {
    ...sketch.encoding,
    ...(xChannel ? { x: xChannel } : {}),
    ...(y
      ? {
          y: matrix
            ? { ...y, title: ySaid ?? y.title ?? fieldTitle(fieldIn(choice, y)) }
            : { ...valueChannel(y), ...(ySaid ? { title: ySaid } : {}) },
        }
      : {}),
    ...(color
      ? {
          color: matrix
            ? valueChannel(color)
            : { ...color, title: color.title ?? legendTitle(choice, color) },
        }
      : {}),
    ...(size ? { size: { ...size, title: size.title ?? fieldTitle(fieldIn(choice, size)) } } : {}),
    ...(facet ? { facet } : {}),
  }
  if (wish.titles.legend && encoding.color)
    encoding.color = { ...encoding.color, title: wish.titles.legend }
  return { ...sketch, encoding }
}

/** A unit belongs to the field whose words stand last before it; without any, to the values. */
function unitsOf(choice: Choice, sketch: Sketch, value: Channel | undefined) {
  const { said, units } = choice.wish
  const found: { value?: string; argument?: string } = {}
  const last = (before: string, words: readonly string[]) =>
    Math.max(
      -1,
      ...words
        .filter((word) => word.length > 1)
        .map((word) => `${before.toLowerCase()} `.lastIndexOf(word)),
    )
  const own = (channel: Channel | undefined, phrase: string | undefined) => [
    ...nameWords(phrase ?? ''),
    ...nameWords(channel?.field ?? ''),
  ]
  for (const { before, unit } of units) {
    const argument = last(before, [...own(sketch.encoding.x, said.x), 'x axis', 'x-axis', ' x '])
    const amount = last(before, [...own(value, said.y), 'y axis', 'y-axis', ' y '])
    if (argument > amount && sketch.mark !== 'heatmap') found.argument ??= unit
    else found.value ??= unit
  }
  return found
}

/** Names that explain themselves need no heading; numbers do. */
function legendTitle(choice: Choice, channel: Channel): string {
  const field = fieldIn(choice, channel)
  const names = namesIn(field)
  const bare =
    names.length > 0 && names.every((name) => /^[-\d.,]+%?$|^(yes|no|true|false)$/i.test(name))
  return bare || field?.role === 'number' ? fieldTitle(field) : ''
}

function argumentTitle(choice: Choice, channel: Channel): string {
  const field = fieldIn(choice, channel)
  if (field && !field.made) {
    // Dates explain themselves.
    return field.role === 'time' &&
      /^(date|time|timestamp|day|month|year|datetime)s?$/i.test(field.name)
      ? ''
      : fieldTitle(field)
  }
  const said = choice.wish.said.x
  return said ? sentence(said) : field?.name === 'x' ? 'x' : ''
}

/** The value's title: its column's name, else the words of the intent that stand for it. */
function valueTitle(choice: Choice, sketch: Sketch, channel: Channel | undefined): string {
  const { said } = choice.wish
  const field = fieldIn(choice, channel)
  const brief = field?.name.length === 1 && (said.y ?? '').length > 1
  const plain =
    field &&
    !field.made &&
    !brief &&
    !/^(value|values|val|y|count|score|data|number|metric)$/i.test(field.name)
  const own = plain ? (fuller(said.y, field) ?? fieldTitle(field)) : ''
  if (own !== '') return prefixed(sketch, own)
  const words = said.y ?? ''
  const usable =
    words !== '' &&
    words.split(' ').length <= 5 &&
    !/\b(?:chart|plot|graph|bars?|data|lines?|these|this|values)\b/i.test(words)
  if (usable) return prefixed(sketch, titleOf(words))
  return field && !field.made
    ? prefixed(sketch, fieldTitle(field))
    : sketch.aggregate === 'count'
      ? 'Count'
      : ''
}

/** The words of the intent where they say a column's name and more: "life expectancy" for `life`. */
function fuller(phrase: string | undefined, field: Field): string | undefined {
  const [said, own] = [nameWords(phrase ?? ''), nameWords(field.name)]
  const more =
    said.length > own.length && said.length <= 4 && own.every((word) => said.includes(word))
  const plain = said.every(
    (word) =>
      !/^(and|or|the|each|all|per|by|mean|average|median|total|data|plot|chart|bars?|lines?|different|its?|their|across|both|versus|vs)$/.test(
        word,
      ),
  )
  return more && plain && phrase ? sentence(phrase) : undefined
}

function prefixed({ aggregate, mark }: Sketch, title: string): string {
  const words = { mean: 'Mean', median: 'Median', sum: 'Total' } as const
  const word = aggregate && aggregate in words ? words[aggregate as keyof typeof words] : undefined
  if (
    !word ||
    mark === 'line' ||
    mark === 'area' ||
    mark === 'arc' ||
    new RegExp(`^(?:${word}|average|number)`, 'i').test(title)
  )
    return title
  return `${word} ${/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
}

function isShare(choice: Choice, sketch: Sketch, channel: Channel | undefined): boolean {
  const fields = sketch.fold
    ? choice.table.fields.filter(({ name }) => sketch.fold?.fields.includes(name))
    : [fieldIn(choice, channel)]
  const values = fields.flatMap((field) => numbersIn(field))
  return (
    values.length > 0 &&
    values.every((value) => value >= -1 && value <= 1) &&
    values.some((value) => value > 0)
  )
}

function withScales(choice: Choice, sketch: Sketch): Sketch {
  const { wish } = choice
  const { x, y } = sketch.encoding
  const distribution = ['histogram', 'density', 'ecdf'].includes(sketch.mark)
  const lying = wish.horizontal === true || sketch.horizontal === true
  const onScreen = distribution || lying ? { x: wish.log.y, y: wish.log.x } : wish.log
  const loose = wish.log.any && !wish.log.x && !wish.log.y
  const yLog =
    onScreen.y ||
    (loose && !(sketch.mark === 'point' && /dose|conc|size|params?|param/i.test(x?.field ?? '')))
  const xLog = onScreen.x || (loose && !yLog)
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
function lies(choice: Choice, { mark, encoding, horizontal, fold, overlays }: Sketch): boolean {
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

/** The name that a phrase means: equal, else one inside the other, letter case aside. */
function matching(said: string, names: readonly string[]): string | undefined {
  const low = said.toLowerCase().trim()
  const exact = names.find((name) => name.toLowerCase() === low)
  if (exact !== undefined) return exact
  const tail = low.split(' ').at(-1) ?? low
  return (
    names.find((name) => name.toLowerCase() === tail) ??
    names.find((name) => name.toLowerCase() === low.split(' ')[0]) ??
    names.find((name) => name.length > 1 && low.includes(name.toLowerCase())) ??
    names.find((name) => low.length > 2 && name.toLowerCase().includes(low))
  )
}

function overlaysOf(choice: Choice, sketch: Sketch, intent: string): Overlay[] {
  const { wish, read } = choice
  const lying = sketch.horizontal === true || lies({ ...choice, reasons: [] }, sketch)
  const found: Overlay[] = [...(sketch.overlays ?? []), ...(wish.mark?.more?.overlays ?? [])]
  if (wish.regression && sketch.mark === 'point')
    found.push({ kind: 'regression', method: wish.regression })
  if (
    /\bidentity line\b|\by ?= ?x\b|\bdiagonal\b|\b(?:1:1|one-to-one) line\b/i.test(intent) &&
    !found.some(({ kind }) => kind === 'diagonal')
  )
    found.push({ kind: 'diagonal' })
  if (wish.values) found.push({ kind: 'values' })
  if (wish.points && sketch.mark === 'line') found.push({ kind: 'points' })
  if (wish.raw && ['box', 'violin'].includes(sketch.mark)) found.push({ kind: 'raw' })
  if (wish.curve && sketch.mark === 'histogram') found.push({ kind: 'mean' })
  if (sketch.encoding.p && (wish.stars || ['bar', 'lollipop', 'line'].includes(sketch.mark))) {
    found.push({ kind: 'stars' })
    because(choice, 'stars', 'p values are given')
  }
  for (const { pair, p } of read.pairs) found.push({ kind: 'stars', pair, p })
  for (const { axis, value, text } of wish.references) {
    const place = referenceValue(choice, sketch, value)
    if (place === undefined) continue
    const channel =
      axis === undefined
        ? typeof place === 'number' || sketch.mark === 'histogram'
          ? undefined
          : 'x'
        : lying
          ? axis === 'x'
            ? 'y'
            : 'x'
          : axis
    const own =
      channel ??
      (['histogram', 'density', 'ecdf'].includes(sketch.mark)
        ? 'x'
        : isMoment(choice, sketch, value)
          ? 'x'
          : 'y')
    found.push({ kind: 'reference', axis: own, value: place, ...(text ? { text } : {}) })
  }
  if (sketch.mark === 'forest' && !wish.references.length) {
    const ratio = sketch.encoding.y?.scale === 'log'
    found.push({ kind: 'reference', axis: 'y', value: ratio ? 1 : 0 })
    because(choice, `reference = ${ratio ? 1 : 0}`, 'the line of no effect')
  }
  found.push(...annotations(choice, sketch))
  return found.slice(0, 40)
}

const isMoment = (choice: Choice, sketch: Sketch, value: string) =>
  fieldIn(choice, sketch.encoding.x)?.role === 'time' &&
  momentOf(value) !== null &&
  !/^\d{1,3}$/.test(value)

function referenceValue(choice: Choice, sketch: Sketch, raw: string): Cell | undefined {
  const x = fieldIn(choice, sketch.encoding.x)
  if (isMoment(choice, sketch, raw)) return momentOf(raw)
  const number = Number(raw.replace('−', '-'))
  if (Number.isFinite(number))
    return sketch.encoding.y?.percent && Math.abs(number) > 1 ? number / 100 : number
  const values = numbersIn(fieldIn(choice, sketch.encoding.y))
  if (/^(?:mean|average)$/i.test(raw) && values.length > 0)
    return Number((values.reduce((a, b) => a + b, 0) / values.length).toPrecision(6))
  if (/^chance/i.test(raw)) return 0.5
  return matching(raw, namesIn(x))
}

function annotations(choice: Choice, { encoding, mark }: Sketch): Overlay[] {
  const { wish } = choice
  const [x, y] = [fieldIn(choice, encoding.x), fieldIn(choice, encoding.y)]
  const found = wish.annotations.flatMap(({ x: at, text }): Overlay[] => {
    const number = Number(at)
    const place =
      x?.role === 'time'
        ? momentOf(at)
        : Number.isFinite(number) && x?.role === 'number'
          ? number
          : matching(at, namesIn(x))
    return place === null || place === undefined
      ? []
      : [{ kind: 'annotation', x: place, ...(text ? { text } : {}) }]
  })
  if (!wish.extreme || !x || !y || !['line', 'point', 'area'].includes(mark)) return found
  let best = -1
  y.values.forEach((value, i) => {
    const current = y.values[best]
    const better =
      typeof value === 'number' &&
      (typeof current !== 'number' || (wish.extreme === 'max' ? value > current : value < current))
    if (better) best = i
  })
  const value = y.values[best]
  if (typeof value === 'number')
    found.push({
      kind: 'annotation',
      x: x.values[best] ?? null,
      y: value,
      text: `${wish.extreme === 'max' ? 'Maximum' : 'Minimum'} ${Number(value.toPrecision(4))}`,
    })
  return found
}
