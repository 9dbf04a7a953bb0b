import type { Segment, SegmentOptions } from '../forms/figure-tools'
import type { Box, Scene, SceneElement } from '../forms/scene'
import { cropSvg } from './crop'
import { sharedPart } from './geometry'
import { toSvg } from './svg'
import { element, escapeText } from './xml'

/** A group of shapes that says what it shows. */
export const isDrawnPicture = ({ role, geometry }: SceneElement) =>
  role === 'picture' && geometry?.form !== 'image'

/** The icons of a scene that a segmentation prompt asks for; exact, because the scene knows its icons. */
export function segment(scene: Scene, options: SegmentOptions): Segment[] {
  const found = scene.elements
    .filter((each) => each.kind === 'icon' || isDrawnPicture(each))
    .flatMap((icon) => {
      const prompt = options.words.find((word) => selects(word, icon))
      return prompt === undefined ? [] : [toSegment(icon, prompt)]
    })
  return chosen(found, options)
}

/** Merges overlapping segments, keeps the largest and names them in reading order. */
export function chosen(
  found: Segment[],
  { mergeThreshold, maxMasks }: Pick<SegmentOptions, 'mergeThreshold' | 'maxMasks'>,
): Segment[] {
  return merge(found, mergeThreshold)
    .sort((a, b) => area(b.box) - area(a.box))
    .slice(0, maxMasks)
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    .map((one, index) => ({ ...one, id: `AF${String(index + 1).padStart(2, '0')}` }))
}

/** The figure with its segments outlined and named over it. */
export function segmentationSvg(svg: string, segments: readonly Segment[]): string {
  const marks = segments.map(({ id, box }) => {
    const frame = element('rect', { ...box, fill: 'none', stroke: '#d6006c', 'stroke-width': 2 })
    const name = element(
      'text',
      {
        x: box.x,
        y: box.y - 4,
        fill: '#d6006c',
        'font-family': 'Inter, Arial, sans-serif',
        'font-size': 14,
      },
      escapeText(id),
    )
    return `${frame}${name}`
  })
  return svg.replace(/<\/svg>\s*$/, `${marks.join('\n')}\n</svg>\n`)
}

/** One segment alone on a transparent ground, as an SVG of its box's size. */
export function segmentSvg(scene: Scene, { elements, box }: Segment, version: string): string {
  const wanted = new Set(elements)
  // What stands in something comes after it.
  for (const { id, parent } of scene.elements) if (wanted.has(parent ?? '')) wanted.add(id)
  const alone = scene.elements
    .filter(({ id }) => wanted.has(id))
    .map(({ parent, ...one }) => (wanted.has(parent ?? '') ? { ...one, parent } : one))
  return cropSvg(toSvg({ ...scene, background: 'none', elements: alone }, { version }), box)
}

function selects(word: string, icon: SceneElement): boolean {
  const label = (icon.label ?? '').toLowerCase()
  return word.toLowerCase() === 'icon' || label.split(/\W+/).includes(word.toLowerCase())
}

function toSegment(icon: SceneElement, prompt: string): Segment {
  return { id: '', label: icon.label ?? 'icon', prompt, box: icon.box, elements: [icon.id] }
}

/** Joins overlapping boxes until none overlap enough any more. */
function merge(segments: Segment[], threshold: number): Segment[] {
  if (threshold === 0) return segments
  const merged: Segment[] = []
  for (const next of segments) {
    let joined = next
    for (;;) {
      const index = merged.findIndex((one) => sharedPart(one.box, joined.box) >= threshold)
      if (index < 0) break
      const [other] = merged.splice(index, 1)
      if (other) joined = join(other, joined)
    }
    merged.push(joined)
  }
  return merged
}

function join(a: Segment, b: Segment): Segment {
  const x = Math.min(a.box.x, b.box.x)
  const y = Math.min(a.box.y, b.box.y)
  const width = Math.max(a.box.x + a.box.width, b.box.x + b.box.width) - x
  const height = Math.max(a.box.y + a.box.height, b.box.y + b.box.height) - y
  const score = Math.max(a.score ?? 1, b.score ?? 1)
  const outlines = a.outlines && b.outlines && [...a.outlines, ...b.outlines]
  return {
    ...a,
    box: { x, y, width, height },
    elements: [...a.elements, ...b.elements],
    ...(a.score !== undefined && { score }),
    ...(outlines && { outlines }),
  }
}

function area({ width, height }: Box): number {
  return width * height
}
