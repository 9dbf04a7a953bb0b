import type { PictureReading, Run, RunContext, Scene, Segment } from '../../src/plugin'
import type { ImageToSvgInput } from './index'

const STAGES = ['decode', 'surfaces', 'lines', 'verify', 'repair', 'encode', 'segment', 'export']

/** A picture of a figure to an editable one: the picture becomes a scene, and every file is made from the scene. */
export const run: Run<ImageToSvgInput> = async (input, ctx) => {
  const stage = (name: string) =>
    ctx.progress(name, Math.max(0, STAGES.indexOf(name)) + 1, STAGES.length)
  const ignored = withoutEffect(input)
  for (const sentence of ignored) ctx.log(sentence, 'stderr')

  const reading = await ctx.readPicture(await pictureBytes(input, ctx), {
    rounds: input.optimize_iterations,
    onStage: stage,
  })
  for (const line of reading.log) ctx.log(line)
  await ctx.artifact('figure.png', reading.figure)

  stage('segment')
  const scene = titled(reading.repaired ?? reading.scene)
  const segments = await segmentPicture(input, ctx, reading, scene)
  await ctx.artifact('template.svg', template(input, ctx, titled(reading.scene), segments))
  if (reading.repaired)
    await ctx.artifact('optimized_template.svg', template(input, ctx, scene, segments))

  stage('export')
  const svg = ctx.figure.svg(scene)
  await ctx.artifact('scene.json', json(scene))
  await ctx.artifact('final.svg', svg)
  const size = { width: scene.width, height: scene.height }
  await ctx.artifact('final_preview.png', await ctx.figure.png(svg, size))
  await ctx.artifact('final.pdf', await ctx.figure.pdf(svg))
  await ctx.artifact('report.json', json({ ...reading.report, ignored }))
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

/** samed.png, boxlib.json and the icons. */
async function segmentPicture(
  input: ImageToSvgInput,
  ctx: RunContext,
  reading: PictureReading,
  scene: Scene,
): Promise<Segment[]> {
  const prompts = wordsOf(input.sam_prompt)
  const { segments, unknown } = ctx.figure.segmentKinds(scene, {
    words: prompts,
    maxMasks: input.sam_max_masks,
    mergeThreshold: input.merge_threshold,
  })
  if (unknown.length > 0)
    ctx.log(
      `sam_prompt: the provider local has no kind ${unknown.join(', ')}; icons were selected`,
      'stderr',
    )
  ctx.log(`${segments.length} segments of the kinds ${prompts.join(', ')}`)
  await ctx.artifact('samed.png', await reading.outlined(segments))
  const boxes = segments.map(({ id, label, prompt, box }) => ({
    id,
    label,
    x1: Math.round(box.x),
    y1: Math.round(box.y),
    x2: Math.round(box.x + box.width),
    y2: Math.round(box.y + box.height),
    score: 1,
    prompt,
  }))
  const image_size = { width: scene.width, height: scene.height }
  await ctx.artifact('boxlib.json', json({ image_size, prompts_used: prompts, boxes }))
  for (const [index, one] of segments.entries()) {
    ctx.signal.throwIfAborted()
    const box = boxes[index]
    if (!box) continue
    const size = { width: Math.max(1, box.x2 - box.x1), height: Math.max(1, box.y2 - box.y1) }
    await ctx.artifact(
      `icons/icon_${one.id}.png`,
      await reading.crop({ x: box.x1, y: box.y1, ...size }),
    )
    const alone = ctx.figure.segmentSvg(scene, one)
    await ctx.artifact(`icons/icon_${one.id}_nobg.png`, await ctx.figure.png(alone, size))
  }
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

/** What a client asked for that the local engine cannot heed, one sentence each. */
function withoutEffect({ svg_model }: ImageToSvgInput): string[] {
  return svg_model === null
    ? []
    : [`svg_model ${svg_model} has no effect: the provider local uses no model`]
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
