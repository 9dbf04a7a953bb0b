/** Limits, logarithms, titles, colours and the legend of a chart, where they are true of it. */
import { OKABE_ITO } from '../../../figure/chart/palette'
import type { Field } from '../../../forms/chart'
import type { Asked, Json } from './asked'
import { isAmount, numbersOf } from './cast'
import { type Drawn, namesOf, numbersAt } from './draw'
import { fieldTitle } from './table/names'

const QUIET = '#b9bfc6'
const HIGHLIGHT = '#e69f00'

export function withLook(drawn: Drawn): void {
  const { asked, encoding, cast } = drawn
  for (const flag of asked.flags.filter((each) => each.startsWith('log '))) {
    const isOn = (name: 'x' | 'y' | 'color') =>
      encoding[name]?.field === flag.slice(4) && encoding[name]?.type === 'quantitative'
    const channel = (['x', 'y', 'color'] as const).find(isOn) ?? 'amount'
    asked.scales[channel] = { ...asked.scales[channel], type: 'log' }
  }
  for (const [name, scale] of Object.entries(asked.scales))
    scaled(drawn, name as keyof Asked['scales'], scale)
  for (const channel of [encoding.x, encoding.y])
    if (channel && asked.grid !== undefined)
      channel.axis = { ...(channel.axis as Json), grid: asked.grid }
  const isDirect = asked.flags.includes('direct') && cast.kind.id === 'line'
  if (encoding.color?.field !== undefined && isDirect) drawn.extras.usermeta = { legend: 'direct' }
  if (encoding.color?.field !== undefined && (asked.legend || (asked.legend === null && !isDirect)))
    encoding.color.legend = asked.legend && { ...(encoding.color.legend as Json), ...asked.legend }
  colored(drawn)
  titled(drawn)
}

/** One axis: its logarithm, limits and colours. */
function scaled(drawn: Drawn, name: keyof Asked['scales'], scale: Json): void {
  const { encoding, cast, says, layers, isLying } = drawn
  const amount = isLying ? 'x' : 'y'
  const channel = name === 'amount' ? amount : name
  const own = encoding[channel]
  const isLog = scale.type === 'log'
  if (!own || (own.type !== 'quantitative' && (channel !== 'color' || isLog))) return
  const { type: _, ...more } = scale
  if ((channel === 'x' || channel === 'y') && hides(drawn, channel, more)) {
    delete more.domain
    delete more.domainMin
  }
  const found: Json = { ...(own.scale as Json), ...more }
  own.scale = found
  const [low] = (more.domain ?? [more.domainMin]) as (number | undefined)[]
  if (low !== undefined) {
    Object.assign(found, { zero: scale.zero, nice: more.domain ? false : undefined })
    if (channel === amount && Number(low) > 0 && /bar|lollipop/.test(cast.kind.id))
      says.push(`the ${channel} axis starts at ${low}, not at zero`)
  }
  if (!isLog) return
  const column = cast.table.fields.find((field) => field.name === own.field)
  const numbers = column && isAmount(column) ? numbersOf(column) : cast.y.flatMap(numbersOf)
  const isBelow = numbers.some((each) => each <= 0) || own.aggregate === 'count'
  // Bins are of equal width, parts add up, and zero has no logarithm.
  if (own.bin || own.stack || isBelow || cast.kind.id === 'pareto') return
  Object.assign(found, { type: 'log', zero: undefined })
  const axis = channel === 'color' ? 'the colours run logarithmically' : undefined
  says.push(axis ?? `the ${channel} axis is logarithmic`)
  // Bars and sticks stand on the lowest power of ten.
  if (channel !== amount || !/^(?:bar|area|lollipop)$/.test(cast.kind.id)) return
  const lowest = 10 ** Math.floor(Math.log10(Math.min(...numbers)))
  found.domainMin = lowest
  const [layer = {}] = layers
  layer.encoding = { ...(layer.encoding as Json), [`${channel}2`]: { datum: lowest } }
}

/** Whether limits leave most of the data out, or no room to see how they differ. */
function hides(drawn: Drawn, channel: 'x' | 'y', { domain, domainMin }: Json): boolean {
  const numbers = numbersAt(drawn, channel)
  const [low, high] = (domain ?? [domainMin, Math.max(...numbers)]) as number[]
  if (low === undefined || high === undefined || numbers.length === 0) return false
  const inside = numbers.filter((each) => each >= low && each <= high)
  const extent = Math.max(...inside) - Math.min(...inside)
  const isFlat = extent > 0 && extent < (high - low) / 20
  return inside.length < numbers.length / 2 || isFlat
}

/** Colours that the author gives to series, and what is highlighted. */
function colored({ asked, encoding, cast, folds, layers }: Drawn): void {
  const isGiven = asked.colors.length > 0
  const wishes = isGiven ? asked.colors : asked.highlight.map((at) => ({ at, color: HIGHLIGHT }))
  const [first] = wishes
  const { color: own } = encoding
  // A column's name stands for its series, or for all marks where it is drawn alone.
  const isColumn = first !== undefined && first.at.field.name === first.at.value
  const isAlone = isColumn && !folds
  const ink = isAlone ? (isGiven ? first.color : undefined) : first ? undefined : asked.ink
  if (ink && own === undefined && layers[0])
    layers[0].mark = { ...(layers[0].mark as Json), color: ink }
  if (!first || isAlone) return
  const isPlace = own === undefined || own.field === cast.x?.name
  const along = [cast.color, isPlace ? cast.x : undefined].find(
    (field) => field === first.at.field && !isColumn,
  )
  if ((!along && !(isColumn && folds?.has(first.at.value))) || own?.type === 'quantitative') return
  const domain = along ? namesOf(along).map(String) : [...(folds?.values() ?? [])]
  const inks = new Map(
    wishes.map(({ at, color }) => [along ? at.value : folds?.get(at.value), color]),
  )
  const isQuiet = !isGiven || (along !== undefined && along !== cast.color)
  const range = domain.map(
    (name, i) =>
      inks.get(name) ?? (isQuiet ? QUIET : (OKABE_ITO[(i + 3) % OKABE_ITO.length] ?? QUIET)),
  )
  const field = along?.name ?? (encoding.color ?? encoding.x)?.field
  const channel = own ?? { field, type: 'nominal', legend: null }
  encoding.color = { ...channel, sort: domain, scale: { domain, range } }
}

/** Titles in the author's words, where they do not claim what the chart does not show. */
function titled(drawn: Drawn): void {
  const { asked, encoding, layers, extras } = drawn
  const { legend, chart, ...axes } = asked.titles
  for (const [name, text] of Object.entries(axes) as ['x' | 'y', string][]) {
    if (encoding[name] && !isUntrue(text, drawn, name))
      for (const { [name]: channel } of [
        encoding,
        ...layers.map((layer) => (layer.encoding ?? {}) as Record<string, Json>),
      ])
        if (channel && (channel === encoding[name] || channel.title !== undefined))
          channel.title = text
  }
  if (legend !== undefined && encoding.color?.field !== undefined) encoding.color.title = legend
  if (chart !== undefined && !isUntrue(chart, drawn)) extras.title = chart
}

/** Words of a title that claim a reckoning; the last of them an interval, which is its author's to name where the data hold it. */
const CLAIMS =
  /\bmeans?\b|average|median|\bsum\b|\btotal\b|cumulative|\blog(?:10|2)?\b|normali[sz]ed|relative to|\bfit(?:ted)?\b|regression|p ?[<=]|(?<interval>\bs\.?d\.?\b|standard (?:deviation|error)|\bs\.?e\.?m?\b|\bci\b|confidence)/i

/** Whether a title of the author's claims what the chart does not show. */
function isUntrue(
  text: string,
  { measure, says, cast, encoding, asked }: Drawn,
  channel?: 'x' | 'y',
): boolean {
  const all = [cast.x, ...cast.y, cast.color, cast.facet, cast.size]
  const fields = all.filter((field) => field !== undefined)
  const names = fields.map(({ name, unit }) => `${name} ${unit ?? ''}`.replaceAll('_', ' '))
  const said = [measure, ...says, ...names, JSON.stringify(encoding), asked.fit].join(' ')
  const claim = CLAIMS.exec(text)
  const isOwn = claim?.groups?.interval !== undefined && /the columns? |intervals from/.test(said)
  const isNameless = fields.some((field) => field.made && isAmount(field))
  const word = claim?.[0].toLowerCase().replace('average', 'mean') ?? ''
  if (claim && !isOwn && !isNameless && !said.toLowerCase().includes(word)) return true
  const isSaid = (field: Field) => {
    const [plain = ''] = fieldTitle(field).toLowerCase().split(' (')
    return plain.length > 2 && text.toLowerCase().includes(plain)
  }
  const others = cast.table.fields.filter((field) => !fields.includes(field) && isAmount(field))
  const other = channel && !fields.some(isSaid) ? others.find(isSaid) : undefined
  if (other) return true
  const unitIn = (title: unknown) =>
    /\(([^()]{1,8})\)\s*$/.exec(String(title))?.[1]?.replace(/[\s^]/g, '').toLowerCase()
  const [wished, drawn] = [unitIn(text), unitIn(channel && encoding[channel]?.title)]
  return wished !== undefined && drawn !== undefined && wished !== drawn
}
