import { ChartRefused } from '../../../src/forms/chart'
import { type Drawn, drawPlot } from './draw'
import { apart, axesOf, recover } from './geometry'
import { textsOf, withClass } from './read-svg'

/** What a case of the corpus says of the chart that should come; what it leaves out is free. */
export interface Expected {
  mark?: string
  transform?: string
  /** Fields by channel; null: the channel is not used. */
  fields?: Record<string, string | null>
  xTitle?: string
  yTitle?: string
  xScale?: string
  yScale?: string
  xDomain?: [number, number]
  yDomain?: [number, number]
  /** Names in order along the axis that has some. */
  order?: string[]
  horizontal?: boolean
  stack?: string
  interval?: string
  aggregate?: string
  donut?: boolean
  /** Words that stand in the figure, and words that must not. */
  texts?: string[]
  absent?: string[]
  legend?: boolean
  /** Numbers of marks by what they are. */
  counts?: Record<string, number>
  /** Values that the geometry must give back, in any order; shares of the whole for slices. */
  values?: number[]
  overlays?: string[]
  /** The kind of a series' colour: its hue by word. */
  colors?: Record<string, 'blue' | 'red' | 'green' | 'orange' | 'grey' | 'purple' | 'black'>
  title?: string
  panels?: number
  ratio?: number
  bins?: number
}

export interface Case {
  name: string
  /** The value of data_json, or its text where it is no JSON. */
  data?: unknown
  text?: string
  intent: string
  ratio?: string
  expect: Expected
}

/** The sentences of what a chart does not show; empty where all is as it should be. */
export const judgeCase = async (one: Case): Promise<string[]> => (await judgementOf(one)).faults

/**
 * The faults of a chart, and whether it owns up to them: the request is refused with a reason, or the chart names
 * something that it does not do.
 */
export async function judgementOf(one: Case): Promise<{ faults: string[]; honest: boolean }> {
  const faults: string[] = []
  let drawn: Drawn
  try {
    drawn = await drawPlot(one.data, one.intent, one.ratio ? { ratio: one.ratio } : {})
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    return { faults: [`no chart: ${why}`], honest: error instanceof ChartRefused }
  }
  check(drawn, one.expect, (what, is, should) => {
    if (JSON.stringify(is) !== JSON.stringify(should))
      faults.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)
  })
  faults.push(...untrue(drawn))
  for (const name of ['labelOverlaps', 'clippedTexts', 'legendOverMarks'] as const) {
    if ((drawn.figures[name] ?? 0) > 0) faults.push(`${name} is ${drawn.figures[name]}`)
  }
  return { faults, honest: drawn.unmet.length > 0 }
}

type Tell = (what: string, is: unknown, should: unknown) => void

function check(drawn: Drawn, expect: Expected, tell: Tell): void {
  const { chart, root } = drawn
  const polar = chart.mark === 'arc' || chart.mark === 'radar'
  const axes = polar ? undefined : axesOf(root)
  if (expect.mark) tell('mark', chart.mark, expect.mark)
  if (expect.transform) tell('transform', chart.transform, expect.transform)
  for (const [channel, field] of Object.entries(expect.fields ?? {})) {
    const found = Object.entries(chart.encoding).find(([name]) => name === channel)?.[1]
    tell(`field of ${channel}`, found?.field ?? null, field)
  }
  if (expect.xTitle !== undefined) tell('x title', axes?.x.title, expect.xTitle)
  if (expect.yTitle !== undefined) tell('y title', axes?.y.title, expect.yTitle)
  if (expect.xScale) tell('x scale', axes?.x.scale, expect.xScale)
  if (expect.yScale) tell('y scale', axes?.y.scale, expect.yScale)
  if (expect.xDomain) tell('x domain', axes?.x.domain, expect.xDomain)
  if (expect.yDomain) tell('y domain', axes?.y.domain, expect.yDomain)
  if (expect.order)
    tell('order', axes && (axes.x.names.length > 0 ? axes.x.names : axes.y.names), expect.order)
  if (expect.horizontal !== undefined)
    tell(
      'horizontal',
      axes ? axes.y.names.length > 0 && axes.x.names.length === 0 : false,
      expect.horizontal,
    )
  if (expect.stack) tell('stack', chart.stack, expect.stack)
  if (expect.interval) tell('interval', chart.interval, expect.interval)
  if (expect.aggregate) tell('aggregate', chart.aggregate, expect.aggregate)
  if (expect.donut !== undefined) tell('donut', chart.donut === true, expect.donut)
  if (expect.bins !== undefined) tell('bins', chart.bins, expect.bins)
  if (expect.title !== undefined) tell('title', chart.title, expect.title)
  const texts = textsOf(root)
  for (const text of expect.texts ?? [])
    if (!texts.some((each) => each.includes(text))) tell(`text "${text}"`, 'absent', 'there')
  for (const text of expect.absent ?? [])
    if (texts.some((each) => each.includes(text))) tell(`text "${text}"`, 'there', 'absent')
  if (expect.legend !== undefined)
    tell('legend', withClass(root, 'legend').length > 0, expect.legend)
  for (const kind of expect.overlays ?? [])
    if (!chart.overlays?.some((each) => each.kind === kind))
      tell(`overlay ${kind}`, 'absent', 'there')
  for (const [mark, count] of Object.entries(expect.counts ?? {}))
    tell(`number of ${mark}`, countOf(drawn, mark), count)
  for (const [series, hue] of Object.entries(expect.colors ?? {}))
    tell(`colour of ${series}`, hueOf(colorOf(drawn, series)), hue)
  if (expect.panels)
    tell(
      'panels',
      new Set(withClass(root, 'mark').map(({ attributes }) => attributes['data-facet'])).size,
      expect.panels,
    )
  if (expect.ratio)
    tell('ratio', Math.abs(drawn.scene.width / drawn.scene.height / expect.ratio - 1) < 0.01, true)
  if (expect.values) tell('values', missing(drawn, expect.values), [])
}

/** What Vega-Lite's own marks of intervals are called. */
const OWN_NAMES: Readonly<Record<string, string[]>> = {
  band: ['errorband-band'],
  error: ['errorbar-rule'],
}

function countOf({ root }: Drawn, mark: string): number {
  const names = [mark, ...(OWN_NAMES[mark] ?? [])]
  const groups = withClass(root, 'mark').filter(({ attributes }) =>
    names.includes(attributes['data-mark'] ?? ''),
  )
  return mark === 'slice' || mark === 'line' || mark === 'band' || mark === 'violin'
    ? groups.length
    : groups.reduce((all, { children }) => all + children.length, 0)
}

/** Wanted values that no mark of the chart reaches, within 1 %. */
function missing(drawn: Drawn, wanted: readonly number[]): number[] {
  const found = recover(drawn.root)
  const cells = found.filter(({ mark }) => mark === 'cell')
  const values =
    cells.length > 0 ? cells.map(({ series }) => Number(series)) : found.map(({ value }) => value)
  return wanted.filter(
    (value) =>
      !values.some((each) => Math.abs(each - value) <= 0.01 * Math.max(Math.abs(value), 1e-12)),
  )
}

/** Marks whose geometry is more than 1 % away from the data that the file gives for them. */
function untrue({ root, chart }: Drawn): string[] {
  if (
    chart.mark === 'radar' ||
    chart.mark === 'histogram' ||
    chart.mark === 'box' ||
    chart.mark === 'violin' ||
    chart.mark === 'strip'
  )
    return []
  const found = recover(root)
  if (chart.mark === 'arc') {
    const total = found.reduce((all, { y }) => all + Number(y), 0)
    return found
      .filter(({ y, value }) => Math.abs(value - Number(y) / total) > 0.01)
      .map(({ x }) => `slice ${x} has the wrong angle`)
  }
  const { x, y } = axesOf(root)
  const lying = y.names.length > 0 && x.names.length === 0
  const [argument, amount] = lying ? [y, x] : [x, y]
  const wrong = found.flatMap((one) => {
    const number = Number(one.y)
    const shares = chart.stack === 'normalize'
    const isAmount = one.mark !== 'cell' && !shares && one.y !== '' && Number.isFinite(number)
    const off = isAmount && inside(number, amount.domain) && apart(one.value, number, amount) > 0.01
    const place = argument.names.length > 0 ? argument.names.indexOf(one.x) : Number(one.x)
    const known =
      one.argument !== undefined &&
      one.x !== '' &&
      Number.isFinite(place) &&
      place >= Math.min(...argument.domain)
    const away =
      known &&
      one.argument !== undefined &&
      (argument.names.length > 0
        ? Math.abs(one.argument - place) > 0.5
        : inside(place, argument.domain) && apart(one.argument, place, argument) > 0.01)
    return off || away
      ? [
          `${one.mark} ${one.x} ${one.series}: drawn at ${one.argument} ${one.value}, the data say ${one.x} ${one.y}`,
        ]
      : []
  })
  return wrong.slice(0, 3)
}

const inside = (value: number, [low, high]: [number, number]) =>
  value >= Math.min(low, high) && value <= Math.max(low, high)

function colorOf({ root }: Drawn, series: string): string {
  for (const group of withClass(root, 'mark')) {
    const own =
      group.attributes['data-series'] === series || group.attributes['data-label'] === series
    for (const shape of group.children) {
      if (
        !own &&
        shape.attributes['data-x'] !== series &&
        shape.attributes['data-series'] !== series
      )
        continue
      const color = [shape.attributes.fill, shape.attributes.stroke].find(
        (each) => each !== undefined && each !== 'none' && each !== '#ffffff',
      )
      if (color) return color
    }
  }
  return '#000000'
}

/** The word for a colour's hue. */
function hueOf(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (start) => Number.parseInt(color.slice(start, start + 2), 16) / 255,
  )
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (high - low < 0.12) return high < 0.3 ? 'black' : 'grey'
  const sector =
    high === r
      ? ((g - b) / (high - low) + 6) % 6
      : high === g
        ? (b - r) / (high - low) + 2
        : (r - g) / (high - low) + 4
  const angle = sector * 60
  if (angle < 16 || angle >= 340) return 'red'
  if (angle < 60) return 'orange'
  if (angle < 170) return 'green'
  return angle < 260 ? 'blue' : 'purple'
}
