import type { Diagram, Run, RunContext } from '../../src/plugin'
import type { RunInput } from './index'

const STAGES = ['read', 'layout', 'draw', 'segment', 'export'] as const

/** Method text to figure: the text becomes a diagram, the diagram a scene, and every file is made from the scene. */
export const run: Run<RunInput> = async (input, ctx) => {
  const stage = (name: (typeof STAGES)[number]) =>
    ctx.progress(name, STAGES.indexOf(name) + 1, STAGES.length)
  const ignored = withoutEffect(input)
  for (const sentence of ignored) ctx.log(sentence, 'stderr')

  stage('read')
  const diagram = await ctx.engines.diagram(input.method_text)
  logDiagram(ctx, diagram)
  await ctx.artifact('diagram.json', json(diagram))

  stage('layout')
  const scene = await ctx.figure.draw(diagram, {
    style: 'academic',
    ratio: input.image_aspect_ratio,
    title: titleOf(diagram),
  })
  const figures = ctx.figure.measure(scene)
  ctx.log(`placed on ${scene.width} x ${scene.height}: ${list(figures)}`)
  await ctx.artifact('scene.json', json(scene))

  stage('draw')
  const svg = ctx.figure.svg(scene)
  const { width, height } = ctx.figure.pixels(scene, input.image_size)
  const png = await ctx.figure.png(svg, width)
  await ctx.artifact('figure.png', png)

  stage('segment')
  ctx.log('the figure holds no icons of the kinds asked for')
  const boxlib = { image_size: { width, height }, prompts_used: words(input.sam_prompt), boxes: [] }
  await ctx.artifact('boxlib.json', json(boxlib))
  await ctx.artifact('samed.png', png)
  await ctx.artifact('template.svg', svg)

  stage('export')
  await ctx.artifact('final.svg', svg)
  await ctx.artifact('final_preview.png', png)
  await ctx.artifact('final.pdf', await ctx.figure.pdf(svg))
  await ctx.artifact('report.json', json({ figures, ignored, ...inferredIn(diagram) }))
  return { description: scene.description }
}

/** What a client asked for that the local engine cannot heed, one sentence each. */
function withoutEffect(input: RunInput): string[] {
  return input.svg_model === null
    ? []
    : [`svg_model ${input.svg_model} has no effect: the provider local uses no model`]
}

function logDiagram(ctx: RunContext, diagram: Diagram): void {
  const { nodes, edges, groups, source } = diagram
  ctx.log(
    `read as ${source}: ${nodes.length} nodes, ${edges.length} edges, ${groups.length} groups`,
  )
  for (const warning of diagram.warnings) ctx.log(warning, 'stderr')
}

function inferredIn({ source, shape, edges, warnings }: Diagram) {
  const inferred = edges.filter(({ confidence }) => confidence < 0.5).length
  return { source, shape, inferred_edges: inferred, warnings }
}

function titleOf({ groups, nodes }: Diagram): string {
  const labels = (groups.length > 0 ? groups : nodes).map(({ label }) => label)
  return labels.slice(0, 4).join(', ')
}

function words(prompt: string): string[] {
  return prompt
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function list(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
    .join(', ')
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
