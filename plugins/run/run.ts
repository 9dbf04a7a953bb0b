import type { Composed, PictureStyle, Run, RunContext, Scene, Segment } from '../../src/plugin'
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
  ctx.log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const warning of diagram.warnings) ctx.log(warning, 'stderr')
  await ctx.artifact('diagram.json', json(diagram))

  stage('layout')
  const reference = await readReference(input, ctx)
  const look = {
    style: 'academic',
    ratio: input.image_aspect_ratio,
    title: titleOf(diagram),
    ...(reference && { reference }),
  }
  const iterations = 1 + input.optimize_iterations
  const figure = await ctx.figure.compose(diagram, { ...look, iterations })
  for (const line of figure.log) ctx.log(line)
  await ctx.artifact('scene.json', json(figure.scene))

  stage('draw')
  const size = ctx.figure.pixels(figure.scene, input.image_size)
  const png = await ctx.figure.png(figure.svg, size)
  await ctx.artifact('figure.png', png)

  stage('segment')
  const segments = await segmentFigure(input, ctx, figure, png, size)
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
  await ctx.artifact('report.json', json({ ...figure.report, ignored }))
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

/** samed.png, boxlib.json and the icons: exact, because the scene knows its icons. */
async function segmentFigure(
  input: RunInput,
  ctx: RunContext,
  { scene, svg }: Composed,
  png: Uint8Array,
  size: { width: number; height: number },
): Promise<Segment[]> {
  const prompts = wordsOf(input.sam_prompt)
  const segments = ctx.figure.segment(scene, {
    words: prompts,
    maxMasks: input.sam_max_masks,
    mergeThreshold: input.merge_threshold,
  })
  ctx.log(`${segments.length} icons of the kinds ${prompts.join(', ')}`)
  await ctx.artifact(
    'samed.png',
    await ctx.figure.png(ctx.figure.segmentationSvg(svg, segments), size),
  )
  const scale = size.width / scene.width
  const boxes = segments.map(({ id, label, prompt, box }) => ({
    id,
    label,
    x1: Math.round(box.x * scale),
    y1: Math.round(box.y * scale),
    x2: Math.round((box.x + box.width) * scale),
    y2: Math.round((box.y + box.height) * scale),
    score: 1,
    prompt,
  }))
  await ctx.artifact('boxlib.json', json({ image_size: size, prompts_used: prompts, boxes }))
  const places = boxes.map(({ x1, y1, x2, y2 }) => ({
    x: x1,
    y: y1,
    width: Math.max(1, x2 - x1),
    height: Math.max(1, y2 - y1),
  }))
  const cut = await ctx.figure.crop(png, places)
  for (const [index, one] of segments.entries()) {
    const name = `icons/icon_${one.id}`
    await ctx.artifact(`${name}.png`, cut[index] ?? new Uint8Array())
    const alone = await ctx.figure.png(ctx.figure.segmentSvg(scene, one), places[index])
    await ctx.artifact(`${name}_nobg.png`, alone)
  }
  return segments
}

/** What a client asked for that the local engine cannot heed, one sentence each. */
function withoutEffect({ svg_model }: RunInput): string[] {
  return svg_model === null
    ? []
    : [`svg_model ${svg_model} has no effect: the provider local uses no model`]
}

function titleOf({ groups, nodes }: { groups: { label: string }[]; nodes: { label: string }[] }) {
  const labels = (groups.length > 0 ? groups : nodes).map(({ label }) => label)
  return labels.slice(0, 4).join(', ')
}

function wordsOf(prompt: string): string[] {
  return prompt
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
