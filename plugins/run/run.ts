import type { PictureStyle, Run, RunContext, Scene } from '../../src/plugin'
import type { RunInput } from './index'

const STAGES = ['read', 'layout', 'draw', 'segment', 'export'] as const

/** Method text to figure: the text becomes a diagram, the diagram a scene, and every file is made from the scene. */
export const run: Run<RunInput> = async (input, ctx) => {
  const stage = (name: (typeof STAGES)[number]) =>
    ctx.progress(name, STAGES.indexOf(name) + 1, STAGES.length)
  const ignored = ctx.withoutEffect({ svg_model: input.svg_model })
  ctx.expectPdf()

  stage('read')
  const diagram = await ctx.engines.diagram(input.method_text)
  ctx.log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  const unmet = diagram.ignored ?? []
  for (const line of [...diagram.warnings, ...unmet]) ctx.log(line, 'stderr')
  await ctx.artifact('diagram.json', diagram)

  stage('layout')
  const reference = await readReference(input, ctx)
  const look = {
    style: 'academic',
    ratio: input.image_aspect_ratio,
    title: diagram.title ?? titleOf(diagram),
    ...(reference && { reference }),
  }
  const iterations = 1 + input.optimize_iterations
  const figure = await ctx.figure.compose(diagram, { ...look, iterations })
  for (const line of figure.log) ctx.log(line)
  await ctx.artifact('scene.json', figure.scene)

  stage('draw')
  const size = ctx.figure.pixels(figure.scene, input.image_size)
  const png = await ctx.figure.png(figure.svg, size)
  await ctx.artifact('figure.png', png)

  stage('segment')
  const segments = await ctx.segment(input, {
    scene: figure.scene,
    figure: png,
    size,
    select: (options) => ctx.figure.segment(figure.scene, options),
    outlined: (found) => ctx.figure.png(ctx.figure.segmentationSvg(figure.svg, found), size),
    crop: (places) => ctx.figure.crop(png, places),
  })
  const mode = input.placeholder_mode
  const ids = segments.flatMap(({ elements }) => elements)
  const templateOf = (scene: Scene) => ctx.figure.svg(scene, { placeholders: { mode, ids } })
  const optimised = ids.length > 0 ? templateOf(figure.scene) : figure.svg
  if (input.optimize_iterations > 0) await ctx.artifact('optimized_template.svg', optimised)
  // Before the iterations, the figure was what is drawn without any; without icons the template is the figure itself.
  const first = input.optimize_iterations > 0 && ids.length > 0
  await ctx.artifact(
    'template.svg',
    first ? templateOf(await ctx.figure.draw(diagram, look)) : optimised,
  )

  stage('export')
  await ctx.artifact('final.svg', figure.svg)
  await ctx.artifact('final_preview.png', png)
  await ctx.artifact('final.pdf', await ctx.figure.pdf(figure.svg))
  await ctx.artifact('report.json', { ...figure.report, ignored: [...ignored, ...unmet] })
  return { description: figure.scene.description }
}

/** The look of the reference picture; a URL is preferred to a path. */
async function readReference(
  { reference_image_url: url, reference_image_path: path }: RunInput,
  ctx: RunContext,
): Promise<PictureStyle | undefined> {
  if (url === null && path === null) return undefined
  if (url !== null && path !== null)
    ctx.log('reference_image_path has no effect beside reference_image_url', 'stderr')
  const bytes = url === null ? await ctx.read(path ?? '') : await ctx.fetchImage(url, 'reference')
  const style = await ctx.pictureStyle(bytes)
  const colours = style.colours.join(', ') || 'no saturated colour'
  ctx.log(`reference: ${style.dark ? 'dark' : 'light'} ground ${style.ground}, ${colours}`)
  return style
}

function titleOf({ groups, nodes }: { groups: { label: string }[]; nodes: { label: string }[] }) {
  const labels = (groups.length > 0 ? groups : nodes).map(({ label }) => label)
  return labels
    .filter((label) => label !== '')
    .slice(0, 4)
    .join(', ')
}
