import type { Field, Table } from '../forms/chart'
import { CHART_SIZE } from '../forms/look'
import { OUTPUTS } from '../forms/outputs'
import type { ChartWish, Outcome } from '../forms/workflows'
import { accounts, type Desk, stepper, withIgnored, write } from './desk'
import { exportVectors, raster } from './draw-text'

const STAGES = ['chart', 'draw', 'export'] as const

/** Data and an intent to a chart: the engine chooses it, and every file is made from its scene. */
export async function drawChart(
  desk: Desk,
  data: unknown,
  intent: string,
  wish: ChartWish,
): Promise<Outcome> {
  const stage = stepper(desk, STAGES, wish)
  if (wish.output_formats.includes('pdf')) desk.expectPdf()
  const { chart, table, unmet, reasons } = await desk.engines.chart(data, intent, stage('chart'))
  const rows = table.fields[0]?.values.length ?? 0
  const roles = table.fields.map(({ name, role }) => `${name} (${role})`).join(', ')
  desk.log(`read as ${table.shape}: ${rows} rows of ${roles}`)
  for (const note of table.notes) desk.log(note, 'stderr')
  for (const { choice, reason } of reasons) desk.log(`${choice}: ${reason}`)
  await write(desk, OUTPUTS.data, csvOf(table))

  stage('draw')
  const composed = await desk.figure.chart(chart, table, {
    ratio: wish.aspect_ratio,
    iterations: wish.iterations,
  })
  for (const line of composed.log) desk.log(line)
  await write(desk, OUTPUTS.scene, composed.scene)
  await write(desk, OUTPUTS.chart, composed.vegaLite)

  stage('export')
  await raster(desk, composed, CHART_SIZE)
  await exportVectors(desk, composed.svg, wish.output_formats)
  const fields = table.fields.map(({ values: _, ...field }) => field)
  const ignored = [...desk.ignored, ...unmet]
  await write(desk, OUTPUTS.report, {
    chart,
    reasons,
    data: { shape: table.shape, rows, fields, notes: table.notes },
    ...composed.report,
    ...accounts(desk, ignored),
  })
  return {
    description: withIgnored(composed.scene.description, ignored),
    warnings: composed.warnings,
  }
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
