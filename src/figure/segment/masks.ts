import type { FoundMask, Segment, SegmentOptions } from '../../forms/figure-tools'
import { rounded } from '../../forms/numbers'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import { common } from '../geometry'
import { chosen } from '.'

/** What is less wide or high is a speck, in pixels. */
const LEAST_SIDE = 3
/** More are not looked at; the surest stay. */
const MOST_MASKS = 1000
/** An element belongs to a segment that holds this share of its box. */
const COVERED = 0.6
/** What takes more of the canvas is no icon but a part of the figure: it stays as it was read. */
const LARGEST_ICON = 0.25
/** Words that were read with less confidence may be strokes of a drawing. */
const SURE = 0.85
/** A picture that was read already and has this much in common with a segment is that segment. */
const SAME = 0.5

/**
 * Parts that were found in a figure's pixels as segments of its scene. In a figure that was read, what holds no words and is no
 * picture yet is marked to be cut out; where there is nothing but ground, nothing was found.
 */
export function segmentsOfMasks(
  scene: Scene,
  origin: 'drawn' | 'read',
  masks: readonly FoundMask[],
  options: SegmentOptions,
): { segments: Segment[]; left: number } {
  const surest = [...masks].sort((a, b) => b.score - a.score).slice(0, MOST_MASKS)
  const found = surest.flatMap((mask) => segmentOf(mask, scene))
  const picked = chosen(found, options)
  const taken = new Set<string>()
  const smallestFirst = [...picked].sort((a, b) => areaOf(a.box) - areaOf(b.box))
  const filled = new Map(
    smallestFirst.map((one) => {
      const inside = coveredBy(one.box, scene.elements).filter(({ id }) => !taken.has(id))
      for (const { id } of inside) taken.add(id)
      return [one.id, filledWith(one, inside, scene, origin)] as const
    }),
  )
  const segments = picked.flatMap(({ id }) => filled.get(id) ?? [])
  return { segments: chosen(segments, ALL), left: masks.length - surest.length }
}

const ALL = { mergeThreshold: 0, maxMasks: Number.POSITIVE_INFINITY }

/** The elements of which most lies in a box. */
function coveredBy(box: Box, elements: readonly SceneElement[]): SceneElement[] {
  return elements.filter((each) => each.kind !== 'group' && shareInside(each.box, box) >= COVERED)
}

function segmentOf({ kind, label, score, from, to, outlines }: FoundMask, scene: Scene): Segment[] {
  const { width, height } = scene
  const within = (share: number, side: number) => rounded(Math.min(1, Math.max(0, share)) * side)
  const x = within(Math.min(from[0], to[0]), width)
  const y = within(Math.min(from[1], to[1]), height)
  const right = within(Math.max(from[0], to[0]), width)
  const bottom = within(Math.max(from[1], to[1]), height)
  const box = { x, y, width: rounded(right - x), height: rounded(bottom - y) }
  if (!(box.width >= LEAST_SIDE && box.height >= LEAST_SIDE)) return []
  const inPixels = outlines.map((outline) =>
    outline.map(([across, down]) => ({ x: across * width, y: down * height })),
  )
  return [
    { id: '', label: label ?? kind, prompt: kind, box, score, elements: [], outlines: inPixels },
  ]
}

function filledWith(
  segment: Segment,
  inside: readonly SceneElement[],
  { width, height }: Scene,
  origin: 'drawn' | 'read',
): Segment | undefined {
  const elements = inside.map(({ id }) => id)
  if (elements.length === 0) return undefined
  const isPictured = inside.some(
    ({ kind, box }) => (kind === 'icon' || kind === 'picture') && common(box, segment.box) >= SAME,
  )
  const isPart =
    inside.some(({ kind, confidence = 1 }) => kind === 'text' && confidence >= SURE) ||
    areaOf(segment.box) > LARGEST_ICON * width * height
  const cut = origin === 'read' && !isPart && !(isPictured && inside.length === 1)
  return { ...segment, elements, ...(cut && { cut }) }
}

/** Scenes in which the segments that are to be cut out stand as pictures; `pictures` are PNGs by segment. */
export function withPictures(
  scene: Scene,
  segments: readonly Segment[],
  pictures: ReadonlyMap<string, Uint8Array>,
): { scene: Scene; segments: Segment[] } {
  const gone = new Set<string>()
  const added: SceneElement[] = []
  const placed = segments.map((segment): Segment => {
    const picture = pictures.get(segment.id)
    if (!picture) return segment
    const inside = coveredBy(segment.box, scene.elements)
    for (const { id } of inside) gone.add(id)
    const id = `picture-${segment.id}`
    const href = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
    added.push({
      id,
      kind: 'icon',
      role: 'icon',
      z: inside.reduce((top, { z }) => Math.max(top, z), 0),
      box: segment.box,
      geometry: { form: 'image', ...segment.box, href },
      style: {},
      label: segment.label,
    })
    return { ...segment, elements: [id] }
  })
  const moved = <End extends { element: string }>(end: End): End => {
    const into = segments.findIndex(({ elements }) => elements.includes(end.element))
    const [first = end.element] = placed[into]?.elements ?? []
    return gone.has(end.element) ? { ...end, element: first } : end
  }
  const elements = scene.elements
    .filter(({ id }) => !gone.has(id))
    .map((each) => ({
      ...each,
      ...(each.parent && gone.has(each.parent) && { parent: undefined }),
      ...(each.from && { from: moved(each.from) }),
      ...(each.to && { to: moved(each.to) }),
    }))
  return { scene: { ...scene, elements: [...elements, ...added] }, segments: placed }
}

/** How much of one box lies in another; of a line, which has no area, by its length. */
function shareInside(box: Box, around: Box): number {
  const along = (from: number, length: number, least: number, span: number) => {
    if (length <= 0) return from >= least && from <= least + span ? 1 : 0
    return Math.max(0, Math.min(from + length, least + span) - Math.max(from, least)) / length
  }
  return (
    along(box.x, box.width, around.x, around.width) *
    along(box.y, box.height, around.y, around.height)
  )
}

const areaOf = ({ width, height }: Box) => width * height
