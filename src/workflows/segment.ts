import { hullOf } from '../figure/geometry'
import type { Call } from '../forms/engines'
import type { FigureTools, Place, Segment } from '../forms/figure-tools'
import { iconOutputs, OUTPUTS } from '../forms/outputs'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import type { SvgWish } from '../forms/workflows'
import { type Desk, tell, write } from './desk'

/** A figure whose segments are wanted. */
export interface SegmentedFigure {
  /** Before its rounds of improvement, and after them. */
  first: Scene
  scene: Scene
  origin: 'drawn' | 'read'
  /** figure.png, and its size in pixels. */
  png: Uint8Array
  size: { width: number; height: number }
  /** figure.png with segments outlined and named over it. */
  outlined(segments: readonly Segment[]): Promise<Uint8Array>
  /** Parts of figure.png as PNG. */
  crop(places: readonly Place[]): Promise<Uint8Array[]>
}

/** What was found, and the scenes in which parts that were cut out stand as pictures. */
export interface Segmented {
  segments: Segment[]
  first: Scene
  last: Scene
}

/** Longer side of the picture in which a model looks for parts, in pixels. */
const SHOWN_SIDE = 2048

/** Selects the segments that are asked for and writes samed.png, boxlib.json and the icons. */
export async function segment(
  desk: Desk,
  wish: SvgWish,
  figure: SegmentedFigure,
  call: Call,
): Promise<Segmented> {
  const { scene, origin, png, size, outlined, crop } = figure
  const prompts = wish.sam_prompt
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const { segments, unknown } = await desk.engines.segment(
    { scene, origin, shown: () => desk.shown(png, SHOWN_SIDE) },
    { words: prompts, maxMasks: wish.sam_max_masks, mergeThreshold: wish.merge_threshold },
    call,
  )
  desk.log(`${segments.length} segments of the kinds ${prompts.join(', ')}`)
  tell(
    desk,
    remarksOf(
      'unmet',
      unknown.map((word) => `sam_prompt: nothing in the figure is known as "${word}".`),
    ),
  )
  await write(desk, OUTPUTS.samed, segments.length === 0 ? png : await outlined(segments))
  const boxes = segments.map((one) => ({
    id: one.id,
    label: one.label,
    ...cornersOf(one.box, size.width / scene.width),
    score: one.score ?? 1,
    prompt: one.prompt,
  }))
  await write(desk, OUTPUTS.boxlib, { image_size: size, prompts_used: prompts, boxes })
  const places = boxes.map(({ x1, y1, x2, y2 }) => ({
    x: x1,
    y: y1,
    width: Math.max(1, x2 - x1),
    height: Math.max(1, y2 - y1),
  }))
  const cut = places.length === 0 ? [] : await crop(places)
  const pictures = await cutOut(desk, figure, segments, places)
  for (const [index, one] of segments.entries()) {
    desk.signal.throwIfAborted()
    const { raw, alone } = iconOutputs(one.id)
    await write(desk, raw, cut[index] ?? new Uint8Array())
    const drawn = () => desk.figure.png(desk.figure.segmentSvg(scene, one), places[index])
    await write(desk, alone, pictures.get(one.id) ?? (await drawn()))
  }
  const last = desk.figure.withPictures(scene, segments, pictures)
  const first = desk.figure.withPictures(figure.first, segments, pictures)
  return { segments: last.segments, first: first.scene, last: last.scene }
}

/** The segments that are to be set in as pictures, without their ground, by id. */
async function cutOut(
  desk: Desk,
  { scene, png, size }: SegmentedFigure,
  segments: readonly Segment[],
  places: readonly Place[],
): Promise<Map<string, Uint8Array>> {
  const scale = size.width / scene.width
  const wanted = segments.flatMap(({ id, cut, outlines = [] }, index) => {
    const place = places[index]
    if (!cut || !place) return []
    const scaled = outlines.map((outline) =>
      outline.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
    )
    return [{ id, place, outlines: scaled }]
  })
  const made = await desk.figure.cutOut(png, wanted)
  return new Map(wanted.map(({ id }, index) => [id, made[index] ?? new Uint8Array()]))
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

/** template.svg, of the figure before its rounds of improvement, and optimized_template.svg where there were any. Without icons a template is the figure itself. */
export async function writeTemplates(
  desk: Desk,
  { placeholder_mode: mode, optimize_iterations: rounds }: SvgWish,
  { segments, first, last }: Segmented,
): Promise<void> {
  const templateOf = (scene: Scene) => template(desk.figure, mode, scene, segments)
  await write(desk, OUTPUTS.template, templateOf(first))
  if (rounds > 0) await write(desk, OUTPUTS.optimizedTemplate, templateOf(last))
}

/** The figure with a numbered placeholder for each segment: of several elements the first stands for all. */
function template(
  { svg }: Pick<FigureTools, 'svg'>,
  mode: SvgWish['placeholder_mode'],
  scene: Scene,
  segments: readonly Segment[],
): string {
  if (segments.length === 0) return svg(scene)
  const boxes = new Map(scene.elements.map(({ id, box }) => [id, box]))
  const first = new Map(
    segments.map(({ elements }) => [
      elements[0] ?? '',
      hullOf(elements.flatMap((id) => boxes.get(id) ?? [])),
    ]),
  )
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
  return svg({ ...scene, elements }, { placeholders: { mode, ids: [...first.keys()] } })
}
