import { clamp } from '../../../forms/numbers'
import type { Scene } from '../../../forms/scene'
import { faceFor } from '../../fonts/files'
import type { Exportable, Made } from '../made'
import { presentation } from './package'
import { solid } from './paint'
import { SlideShapes } from './slide'
import { measureOf } from './units'
import { rareFamilies, typefaceOf } from './words'

/**
 * One slide of the figure's paper size: forms with their words in them, groups, pictures, and connectors glued to what they
 * join. The same figure gives the same bytes.
 */
export function pptx({ scene, title, caption }: Exportable): Made {
  const measure = measureOf(scaleOf(scene))
  const slide = new SlideShapes(scene, measure)
  const shapes = slide.all()
  const words = scene.elements.filter(({ geometry }) => geometry?.form === 'lines')
  const styles = words.map(({ style }) => style)
  const bytes = presentation({
    background: solid(scene.background),
    shapes,
    width: held(measure.emu(scene.width)),
    height: held(measure.emu(scene.height)),
    title,
    description: caption ?? scene.description,
    family: typefaceOf(faceFor(styles[0]?.fonts)).name,
    media: slide.media,
  })
  return { bytes, leftOut: [...slide.leftOut, ...rareFamilies(styles)] }
}

/** What a slide's sides may be, in EMU: 1 to 56 inches. */
const SIDES = { least: 914_400, most: 51_206_400 }
const held = (side: number) => clamp(side, SIDES.least, SIDES.most)

const EMU_PER_MM = 36_000
/** A CSS pixel, for figures without a size on paper. */
const EMU_PER_PIXEL = 9525

/** EMU in a pixel of the canvas. */
function scaleOf({ paper, width, height }: Scene): number {
  const scale = paper === undefined ? EMU_PER_PIXEL : (paper * EMU_PER_MM) / width
  return Math.min(scale, SIDES.most / Math.max(width, height))
}
