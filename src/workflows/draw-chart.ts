import { check } from '../figure/check'
import type { ChartSpec, Field, Table } from '../forms/chart'
import { CHART_SIZE } from '../forms/look'
import { OUTPUTS } from '../forms/outputs'
import { remarksOf, sentencesOf } from '../forms/remarks'
import type { ChartWish, Outcome } from '../forms/workflows'
import { chartRounds } from './chart-rounds'
import { type Desk, reported, stepper, tell, write } from './desk'
import { writeFigure } from './draw-text'

/** Data and an intent to a chart: the engine chooses it, and every file is made from its scene. */
export async function drawChart(
  desk: Desk,
  data: unknown,
  intent: string,
  wish: ChartWish,
): Promise<Outcome> {
  const most = desk.engines.reviseChart ? wish.iterations - 1 : 0
  const stages = ['chart', 'draw', ...(most > 0 ? ['critic'] : []), 'export']
  const stage = stepper(desk, stages, wish)
  if (wish.output_formats.includes('pdf')) desk.expectPdf()
  const choice = await desk.engines.chart(data, intent, stage('chart'))
  const { table, reasons } = choice
  const rows = table.fields[0]?.values.length ?? 0
  const roles = table.fields.map(({ name, role }) => `${name} (${role})`).join(', ')
  desk.log(`read as ${table.shape}: ${rows} rows of ${roles}`)
  for (const note of table.notes) desk.log(note, 'stderr')
  for (const { choice, reason } of reasons) desk.log(`${choice}: ${reason}`)
  await write(desk, OUTPUTS.data, csvOf(table))

  stage('draw')
  const draw = (spec: ChartSpec) => desk.figure.chart(spec, table, { ratio: wish.aspect_ratio })
  const drawn = { choice, composed: await draw(choice.chart) }
  const {
    choice: { chart, unmet, unused },
    composed,
    rounds,
  } = most > 0 && choice.byModel
    ? await chartRounds(desk, { intent, draw, ...drawn }, most, stage('critic'))
    : { ...drawn, rounds: [] }
  tell(desk, composed.remarks)
  desk.remarks.push(...remarksOf('unmet', unmet))
  await write(desk, OUTPUTS.chart, composed.vegaLite)
  await writeFigure(desk, composed, { size: CHART_SIZE, formats: wish.output_formats }, stage)
  const fields = table.fields.map(({ values: _, ...field }) => field)
  return reported(desk, composed.scene.description, {
    chart,
    ...(unused && { unused }),
    reasons,
    data: { shape: table.shape, rows, fields, notes: table.notes },
    ...composed.report,
    ...check(composed.scene),
    warnings: sentencesOf('doubt', desk.remarks),
    ...(desk.decided().fallbacks && { rounds }),
  })
}

/** The table as text of separated values (RFC 4180); moments in ISO 8601, a missing value is empty. */
function csvOf({ fields }: Table): string {
  const length = fields[0]?.values.length ?? 0
  const rows = Array.from({ length }, (_, i) => fields.map((field) => cellOf(field, i)))
  return [fields.map(({ name }) => name), ...rows]
    .map((row) => row.map(quoted).join(','))
    .join('\r\n')
    .concat('\r\n')
}

function cellOf({ role, values }: Field, at: number): string {
  const cell = values[at] ?? null
  if (cell === null) return ''
  if (role !== 'time' || typeof cell !== 'number') return String(cell)
  return new Date(cell).toISOString().replace('T00:00:00.000Z', '')
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
