import type {
  FigureWish,
  Place,
  RunContext,
  RunResult,
  Segment,
  SegmentedPicture,
  SvgWish,
} from '../plugin'

const STAGES = ['understand', 'layout', 'export'] as const

/** See `RunContext.drawText`. */
export async function drawText(
  ctx: RunContext,
  text: string,
  wish: FigureWish,
  stepsBefore: number,
): Promise<RunResult> {
  const { engines, figure, log, artifact } = ctx
  const stage = (name: (typeof STAGES)[number]) =>
    ctx.progress(name, stepsBefore + STAGES.indexOf(name) + 1, stepsBefore + STAGES.length)

  const ignored = ctx.withoutEffect({ vlm_model: wish.vlm_model })
  if (wish.output_formats.includes('pdf')) ctx.expectPdf()
  stage('understand')
  const diagram = await engines.diagram(text)
  log(`read as ${diagram.source}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges`)
  for (const line of [...diagram.warnings, ...(diagram.ignored ?? [])]) log(line, 'stderr')
  await artifact('diagram.json', diagram)

  stage('layout')
  const { scene, svg, report, ...composed } = await figure.compose(diagram, {
    style: wish.style_preset,
    ratio: wish.aspect_ratio,
    title: wish.caption,
    iterations: wish.iterations,
  })
  for (const line of composed.log) log(line)
  await artifact('scene.json', scene)

  stage('export')
  const size = figure.pixels(scene, wish.image_resolution)
  await artifact('figure.png', await figure.png(svg, size))
  if (wish.output_formats.includes('svg')) await artifact('final.svg', svg)
  if (wish.output_formats.includes('pdf')) await artifact('final.pdf', await figure.pdf(svg))
  await artifact('report.json', { ...report, ignored: [...ignored, ...(diagram.ignored ?? [])] })
  return { description: scene.description }
}

/** See `RunContext.segment`. */
export async function writeSegments(
  { artifact, figure, log, signal }: RunContext,
  wish: SvgWish,
  { scene, size, ...picture }: SegmentedPicture,
): Promise<Segment[]> {
  const prompts = wish.sam_prompt
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const segments = picture.select({
    words: prompts,
    maxMasks: wish.sam_max_masks,
    mergeThreshold: wish.merge_threshold,
  })
  log(`${segments.length} segments of the kinds ${prompts.join(', ')}`)
  const outlined = segments.length === 0 ? picture.figure : await picture.outlined(segments)
  await artifact('samed.png', outlined)
  const boxes = segments.map((one) => ({
    id: one.id,
    label: one.label,
    ...cornersOf(one.box, size.width / scene.width),
    score: 1,
    prompt: one.prompt,
  }))
  await artifact('boxlib.json', { image_size: size, prompts_used: prompts, boxes })
  const places = boxes.map(({ x1, y1, x2, y2 }) => ({
    x: x1,
    y: y1,
    width: Math.max(1, x2 - x1),
    height: Math.max(1, y2 - y1),
  }))
  const cut = places.length === 0 ? [] : await picture.crop(places)
  for (const [index, one] of segments.entries()) {
    signal.throwIfAborted()
    const name = `icons/icon_${one.id}`
    await artifact(`${name}.png`, cut[index] ?? new Uint8Array())
    const alone = await figure.png(figure.segmentSvg(scene, one), places[index])
    await artifact(`${name}_nobg.png`, alone)
  }
  return segments
}

/** A box of the scene in whole pixels of its picture. */
function cornersOf({ x, y, width, height }: Place, scale: number) {
  return {
    x1: Math.round(x * scale),
    y1: Math.round(y * scale),
    x2: Math.round((x + width) * scale),
    y2: Math.round((y + height) * scale),
  }
}

/** See `RunContext.withoutEffect`. */
export function withoutEffect(
  { log }: RunContext,
  models: Readonly<Record<string, string | null>>,
): string[] {
  const sentences = Object.entries(models).flatMap(([field, model]) =>
    model === null ? [] : [`${field} ${model} has no effect: the provider local uses no model`],
  )
  for (const sentence of sentences) log(sentence, 'stderr')
  return sentences
}
