import { difference } from '../../../figure/color'
import { overlap } from '../../../figure/geometry'
import type { Lettering } from '../../lettering'
import type { Shape } from '../outlines/shape'
import { borderColour } from '../page'
import { groundOf } from '../painting/render'
import { type Region, type Regions, smoothRegions } from '../pixels/connected-components'
import { boxMask } from '../pixels/masks'
import type { Pixels } from '../pixels/pixels'
import type { Stage } from '../reading'
import { findShapes } from './find-shapes'
import { flattenGradients, withGradients } from './gradients'
import { groundsUnderWords, type Label, labelsOf } from './label-grounds'
import { withoutPlotGrids } from './plot-grids'

export const ramps: Stage = ({ flat, noise, pictures, source }) => {
  const { pixels, gradients } = flattenGradients(flat, noise, boxMask(pictures, source))
  return { flat: pixels, gradients }
}

export const regions: Stage = ({ flat, clean, pictures, source }) => {
  const found = smoothRegions(flat, clean ? 1 : 2, boxMask(pictures, source))
  const page = pageOf(found)
  return {
    regions: found,
    page,
    background: page ? groundColour(flat, found, page) : borderColour(source),
  }
}

export const forms: Stage = ({ flat, regions, page, tolerance, clean }) =>
  findShapes(flat, regions, page, { tolerance, slack: clean ? 0.8 : 1.1 })

export const gradients: Stage = ({ shapes, gradients, regions }) => ({
  shapes: withGradients(shapes, gradients, regions),
})

export const plotGrids: Stage = ({ shapes, loose, lettering, background }) =>
  withoutPlotGrids(shapes, loose, lettering.lines, background)

/** Grounds of words, and what may hide a line; then the ground of all ink. */
export const labels: Stage = async (reading) => {
  const { loose, lettering, flat, textHeight, source } = reading
  const under = groundsUnderWords(loose, lettering.lines, lettering.mask, flat)
  const shapes = [...reading.shapes, ...under]
  const isUnread = (shape: Shape) => isUnreadLabel(shape, { lettering, textHeight, source })
  const labels = labelsOf(lettering.lines, shapes, isUnread)
  const ground = await groundOf(reading, withoutMinor(shapes, textHeight, labels))
  return { shapes, labels, ground }
}

/** Text heights of the ground of one line of words. */
const ONE_LINE = 2

/** As high as a line of words, without a border, with something on it that no one could read. */
function isUnreadLabel(
  shape: Shape,
  terms: { lettering: Lettering; textHeight: number; source: Pixels },
): boolean {
  const { lettering, textHeight, source } = terms
  const { outline, stroke, box } = shape
  return (
    outline.form === 'rect' &&
    !stroke &&
    box.height <= ONE_LINE * textHeight &&
    isInked(shape, source) &&
    !lettering.lines.some((line) => overlap(line.box, box))
  )
}

/** Levels by which words differ from their ground, and the share of it that they cover. */
const INK_CONTRAST = 48
const [LEAST_INK, MOST_INK] = [0.05, 0.5]

function isInked({ box, fill }: Shape, { width, rgb }: Pixels): boolean {
  const [left, right] = [Math.ceil(box.x + 1), Math.floor(box.x + box.width - 1)]
  const [top, bottom] = [Math.ceil(box.y + 1), Math.floor(box.y + box.height - 1)]
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      if (difference(rgb[y * width + x] as number, fill) > INK_CONTRAST) count++
  const share = count / Math.max(1, (right - left) * (bottom - top))
  return share > LEAST_INK && share < MOST_INK
}

/** The largest region at the border. */
function pageOf({ list }: Regions): Region | undefined {
  return list
    .filter(({ border, core }) => border && core > 0)
    .reduce<Region | undefined>((a, b) => (!a || b.area > a.area ? b : a), undefined)
}

/** Every so many pixels one is looked at. */
const SAMPLE = 7

/** The colour of most of the page, where there is one: the gradients of slanted lines may have joined it. */
function groundColour({ rgb }: Pixels, { labels }: Regions, page: Region): number {
  const counts = new Map<number, number>()
  let all = 0
  for (let i = 0; i < rgb.length; i += SAMPLE) {
    if (labels[i] !== page.label) continue
    all++
    const colour = rgb[i] as number
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [page.colour, 0])
  return 2 * count > all ? most : page.colour
}

/** Small shapes may be parts of icons: what stands beside them decides. Grounds of words are none. */
export function minorShapes(
  shapes: readonly Shape[],
  textHeight: number,
  labels: readonly Label[],
): Shape[] {
  const grounds = new Set(labels.map(({ ground }) => ground))
  return shapes.filter(
    (shape) =>
      !grounds.has(shape) && Math.max(shape.box.width, shape.box.height) <= 2.4 * textHeight,
  )
}

export function withoutMinor(...terms: Parameters<typeof minorShapes>): Shape[] {
  const minor = new Set(minorShapes(...terms))
  return terms[0].filter((shape) => !minor.has(shape))
}
