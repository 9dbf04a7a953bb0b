import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import type { ComposedChart } from '../../forms/figure-tools'
import { remarksOf } from '../../forms/remarks'
import type { Scene } from '../../forms/scene'
import { paperOf, paperWidth } from '../canvas/paper'
import { unreadable } from '../check/measure'
import { toSvg } from '../svg'
import { describe } from './describe'
import { doubtsOf } from './doubts'
import { type ChartOptions, composed, single } from './drawings'
import { expanded } from './expand'
import { isSingle } from './fit'
import { judge } from './judge'
import { AXIS_FUNCTIONS } from './labels'
import { checkPanels } from './panels'
import { COLOR, HOUSE } from './spec/house'
import { fixed } from './spec/numbers'
import { prepared } from './spec/prepare'
import { bounded, engine, type Json } from './spec/vega'
import type { MarkGroup, Walked } from './walked'
import { readableOn, withNames } from './words'
import { check, checkWork } from './work'

export interface Chart {
  scene: Scene
  /** What is shown, in words. */
  description: string
  figures: Record<string, number>
  /** Why it may be misread, a sentence each. */
  doubts: string[]
  /** The chart as Vega-Lite alone, with its data and the house's configuration. */
  vegaLite: Json
}

type Format = (this: unknown, value: unknown, how: unknown) => unknown

let dressed: Promise<void> | undefined

/** What expressions of our own axes call, formats of bounded width. */
function ready(): Promise<void> {
  dressed ??= engine().then(({ vega }) => {
    const call = vega.expressionFunction as (name: string, fn?: unknown) => unknown
    const format = call('format') as Format
    for (const [name, fn] of Object.entries(AXIS_FUNCTIONS)) call(name, fn)
    call('houseBound', bounded)
    call('format', function (this: unknown, value: unknown, how: unknown) {
      if (/\d{3}/.test(String(how))) throw new Error('a format has widths below 100')
      return format.call(this, value, how)
    })
  })
  return dressed
}

/**
 * Draws a chart in pixels of the 1K canvas. The same chart and data give the same scene.
 * @throws ChartRefused where the data cannot be drawn so, or as more than 20,000 marks
 */
export async function drawChart(
  given: ChartSpec,
  table: Table,
  options: ChartOptions,
): Promise<Chart> {
  await ready()
  checkWork(given, table)
  await checkPanels(given, table)
  const pure = await expanded(given, table)
  const spec = prepared(pure.spec, table, given.data)
  const drawing = await (isSingle(spec) ? single : composed)(spec, options)
  const { width, height } = drawing
  const walked = withNames(drawing.walked)
  checkDrawn(walked)
  const figures = judge(walked, { width, height })
  const said = typeof given.description === 'string' ? [given.description] : []
  const doubts = doubtsOf(walked)
  const description = [
    ...said,
    ...describe(walked, pure.says.length > 0),
    ...doubts,
    ...thinned(walked),
    ...saysOf(given),
    ...pure.says,
  ].join(' ')
  return {
    scene: {
      width,
      height,
      paper: options.paper ?? paperWidth({ width, height }),
      background: COLOR.background,
      theme: 'journal',
      title: titleOf(given) ?? description.split('. ')[0] ?? 'Chart',
      description,
      elements: readableOn(walked.elements),
    },
    description,
    figures,
    doubts,
    vegaLite: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      ...spec,
      config: HOUSE,
    },
  }
}

/** @throws ChartRefused where nothing can be seen, or more than a figure holds */
function checkDrawn({ groups, blank, elements }: Walked): void {
  const sum = (of: (group: MarkGroup) => number) => groups.reduce((all, one) => all + of(one), 0)
  const marks = sum(({ data, joined }) => (joined ? 1 : data.length))
  if (marks === 0) throw new ChartRefused('The data hold no values to draw.')
  if (blank)
    throw new ChartRefused(
      'The chart would be blank: no mark of the data lies inside its axes. Look at the limits of the axes, the filters and the types of the columns.',
    )
  const lines = groups.filter(({ joined }) => joined).map(({ shown }) => shown)
  const points = lines.reduce((all, one) => all + one, 0)
  const letters = elements.reduce(
    (all, { label, kind }) => all + (kind === 'text' ? (label?.length ?? 0) : 0),
    0,
  )
  check(marks, 'marks')
  check(Math.max(...lines), 'points on one line that can be told apart')
  check(points, 'points on lines that can be told apart')
  check(letters, 'letters')
}

/** Draws a chart and writes it as SVG, as every workflow that starts from data does. */
export async function composeChart(
  chart: ChartSpec,
  table: Table,
  options: ChartOptions,
  version: string,
): Promise<ComposedChart> {
  const { scene, figures, doubts, vegaLite } = await drawChart(chart, table, options)
  const warnings = [...doubts, unreadable(scene)].filter((each) => each !== undefined)
  const report = { figures, ...paperOf(scene), warnings }
  const svg = toSvg(scene, { version })
  return { scene, svg, remarks: remarksOf('doubt', warnings), report, vegaLite }
}

/** What long lines leave out. */
function thinned({ groups }: Walked): string[] {
  const lines = groups.filter(({ joined }) => joined)
  const all = lines.reduce((sum, { data, shown }) => sum + data.length - shown, 0)
  const said = `${fixed(all, 0)} points less than half a pixel from their neighbours, where no print tells them apart, are not drawn one by one; the data hold them.`
  return all === 0 ? [] : [said]
}

/** Sentences that whoever chose the chart adds: `usermeta.says`. */
function saysOf({ usermeta }: ChartSpec): string[] {
  const { says } = (usermeta ?? {}) as Json
  return Array.isArray(says) ? says.filter((each) => typeof each === 'string') : []
}

function titleOf({ title }: ChartSpec): string | undefined {
  if (typeof title === 'string') return title
  const text = (title as Json | null | undefined)?.text
  return typeof text === 'string' ? text : undefined
}
