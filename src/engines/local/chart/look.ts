/** Logarithms, colours and titles of a chart, where they are true of it. */
import { OKABE_ITO } from '../../../figure/chart/spec/palette'
import type { Field } from '../../../forms/chart'
import type { Asked, Json, Value } from './asked'
import { isAmount, numbersOf } from './columns'
import { type Drawn, type Encoding, namesOf } from './draw'
import { fieldTitle } from './table/names'

export function withLook(drawn: Drawn): void {
  for (const each of drawn.asked.logs) logarithmic(drawn, each)
  colored(drawn)
  titled(drawn)
}

/** An axis, that of the values, or that of a column. */
function logarithmic(
  { encoding, cast, says, layers, isLying }: Drawn,
  wished: Asked['logs'] extends Set<infer T> ? T : never,
): void {
  const amount = isLying ? 'x' : 'y'
  const channels = ['x', 'y', 'color'] as const
  const isOf = (name: (typeof channels)[number]) =>
    typeof wished === 'object' && encoding[name]?.field === wished.name
  const named = wished === 'amount' ? (encoding.theta ? undefined : amount) : wished
  const channel = typeof named === 'object' ? channels.find(isOf) : named
  const own = channel && encoding[channel]
  if (own?.type !== 'quantitative' || own.bin || own.stack) return
  const column = cast.table.fields.find((field) => field.name === own.field)
  const numbers = column && isAmount(column) ? numbersOf(column) : cast.y.flatMap(numbersOf)
  // Zero has no logarithm, and shares add up.
  const isBelow = numbers.some((each) => each <= 0) || own.aggregate === 'count'
  if (isBelow) return
  own.scale = { ...(own.scale as Json), type: 'log', zero: undefined }
  says.push(
    channel === 'color' ? 'the colours run logarithmically' : `the ${channel} axis is logarithmic`,
  )
  // Bars and sticks stand on the lowest power of ten.
  if (channel !== amount || !/^(?:bar|area|lollipop)$/.test(cast.kind.id)) return
  const domainMin = 10 ** Math.floor(Math.log10(Math.min(...numbers)))
  Object.assign(own.scale as Json, { domainMin })
  const [layer = {}] = layers
  layer.encoding = { ...(layer.encoding as Json), [`${channel}2`]: { datum: domainMin } }
}

const QUIET = '#b9bfc6'

/** Colours that the author gives to values of a column, or to columns drawn side by side. */
function colored({ asked, encoding, cast, folds, layers }: Drawn): void {
  const [first] = asked.colors
  if (!first) return
  const { color: own } = encoding
  const isColumn = first.at.field.name === first.at.value
  // A column drawn alone is all marks.
  if (isColumn && !folds) {
    const [layer] = layers
    if (!own && layer) layer.mark = { ...(layer.mark as Json), color: first.color }
    return
  }
  const along = [cast.color, own ? undefined : cast.x].find((field) => field === first.at.field)
  if (own?.type === 'quantitative' || !(isColumn ? folds?.has(first.at.value) : along)) return
  const domain = along && !isColumn ? namesOf(along).map(String) : [...(folds?.values() ?? [])]
  const nameOf = ({ value }: Value) => (isColumn ? folds?.get(value) : value)
  const inks = new Map(asked.colors.map(({ at, color }) => [nameOf(at), color]))
  // Places that have no colour of their own stay quiet beside one that has.
  const rest = (i: number) =>
    along && along !== cast.color ? QUIET : (OKABE_ITO[(i + 3) % OKABE_ITO.length] ?? QUIET)
  const range = domain.map((name, i) => inks.get(name) ?? rest(i))
  const field = isColumn ? (own ?? encoding.x)?.field : along?.name
  encoding.color = {
    ...(own ?? { field, type: 'nominal', legend: null }),
    sort: domain,
    scale: { domain, range },
  }
}

/** Titles in the author's words, where they do not claim what the chart does not show. */
function titled(drawn: Drawn): void {
  const { asked, encoding, layers } = drawn
  const own = layers.map((layer) => (layer.encoding ?? {}) as Encoding)
  for (const name of ['x', 'y'] as const) {
    const text = asked.titles[name]
    if (text === undefined || !encoding[name] || isUntrue(text, drawn, name)) continue
    for (const { [name]: channel } of [encoding, ...own])
      if (channel && (channel === encoding[name] || channel.title !== undefined))
        channel.title = text
  }
  const { chart } = asked.titles
  if (chart !== undefined && !isUntrue(chart, drawn)) drawn.title = chart
}

/** Words of a title that claim a reckoning; the last of them an interval, which is its author's to name where the data hold it. */
const CLAIMS =
  /\bmeans?\b|average|median|\bsum\b|\btotal\b|cumulative|\blog(?:10|2)?\b|normali[sz]ed|relative to|\bfit(?:ted)?\b|regression|p ?[<=]|(?<interval>\bs\.?d\.?\b|standard (?:deviation|error)|\bs\.?e\.?m?\b|\bci\b|confidence)/i

/** Whether a title of the author's claims a reckoning, a unit or a column that the chart does not show. */
function isUntrue(
  text: string,
  { measure, says, cast, encoding, asked }: Drawn,
  channel?: 'x' | 'y',
): boolean {
  const fields = [cast.x, ...cast.y, cast.color, cast.facet, cast.size].filter(
    (field) => field !== undefined,
  )
  const names = fields.map(({ name, unit }) => `${name} ${unit ?? ''}`.replaceAll('_', ' '))
  const said = [measure, ...says, ...names, JSON.stringify(encoding), asked.fit].join(' ')
  const claim = CLAIMS.exec(text)
  const isOwn = claim?.groups?.interval !== undefined && /the columns? |intervals from/.test(said)
  const word = claim?.[0].toLowerCase().replace('average', 'mean') ?? ''
  if (claim && !isOwn && !said.toLowerCase().includes(word)) return true
  const isSaid = (field: Field) => {
    const [plain = ''] = fieldTitle(field).toLowerCase().split(' (')
    return plain.length > 2 && text.toLowerCase().includes(plain)
  }
  const others = cast.table.fields.filter((field) => !fields.includes(field) && isAmount(field))
  if (!fields.some(isSaid) && others.some(isSaid)) return true
  const unitIn = (title: unknown) =>
    /\(([^()]{1,8})\)\s*$/.exec(String(title))?.[1]?.replace(/[\s^]/g, '').toLowerCase()
  const [wished, drawn] = [unitIn(text), unitIn(channel && encoding[channel]?.title)]
  return wished !== undefined && drawn !== undefined && wished !== drawn
}
