import type { FigureWish, RunContext, RunResult } from '../plugin'

type Tools = Pick<RunContext, 'engines' | 'figure' | 'log' | 'progress' | 'artifact'>

const STAGES = ['understand', 'layout', 'export'] as const

/** See `RunContext.drawText`. */
export async function drawText(
  tools: Tools,
  text: string,
  wish: FigureWish,
  stepsBefore: number,
): Promise<RunResult> {
  const { engines, figure, log, artifact } = tools
  const stage = (name: (typeof STAGES)[number]) =>
    tools.progress(name, stepsBefore + STAGES.indexOf(name) + 1, stepsBefore + STAGES.length)

  stage('understand')
  const diagram = await engines.diagram(text)
  log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const warning of diagram.warnings) log(warning, 'stderr')
  await artifact('diagram.json', json(diagram))

  stage('layout')
  const { scene, svg, report, ...composed } = await figure.compose(diagram, {
    style: wish.style_preset,
    ratio: wish.aspect_ratio,
    title: wish.caption,
    iterations: wish.iterations,
  })
  for (const line of composed.log) log(line)
  await artifact('scene.json', json(scene))

  stage('export')
  const size = figure.pixels(scene, wish.image_resolution)
  await artifact('figure.png', await figure.png(svg, size))
  if (wish.output_formats.includes('svg')) await artifact('final.svg', svg)
  if (wish.output_formats.includes('pdf')) await artifact('final.pdf', await figure.pdf(svg))
  const ignored =
    wish.vlm_model === null ? [] : [`vlm_model ${wish.vlm_model}: the provider local uses no model`]
  for (const sentence of ignored) log(sentence, 'stderr')
  await artifact('report.json', json({ ...report, ignored }))
  return { description: scene.description }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
