import type { Run } from '../../src/plugin'
import type { RunInput } from './index'

const STEPS = 5

/** Method text to figure: read, place, write, rasterise, report. */
export const run: Run<RunInput> = async (input, ctx) => {
  ctx.progress('read', 1, STEPS)
  const diagram = await ctx.engines.diagram(input.method_text)
  ctx.log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const warning of diagram.warnings) ctx.log(warning, 'stderr')
  await ctx.artifact('diagram.json', `${JSON.stringify(diagram, null, 2)}\n`)
  ctx.progress('layout', 2, STEPS)
  const scene = await ctx.figure.draw(diagram, {
    style: 'academic',
    ratio: input.image_aspect_ratio,
    title: '',
  })
  await ctx.artifact('scene.json', `${JSON.stringify(scene)}\n`)
  const svg = ctx.figure.svg(scene)
  const { width } = ctx.figure.pixels(scene, input.image_size)
  const png = await ctx.figure.png(svg, width)
  await ctx.artifact('figure.png', png)
  await ctx.artifact('template.svg', svg)
  await ctx.artifact('final.svg', svg)
  await ctx.artifact('final_preview.png', png)
  return { description: scene.description }
}
