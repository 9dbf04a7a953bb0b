import { difference } from '../../../figure/color'
import { number } from '../../../figure/xml'
import type { Mask } from '../pixels/pixels'
import type { readSurfaces } from '../read-surfaces'
import type { PictureReading } from '../reading'
import { regionBox } from '../regions/fill-regions'
import { contourOf, silhouetteOf } from '../regions/silhouette'
import { lengthOf, simplified } from '../strokes/polyline'

type Surfaces = Awaited<ReturnType<typeof readSurfaces>>

/**
 * Traces surfaces of no simple form (areas of a chart, odd outlines) as filled paths, and takes them out of the ink.
 * What is as thin as a pen is left to the strokes, what is as small as a letter to the icons.
 */
export function traceFreeform(surfaces: Surfaces, ink: Mask): PictureReading['traced'] {
  const { source, ground, regions, loose, textHeight, contrast, lettering } = surfaces
  const traced: PictureReading['traced'] = []
  for (const region of loose) {
    const box = regionBox(region)
    if (Math.max(box.width, box.height) <= 2.4 * textHeight || traced.length >= 200) continue
    if (box.width * box.height > 0.98 * source.rgb.length) continue
    let drawn = 0
    let lettered = 0
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        const i = y * source.width + x
        if (regions.labels[i] !== region.label) continue
        if (lettering.mask[i]) lettered++
        if (difference(ground.rgb[i] as number, region.colour) > contrast / 2) drawn++
      }
    }
    if (drawn < 0.6 * region.area || lettered > 0.3 * region.area) continue
    const shape = silhouetteOf(regions, [region], source.width)
    const contour = contourOf(shape)
    const pen = (2 * region.area) / Math.max(1, lengthOf(contour))
    if (pen < 0.45 * textHeight) continue
    const corners = simplified([...contour, contour[0] ?? { x: 0, y: 0 }], 0.9)
    const points = corners.slice(0, -1).map((index) => contour[index] ?? { x: 0, y: 0 })
    traced.push({
      box,
      colour: region.colour,
      d: `${points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('')}Z`,
    })
    clearRegion(ink, surfaces, region.label, box)
  }
  return traced
}

function clearRegion(
  ink: Mask,
  { regions, source }: Surfaces,
  label: number,
  box: ReturnType<typeof regionBox>,
): void {
  const { width, height } = source
  for (let y = Math.max(1, box.y - 1); y < Math.min(height - 1, box.y + box.height + 1); y++) {
    for (let x = Math.max(1, box.x - 1); x < Math.min(width - 1, box.x + box.width + 1); x++) {
      const i = y * width + x
      const near =
        regions.labels[i] === label ||
        regions.labels[i - 1] === label ||
        regions.labels[i + 1] === label ||
        regions.labels[i - width] === label ||
        regions.labels[i + width] === label
      if (near) ink[i] = 0
    }
  }
}
