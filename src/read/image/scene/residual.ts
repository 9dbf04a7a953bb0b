import { grown } from '../../../figure/geometry'
import { clustered } from '../../../figure/geometry/box-clusters'
import type { Box, SceneElement } from '../../../forms/scene'
import { inkMask } from '../outlines/ink-mask'
import { maskRegions, regionBox } from '../pixels/connected-components'
import { cropPng, cropWithoutGround, wholePixels } from '../pixels/crop'
import { clear, dilated } from '../pixels/masks'
import type { Mask, Pixels } from '../pixels/pixels'
import { ssim } from '../pixels/ssim'
import type { Reading } from '../reading'

/** A patch wider than this share of the picture, and as full, is a picture. */
const PICTURE_SHARE = 0.2
const MOST_PATCHES = 400
/** What a patch must add to the likeness of the whole picture, and pixels around it that its own is measured over. */
const LEAST_GAIN = 2e-4
const MARGIN = 6

/**
 * Patches of pixels for what no element explains; `spoken` is what text stands for, which leaves no trace behind it.
 * They lie above the elements that are `kept`; a picture, which holds more than what differs, lies under their text.
 */
export function residuals(
  reading: Reading,
  drawn: Pixels,
  spoken: Mask,
  kept: readonly SceneElement[],
): SceneElement[] {
  const top = 1 + kept.reduce((most, { z }) => Math.max(most, z), 0)
  const under = kept.reduce(
    (least, { kind, z }) => (kind === 'text' ? Math.min(least, z) : least),
    top,
  )
  const { source, contrast, textHeight } = reading
  const mask = inkMask(source, drawn, contrast + 12)
  clear(mask, spoken)
  withoutSlivers(mask, source.width)
  const regions = maskRegions(mask, source)
  const largest = regions.list
    .filter(({ area }) => area >= 6)
    .map((region) => ({ region, box: regionBox(region) }))
    .sort((a, b) => b.region.area - a.region.area)
    .slice(0, 20 * MOST_PATCHES)
  const patches = clustered(largest, 0.3 * textHeight, 8 * textHeight)
    .map((patch) => ({
      ...patch,
      area: patch.members.reduce((sum, { region }) => sum + region.area, 0),
    }))
    .sort((a, b) => b.area - a.area)
    .slice(0, MOST_PATCHES)
    .filter(({ box }) => gainOf(box, source, drawn) >= LEAST_GAIN)
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
  const near = dilated(mask, source.width)
  let pictures = 0
  let count = 0
  return patches.map(({ box, area }): SceneElement => {
    const whole = wholePixels(grown(box, 1), source)
    const side = Math.min(box.width / source.width, box.height / source.height)
    const isPicture = side > PICTURE_SHARE && area > 0.4 * box.width * box.height
    const kind = isPicture ? 'picture' : 'residual'
    return {
      id: isPicture ? `picture-r${++pictures}` : `residual-${++count}`,
      kind,
      role: kind,
      z: isPicture ? under - 0.5 : top,
      box: whole,
      geometry: {
        form: 'image',
        ...whole,
        href: isPicture
          ? cropPng(reading.original, whole)
          : cropWithoutGround(source, drawn, whole, near),
      },
      style: {},
    }
  })
}

/** Edges that lie a fraction of a pixel off leave lines one pixel wide: nothing that one sees. */
function withoutSlivers(mask: Mask, width: number): void {
  const source = mask.slice()
  const square = (i: number) =>
    source[i] && source[i + 1] && source[i + width] && source[i + width + 1]
  for (let i = width + 1; i < mask.length - width - 1; i++) {
    if (!source[i]) continue
    if (!square(i) && !square(i - 1) && !square(i - width) && !square(i - width - 1)) mask[i] = 0
  }
}

/** What pixels of the picture would add to the likeness of the whole. */
function gainOf(box: Box, source: Pixels, drawn: Pixels): number {
  const { x, y, width, height } = wholePixels(grown(box, MARGIN), source)
  const crop = ({ rgb }: Pixels): Pixels => {
    const part = new Int32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * source.width + x
      part.set(rgb.subarray(from, from + width), row * width)
    }
    return { width, height, rgb: part }
  }
  return ((1 - ssim(crop(source), crop(drawn))) * width * height) / source.rgb.length
}
