import type { Run } from '../../src/plugin'
import type { PlotInput } from './index'

/** Data and a wish to a chart; the PNG always, SVG and PDF when asked for. */
export const run: Run<PlotInput> = async (input, ctx) => {
  const ignored = ctx.withoutEffect({ vlm_model: input.vlm_model })
  if (input.output_formats.includes('pdf')) ctx.expectPdf()
  ctx.progress('read', 1, 3)
  const { chart, table } = await ctx.engines.chart(JSON.parse(input.data_json), input.intent)
  const rows = table.fields[0]?.values.length ?? 0
  ctx.log(
    `read as ${table.shape}: ${rows} rows of ${table.fields.map(({ name, role }) => `${name} (${role})`).join(', ')}`,
  )
  for (const note of table.notes) ctx.log(note, 'stderr')
  for (const { choice, reason } of chart.reasons) ctx.log(`${choice}: ${reason}`)

  ctx.progress('draw', 2, 3)
  const drawn = await ctx.figure.chart(chart, table, {
    ratio: input.aspect_ratio,
    iterations: input.iterations,
  })
  for (const line of drawn.log) ctx.log(line)
  await ctx.artifact('scene.json', drawn.scene)

  ctx.progress('export', 3, 3)
  const { width, height } = ctx.figure.pixels(drawn.scene, '2K')
  await ctx.artifact('figure.png', await ctx.figure.png(drawn.svg, { width, height }))
  if (input.output_formats.includes('svg')) await ctx.artifact('final.svg', drawn.svg)
  if (input.output_formats.includes('pdf'))
    await ctx.artifact('final.pdf', await ctx.figure.pdf(drawn.svg))
  const fields = table.fields.map(({ values: _, ...field }) => field)
  const report = {
    chart,
    data: { shape: table.shape, rows, fields, notes: table.notes },
    ...drawn.report,
    ignored,
  }
  await ctx.artifact('report.json', report)
  return { description: drawn.scene.description }
}
