import type { Shape } from '../outlines/shape'
import { borderColour } from '../page'
import { groundOf } from '../painting/render'
import { type Region, type Regions, smoothRegions } from '../pixels/connected-components'
import { boxMask } from '../pixels/masks'
import type { Stage } from '../reading'
import { findShapes } from './find-shapes'
import { flattenGradients, withGradients } from './gradients'
import { type Label, labelsOf } from './label-grounds'
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
    background: page?.colour ?? borderColour(source),
  }
}

export const forms: Stage = ({ flat, regions, page, tolerance, clean }) =>
  findShapes(flat, regions, page, { tolerance, slack: clean ? 0.8 : 1.1 })

export const gradients: Stage = ({ shapes, gradients, regions }) => ({
  shapes: withGradients(shapes, gradients, regions),
})

export const plotGrids: Stage = ({ shapes, loose, lettering, background }) =>
  withoutPlotGrids(shapes, loose, lettering.lines, background)

/** What may hide a line, and the ground of all ink. */
export const labels: Stage = async (reading) => {
  const { shapes, lettering, textHeight } = reading
  const labels = labelsOf(lettering.lines, shapes)
  return { labels, ground: await groundOf(reading, withoutMinor(shapes, textHeight, labels)) }
}

/** The largest region at the border. */
function pageOf({ list }: Regions): Region | undefined {
  return list
    .filter(({ border, core }) => border && core > 0)
    .reduce<Region | undefined>((a, b) => (!a || b.area > a.area ? b : a), undefined)
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
