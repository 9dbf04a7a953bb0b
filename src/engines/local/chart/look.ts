/** Limits, logarithms, titles, colours and the legend of a chart, where they are true of it. */
import type { Field } from '../../../forms/chart'
import type { Asked, Json } from './asked'
import { isAmount, numbersOf } from './cast'
import { type Drawn, namesOf } from './draw'
import { fieldTitle } from './table/names'

const QUIET = '#b9bfc6'
const HIGHLIGHT = '#e69f00'
const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#999999']

export function withLook(drawn: Drawn): void {
  const { asked, encoding } = drawn
  for (const flag of asked.flags.filter((each) => each.startsWith('log '))) {
    const isOn = (name: 'x' | 'y') =>
      encoding[name]?.field === flag.slice(4) && encoding[name]?.type === 'quantitative'
    const channel = (['x', 'y'] as const).find(isOn) ?? 'amount'
    asked.scales[channel] = { ...asked.scales[channel], type: 'log' }
  }
  for (const [name, scale] of Object.entries(asked.scales))
    scaled(drawn, name as keyof Asked['scales'], scale)
  for (const [name, axis] of Object.entries(asked.axes))
    if (encoding[name])
      encoding[name] = {
        ...encoding[name],
        axis: { ...(encoding[name].axis as Json | undefined), ...axis },
      }
  const isDirect = asked.flags.includes('direct') && drawn.cast.kind.id === 'line'
  if (encoding.color?.field !== undefined) {
    const legend = asked.legend && {
      ...(encoding.color.legend as Json | undefined),
      ...asked.legend,
    }
    if (legend || (asked.legend === null && !isDirect))
      encoding.color = { ...encoding.color, legend }
    if (isDirect) drawn.extras.usermeta = { legend: 'direct' }
  }
  colored(drawn)
  titled(drawn)
}

/** One axis: its logarithm, limits and colours. */
function scaled(
  { encoding, cast, why, says, layers, isLying }: Drawn,
  name: keyof Asked['scales'],
  scale: Json,
): void {
  const amount = isLying ? 'x' : 'y'
  const channel = name === 'amount' ? amount : name
  const own = encoding[channel]
  const column = cast.table.fields.find((field) => field.name === own?.field)
  const numbers = column && isAmount(column) ? numbersOf(column) : cast.y.flatMap(numbersOf)
  const { type, ...found }: Json = { ...(own?.scale as Json | undefined), ...scale }
  const isLog = scale.type === 'log'
  if (!own || (own.type !== 'quantitative' && (channel !== 'color' || isLog))) {
    for (const rule of ['log', 'limits', 'zero'])
      why.set(rule, `the chart has no numbers on ${name === 'amount' ? 'that axis' : name}`)
    return
  }
  if (scale.domain) {
    const [low] = scale.domain as number[]
    Object.assign(found, { zero: undefined, nice: false })
    if (channel === amount && Number(low) > 0 && /bar|lollipop/.test(cast.kind.id))
      says.push(`the ${channel} axis starts at ${low}, not at zero`)
  }
  const isBelow = numbers.some((each) => each <= 0) || own.aggregate === 'count'
  if (isLog && (own.bin || own.stack || isBelow))
    why.set(
      'log',
      own.bin
        ? 'its bins are of equal width'
        : own.stack
          ? 'parts are not stacked on a logarithmic axis'
          : 'the axis holds zeros or values below',
    )
  else if (isLog) {
    Object.assign(found, { type, zero: undefined })
    says.push(
      channel === 'color'
        ? 'the colours run logarithmically'
        : `the ${channel} axis is logarithmic`,
    )
    // Bars and sticks of a logarithmic axis stand on its lowest power of ten.
    const lowest = 10 ** Math.floor(Math.log10(Math.min(...numbers)))
    const isBar = ({ mark, name: called, encoding: inner }: Json) =>
      called === undefined &&
      (/^(?:bar|area)$/.test(String((mark as Json)?.type)) ||
        (inner as Json | undefined)?.[`${channel}2`] !== undefined)
    for (const layer of channel === amount ? layers.filter(isBar) : []) {
      Object.assign(found, { domainMin: lowest })
      layer.encoding = {
        ...(layer.encoding as Json | undefined),
        [`${channel}2`]: { datum: lowest },
      }
    }
  } else if (type !== undefined) found.type = type
  encoding[channel] = { ...own, scale: found }
}

/** Colours that the author gives to series, and what is highlighted. */
function colored({ asked, encoding, cast, folds, layers, why }: Drawn): void {
  const isGiven = asked.colors.length > 0
  const wishes = isGiven ? asked.colors : asked.highlight.map((at) => ({ at, color: HIGHLIGHT }))
  const [first] = wishes
  const { color: own } = encoding
  const isColumn = first !== undefined && first.at.field.name === first.at.value
  const ink = isColumn && !folds ? (isGiven ? first.color : undefined) : asked.ink
  if (ink && own === undefined && (!first || isColumn) && layers[0])
    layers[0].mark = { ...(layers[0].mark as Json), color: ink }
  if (!first || (isColumn && !folds)) return
  const isFolded = isColumn && folds?.has(first.at.value) === true
  const places =
    own === undefined || own.field === cast.x?.name ? [cast.color, cast.x] : [cast.color]
  const along = isColumn ? undefined : places.find((field) => field === first.at.field)
  if ((!isFolded && !along) || own?.type === 'quantitative')
    return void why.set(isGiven ? 'colors' : 'highlight', 'the chart does not tell these apart')
  const domain = along ? namesOf(along).map(String) : [...(folds?.values() ?? [])]
  const inks = new Map(
    wishes.map(({ at, color }) => [isFolded ? folds?.get(at.value) : at.value, color]),
  )
  const isQuiet = !isGiven || (along !== undefined && along !== cast.color)
  const range = domain.map(
    (name, i) => inks.get(name) ?? (isQuiet ? QUIET : (PALETTE[i % PALETTE.length] ?? QUIET)),
  )
  const field = along?.name ?? (encoding.color ?? encoding.x)?.field
  encoding.color = {
    ...(own ?? { field, type: 'nominal', legend: null }),
    sort: domain,
    scale: { domain, range },
  }
}

/** Titles in the author's words, where they do not claim what the chart does not show. */
function titled(drawn: Drawn): void {
  const { asked, encoding, layers, why, extras } = drawn
  const { legend, chart, ...axes } = asked.titles
  for (const [name, text] of Object.entries(axes) as ['x' | 'y', string][]) {
    const reason = encoding[name] ? untrue(text, drawn, name) : 'the chart has no such axis'
    if (reason) for (const rule of ['axis-title', 'axis-titles']) why.set(rule, reason)
    else
      for (const encodes of [
        encoding,
        ...layers.map((layer) => (layer.encoding ?? {}) as Record<string, Json>),
      ])
        if (encodes === encoding || encodes[name]?.title !== undefined)
          encodes[name] = { ...encodes[name], title: text }
  }
  if (legend !== undefined && encoding.color?.field !== undefined)
    encoding.color = { ...encoding.color, title: legend }
  const reason = chart === undefined ? undefined : untrue(chart, drawn)
  if (reason) why.set('title', reason)
  else if (chart !== undefined) extras.title = chart
}

/** Words of a title that claim a reckoning; the last of them an interval, which is its author's to name where the data hold it. */
const CLAIMS =
  /\bmeans?\b|average|median|\bsum\b|\btotal\b|cumulative|\blog(?:10|2)?\b|normali[sz]ed|relative to|\bfit(?:ted)?\b|regression|p ?[<=]|(?<interval>\bs\.?d\.?\b|standard (?:deviation|error)|\bs\.?e\.?m?\b|\bci\b|confidence)/i

/** Why a title of the author's is not true of the chart. */
function untrue(
  text: string,
  { measure, says, cast, encoding, asked }: Drawn,
  channel?: 'x' | 'y',
): string | undefined {
  const fields = [cast.x, ...cast.y, cast.color, cast.facet, cast.size].flatMap(
    (field) => field ?? [],
  )
  const names = fields.map(({ name, unit }) => `${name} ${unit ?? ''}`.replaceAll('_', ' '))
  const said = [measure, ...says, ...names, JSON.stringify(encoding), asked.fit ?? '']
    .join(' ')
    .toLowerCase()
  const claim = CLAIMS.exec(text)
  const isOwn = claim?.groups?.interval !== undefined && /the columns? |intervals from/.test(said)
  const isNameless = fields.some((field) => field.made && isAmount(field))
  if (
    claim &&
    !isOwn &&
    !isNameless &&
    !said.includes(claim[0].toLowerCase().replace('average', 'mean'))
  )
    return `the chart shows no ${JSON.stringify(claim[0])}`
  const isSaid = (field: Field) => {
    const plain = fieldTitle(field)
      .replace(/\s*\([^()]*\)$/, '')
      .toLowerCase()
    return plain.length > 2 && text.toLowerCase().includes(plain)
  }
  const other =
    channel &&
    cast.table.fields.find((field) => !fields.includes(field) && isAmount(field) && isSaid(field))
  if (other && !fields.some(isSaid)) return `the axis does not show ${JSON.stringify(other.name)}`
  const unitIn = (title: unknown) =>
    /\(([^()]{1,8})\)\s*$/.exec(String(title))?.[1]?.replace(/[\s^]/g, '').toLowerCase()
  const [wished, drawn] = [unitIn(text), unitIn(channel ? encoding[channel]?.title : '')]
  return wished !== undefined && drawn !== undefined && wished !== drawn
    ? `its unit is ${drawn} in the data`
    : undefined
}
