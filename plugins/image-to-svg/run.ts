import type { Run, RunContext, Scene, Segment, SegmentOptions } from '../../src/plugin'
import type { ImageToSvgInput } from './index'

const STAGES = ['decode', 'surfaces', 'lines', 'verify', 'repair', 'encode', 'segment', 'export']

/** A picture of a figure to an editable one: the picture becomes a scene, and every file is made from the scene. */
export const run: Run<ImageToSvgInput> = async (input, ctx) => {
  const stage = (name: string) =>
    ctx.progress(name, Math.max(0, STAGES.indexOf(name)) + 1, STAGES.length)
  const ignored = ctx.withoutEffect({ svg_model: input.svg_model })

  const reading = await ctx.readPicture(await pictureBytes(input, ctx), {
    rounds: input.optimize_iterations,
    onStage: stage,
  })
  for (const line of reading.log) ctx.log(line)
  await ctx.artifact('figure.png', reading.figure)

  stage('segment')
  // Not before: it takes 100 MB, which reading a large picture needs.
  ctx.expectPdf()
  const scene = titled(reading.repaired ?? reading.scene)
  const size = { width: scene.width, height: scene.height }
  const segments = await ctx.segment(input, {
    scene,
    figure: reading.figure,
    size,
    select: (options) => select(ctx, scene, options),
    outlined: reading.outlined,
    crop: (places) => Promise.all(places.map((place) => reading.crop(place))),
  })
  await ctx.artifact('template.svg', template(input, ctx, titled(reading.scene), segments))
  if (reading.repaired)
    await ctx.artifact('optimized_template.svg', template(input, ctx, scene, segments))

  stage('export')
  const svg = ctx.figure.svg(scene)
  await ctx.artifact('scene.json', scene)
  await ctx.artifact('final.svg', svg)
  await ctx.artifact('final_preview.png', await ctx.figure.png(svg, size))
  await ctx.artifact('final.pdf', await ctx.figure.pdf(svg))
  await ctx.artifact('report.json', { ...reading.report, ignored })
  return { description: scene.description }
}

function pictureBytes(
  { image_url: url, image_path: path }: ImageToSvgInput,
  ctx: RunContext,
): Promise<Uint8Array> {
  return url === null ? ctx.read(path ?? '') : ctx.fetchImage(url, 'image')
}

function titled(scene: Scene): Scene {
  const labels = scene.elements.flatMap(({ kind, label }) =>
    label && (kind === 'group' || kind === 'shape') ? [label] : [],
  )
  const named = labels.slice(0, 4).join(', ')
  return {
    ...scene,
    title: named || 'Figure read from a picture',
    description: `Read from a picture of ${scene.width} x ${scene.height} pixels: ${scene.elements.length} elements.`,
  }
}

function select(ctx: RunContext, scene: Scene, options: SegmentOptions): Segment[] {
  const { segments, unknown } = ctx.figure.segmentKinds(scene, options)
  if (unknown.length > 0)
    ctx.log(
      `sam_prompt: the provider local has no kind ${unknown.join(', ')}; icons were selected`,
      'stderr',
    )
  return segments
}

/** The figure with a numbered placeholder for each segment: of several elements the first stands for all. */
function template(
  { placeholder_mode: mode }: ImageToSvgInput,
  ctx: RunContext,
  scene: Scene,
  segments: readonly Segment[],
): string {
  if (segments.length === 0) return ctx.figure.svg(scene)
  const first = new Map(segments.map(({ elements, box }) => [elements[0] ?? '', box]))
  const others = new Map(
    segments.flatMap(({ elements: [lead = '', ...rest] }) => rest.map((id) => [id, lead] as const)),
  )
  const moved = <End extends { element: string }>(end: End) => ({
    ...end,
    element: others.get(end.element) ?? end.element,
  })
  const elements = scene.elements
    .filter(({ id }) => !others.has(id))
    .map((each) => {
      const box = first.get(each.id)
      const { from, to } = each
      return {
        ...each,
        ...(box && { box }),
        ...(from && { from: moved(from) }),
        ...(to && { to: moved(to) }),
      }
    })
  return ctx.figure.svg({ ...scene, elements }, { placeholders: { mode, ids: [...first.keys()] } })
}
