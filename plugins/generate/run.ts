import type { Run } from '../../src/plugin'
import type { GenerateInput } from './index'

/** Text to figure; the PNG always, SVG and PDF when asked for. */
export const run: Run<GenerateInput> = async (input, ctx) => {
  ctx.progress('read', 1, 3)
  const diagram = await ctx.engines.diagram(input.source_context)
  ctx.log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const warning of diagram.warnings) ctx.log(warning, 'stderr')
  await ctx.artifact('diagram.json', `${JSON.stringify(diagram, null, 2)}\n`)

  ctx.progress('layout', 2, 3)
  const figure = await ctx.figure.compose(diagram, {
    style: input.style_preset,
    ratio: input.aspect_ratio,
    title: input.caption,
    iterations: input.iterations,
  })
  for (const line of figure.log) ctx.log(line)
  await ctx.artifact('scene.json', `${JSON.stringify(figure.scene, null, 2)}\n`)

  ctx.progress('export', 3, 3)
  const { width, height } = ctx.figure.pixels(figure.scene, input.image_resolution)
  await ctx.artifact('figure.png', await ctx.figure.png(figure.svg, { width, height }))
  if (input.output_formats.includes('svg')) await ctx.artifact('final.svg', figure.svg)
  if (input.output_formats.includes('pdf'))
    await ctx.artifact('final.pdf', await ctx.figure.pdf(figure.svg))
  const ignored =
    input.vlm_model === null
      ? []
      : [`vlm_model ${input.vlm_model}: the provider local uses no model`]
  for (const sentence of ignored) ctx.log(sentence, 'stderr')
  await ctx.artifact('report.json', `${JSON.stringify({ ...figure.report, ignored }, null, 2)}\n`)
  return { description: figure.scene.description }
}
