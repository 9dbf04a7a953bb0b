import { difference } from '../../../figure/pixels/color'
import { number } from '../../../figure/svg/xml'
import { lengthOf, simplified } from '../outlines/polyline'
import { eachPixel, regionBox } from '../pixels/connected-components'
import type { Mask } from '../pixels/pixels'
import { contourOf, silhouetteOf } from '../pixels/silhouette'
import type { Reading } from '../reading'

/**
 * Traces surfaces of no simple form (areas of a chart, odd outlines) as filled paths, and takes them out of the ink.
 * What is as thin as a pen is left to the strokes, what is as small as a letter to the icons.
 */
export function traceFreeform(reading: Reading, ink: Mask): Reading['traced'] {
  const { source, ground, regions, loose, textHeight, contrast, lettering } = reading
  const traced: Reading['traced'] = []
  for (const region of loose) {
    const box = regionBox(region)
    if (Math.max(box.width, box.height) <= 2.4 * textHeight || traced.length >= 200) continue
    if (box.width * box.height > 0.98 * source.rgb.length) continue
    let drawn = 0
    let lettered = 0
    eachPixel(region, regions.labels, source.width, (i) => {
      if (lettering.mask[i]) lettered++
      if (difference(ground.rgb[i] as number, region.colour) > contrast / 2) drawn++
    })
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
    eachPixel(region, regions.labels, source.width, (i) => {
      for (const near of [i, i - 1, i + 1, i - source.width, i + source.width]) ink[near] = 0
    })
  }
  return traced
}
