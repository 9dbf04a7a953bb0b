import type { Segment, SegmentOptions } from '../../forms/figure-tools'
import { type Box, LETTERING, type Scene, type SceneElement } from '../../forms/scene'
import { hullOf, overlap, sharedPart } from '../geometry'
import { clustered } from '../geometry/box-clusters'
import { toSvg } from '../svg'
import { cropSvg } from '../svg/crop'
import { element, escapeText } from '../svg/xml'

type Selects = (element: SceneElement) => boolean

const isLettering: Selects = ({ kind, label }) => kind === 'icon' && label === LETTERING
const isPicture: Selects = ({ kind, role }) => kind === 'picture' || role === 'picture'
const isIcon: Selects = (one) => (one.kind === 'icon' || isPicture(one)) && !isLettering(one)
/** What rules could not read of a picture stays a patch of its pixels. */
const isPatch: Selects = ({ role }) => role === 'residual'
const isPixels: Selects = (one) => isPatch(one) || one.geometry?.form === 'image'
const isShape: Selects = ({ kind, role }) => kind === 'shape' && role === 'node'
const isMark: Selects = ({ role }) => role === 'mark' || role === 'axis'

/** Kinds of parts by the words of a segmentation prompt that name them. */
const KINDS: readonly (readonly [RegExp, Selects])[] = [
  [/^(icon|symbol|logo)s?$/, isIcon],
  [/^(picture|photo|image)s?$/, (one) => isPicture(one) || isPatch(one)],
  [/^(arrow|connector|line)s?$/, ({ kind }) => kind === 'connector'],
  [/^(text|label)s?$/, (one) => one.kind === 'text' || isLettering(one)],
  [/^(shape|boxe?|node)s?$/, isShape],
]
const [[ICON], [PICTURE]] = KINDS as [(typeof KINDS)[number], (typeof KINDS)[number]]
const CHART = /^(chart|plot|graph)s?$/
/** A chart has at least so many marks; fewer lines are a sketch of something else. */
const CHART_MARKS = 6
/** Marks of one chart lie within this share of the canvas' longer side; pieces of one icon touch. */
const GAPS = { chart: 0.03, icon: 0.004 } as const
/** Shares of the canvas' longer side: what is longer is no icon of pieces, what is thinner no piece. */
const LARGEST_ICON = 0.4
const SPECK = 0.01
/** Half the width of an arrow's head, in widths of its line. */
const HEAD = 3

/**
 * The parts of a scene that a segmentation prompt asks for: by kind, else by a word of an icon's label. Rules cannot tell
 * a robot from a cat: a word that nothing answers to is given back in `unknown`, unless all icons are asked for anyway.
 */
export function segment(
  scene: Scene,
  { words, ...options }: SegmentOptions,
): { segments: Segment[]; unknown: string[] } {
  const found: Segment[] = []
  const taken = new Set<string>()
  const unknown: string[] = []
  // Where both are asked for, pixels are pictures and what is drawn is an icon.
  const apart = words.some((word) => PICTURE.test(word.toLowerCase()))
  for (const word of words) {
    const name = word.toLowerCase()
    const selects = KINDS.find(([kind]) => kind.test(name))?.[1] ?? named(name)
    const parts = CHART.test(name)
      ? charts(scene)
      : ICON.test(name)
        ? icons(scene)
        : scene.elements.filter(selects).flatMap((one) => (isSpeck([one], scene) ? [] : [[one]]))
    if (parts.length === 0) unknown.push(word)
    for (const of of parts) {
      if (of.some(({ id }) => taken.has(id))) continue
      if (apart && ICON.test(name) && of.every(isPixels)) continue
      for (const { id } of of) taken.add(id)
      const box = hullOf(of.map((one) => inkOf(one, scene)))
      const label = (of.find(isIcon) ?? of.find((one) => one.label))?.label ?? singular(name)
      found.push({ id: '', label, prompt: word, box, elements: of.map(({ id }) => id) })
    }
  }
  const isAll = words.some((word) => ICON.test(word.toLowerCase()))
  return { segments: chosen(found, options), unknown: isAll ? [] : unknown }
}

const singular = (name: string) => name.replace(/s$/, '')

const named =
  (name: string): Selects =>
  (one) =>
    isIcon(one) && (one.label ?? '').toLowerCase().split(/\W+/).includes(singular(name))

/** The box of an element with all it paints: a level line has no height of its own, and its head stands out of it. */
function inkOf({ kind, box, style }: SceneElement, { width, height }: Scene): Box {
  if (kind !== 'connector') return box
  const reach = HEAD * Math.max(1, style.strokeWidth ?? 1)
  const [x, y] = [Math.max(0, box.x - reach), Math.max(0, box.y - reach)]
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + reach) - x,
    height: Math.min(height, box.y + box.height + reach) - y,
  }
}

const charts = (scene: Scene): SceneElement[][] =>
  together(scene.elements.filter(isMark), GAPS.chart * sideOf(scene)).filter(
    (of) => of.length >= CHART_MARKS,
  )

/** Icons and pictures, and what was read from pixels as pieces without words that no arrow joins: those that touch are one. */
function icons(scene: Scene): SceneElement[][] {
  const joined = new Set(scene.elements.flatMap(({ from, to }) => [from?.element, to?.element]))
  const isPiece: Selects = (one) =>
    (isShape(one) || one.role === 'mark' || isPatch(one)) &&
    one.parent === undefined &&
    !one.label &&
    !joined.has(one.id)
  const words = scene.elements.filter(({ kind }) => kind === 'text')
  return together(
    scene.elements.filter((one) => isPiece(one) || isIcon(one)),
    GAPS.icon * sideOf(scene),
  ).flatMap((of) => {
    const box = hullOf(of.map((one) => one.box))
    const isOne =
      Math.max(box.width, box.height) <= LARGEST_ICON * sideOf(scene) &&
      !words.some((each) => overlap(each.box, box))
    const own = of.filter(isIcon)
    return isOne && !isSpeck(of, scene) ? [of] : own.map((one) => [one])
  })
}

/** A patch, or a line, too thin to be anything by itself. */
const isSpeck = (of: readonly SceneElement[], scene: Scene) => {
  const { width, height } = hullOf(of.map(({ box }) => box))
  return (
    of.every((one) => isPatch(one) || one.role === 'mark') &&
    Math.min(width, height) < SPECK * sideOf(scene)
  )
}

const sideOf = ({ width, height }: Scene) => Math.max(width, height)

/** Elements in groups of which none lies within `reach` of another, in their order. */
function together(elements: readonly SceneElement[], reach: number): SceneElement[][] {
  const groups = clustered(elements, reach).map(({ members }) => new Set(members))
  return groups.map((group) => elements.filter((one) => group.has(one)))
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
  const score = Math.max(a.score ?? 1, b.score ?? 1)
  const outlines = a.outlines && b.outlines && [...a.outlines, ...b.outlines]
  return {
    ...a,
    box: hullOf([a.box, b.box]),
    elements: [...a.elements, ...b.elements],
    ...(a.score !== undefined && { score }),
    ...(outlines && { outlines }),
  }
}

function area({ width, height }: Box): number {
  return width * height
}
