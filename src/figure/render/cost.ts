import { clamp } from '../../forms/numbers'
import type { Box, Scene, SceneElement, Style } from '../../forms/scene'
import { paperWidth, pixelsPerPoint } from '../canvas/paper'
import { boxAround, distance, grown } from '../geometry'
import { outlineOf } from '../geometry/outlines'
import { pathSegments, type Segment } from '../geometry/path-data'
import { embeddedSize } from '../pixels/embedded-size'

/**
 * Milliseconds of a core for one of each, as PNG of 4K and as PDF page: measured with drawings of one kind each, on two
 * busy cores. An area of 1 is the whole canvas, a length of 1 one side of it.
 */
const PRICES = {
  elements: 0.02,
  points: 0.02,
  'points of clips': 0.02,
  outlines: 0.4,
  letters: 0.08,
  /** For each letter of its line: all of them are shaped anew for every part. */
  'parts of lines of text': 0.004,
  dashes: 0.02,
  'filled areas': 100,
  'clips and opacities': 1000,
  /** For each square point of the page: the PDF holds them as pixels. */
  shadows: 0.005,
  /** A megapixel. */
  pictures: 40,
} as const

type Kind = keyof typeof PRICES

/** In milliseconds: a tenth of it is more than a figure of ours has come to. */
const MOST = 15_000
/** As large as the figure itself may be drawn. */
const MOST_PICTURE_PIXELS = 100_000_000
/** Standard deviations over which a shadow fades, to either side. */
const FADES = 3

/** Why a figure of others cannot be drawn in time, as a predicate, counted before it is drawn; undefined: it can. Its path data is such. */
export function workFault(scene: Scene): string | undefined {
  const spent = new Map<Kind, number>()
  const clips = new Map<string, number>()
  for (const each of scene.elements) {
    const { geometry, clip } = each
    const size = geometry?.form === 'image' ? embeddedSize(geometry.href) : undefined
    const pixels = (size?.width ?? 0) * (size?.height ?? 0)
    if (size && pixels > MOST_PICTURE_PIXELS)
      return `has a picture of ${size.width} x ${size.height} pixels; ${MOST_PICTURE_PIXELS / 1e6} megapixels are the most.`
    if (clip && !clips.has(clip.d)) clips.set(clip.d, pathSegments(clip.d).length)
    const work = {
      ...workOf(each, scene),
      pictures: pixels / 1e6,
      'points of clips': clips.get(clip?.d ?? '') ?? 0,
    }
    for (const [kind, amount] of Object.entries(work) as [Kind, number][])
      spent.set(kind, (spent.get(kind) ?? 0) + PRICES[kind] * amount)
  }
  const [most] = [...spent].sort(([, a], [, b]) => b - a)
  const sum = [...spent.values()].reduce((all, one) => all + one, 0)
  return sum > MOST ? `takes too much work to draw, most of it for its ${most?.[0]}.` : undefined
}

type Work = Partial<Record<Kind, number>>

function workOf({ box, geometry, paint, style, clip }: SceneElement, scene: Scene): Work {
  const work: Work = { elements: 1 }
  const add = (kind: Kind, amount: number) => {
    work[kind] = (work[kind] ?? 0) + amount
  }
  const share = (of: Box) => areaIn(of, scene) / (scene.width * scene.height)
  const own =
    geometry && geometry.form !== 'lines' ? [{ segments: outlineOf(geometry), style }] : []
  for (const one of paint?.map((each) => ({ ...each, segments: pathSegments(each.d) })) ?? own)
    shapeWork(one, scene, add)
  if (geometry?.form === 'lines')
    for (const { text, runs = [], formulas = [] } of geometry.lines) {
      add('letters', text.length)
      add('parts of lines of text', runs.length * text.length)
      for (const { d } of formulas) shapeWork({ segments: pathSegments(d), style }, scene, add)
    }
  if ((style.opacity ?? 1) < 1) add('clips and opacities', share(box))
  if (clip) add('clips and opacities', 2 * share(box))
  if (style.shadow) {
    const around = grown(box, FADES * Math.abs(style.shadow.blur))
    const points = pixelsPerPoint(scene, scene.paper ?? paperWidth(scene))
    add('shadows', areaIn(around, scene) / points ** 2)
    add('clips and opacities', share(around))
  }
  return work
}

function shapeWork(
  { segments, style }: { segments: readonly Segment[]; style: Style },
  scene: Scene,
  add: (kind: Kind, amount: number) => void,
): void {
  const points = segments.flatMap(({ points: numbers }) =>
    numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : [])),
  )
  if (points.length === 0) return
  const { stroke, strokeWidth = 1, dash = [], fill } = style
  const length = points.slice(1).reduce((sum, to, at) => sum + distance(points[at] ?? to, to), 0)
  const whole = scene.width * scene.height
  const area = areaIn(grown(boxAround(points), stroke ? strokeWidth / 2 : 0), scene) / whole
  // No part of an outline is longer on the canvas than its diagonal.
  const sides = Math.min(length / Math.sqrt(whole), 2 * points.length)
  add('points', points.length)
  add('outlines', stroke ? 2 * sides : sides)
  if (fill && fill !== 'none') add('filled areas', area)
  if (!stroke) return
  add('filled areas', Math.min(area, (length * strokeWidth) / whole))
  const period = dash.reduce((sum, one) => sum + Math.abs(one), 0)
  if (period > 0) add('dashes', (length * dash.length) / period)
}

/** What of a box lies on the canvas, in square pixels. */
function areaIn(box: Box, { width, height }: Scene): number {
  const across = clamp(box.x + box.width, 0, width) - clamp(box.x, 0, width)
  return across * (clamp(box.y + box.height, 0, height) - clamp(box.y, 0, height))
}
