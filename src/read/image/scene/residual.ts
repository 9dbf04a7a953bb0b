import { grown } from '../../../figure/geometry'
import type { Box, SceneElement } from '../../../forms/scene'
import { inkMask } from '../outlines/ink-mask'
import { clustered } from '../pixels/box-clusters'
import { maskRegions, regionBox } from '../pixels/connected-components'
import { cropPng, cropWithoutGround, wholePixels } from '../pixels/crop'
import { clear, dilated } from '../pixels/masks'
import type { Mask, Pixels } from '../pixels/pixels'
import type { Reading } from '../reading'

/** A patch wider than this share of the picture, and as full, is a picture. */
const PICTURE_SHARE = 0.2
const MOST_PATCHES = 400
/** What is as wide and high as this share of a line of text, and so many pixels, is no edge of something drawn. */
const BLOCK = 0.3
const LEAST_BLOCK = 4

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
  const pieces = maskRegions(mask, source)
    .list.filter(({ area }) => area >= 6)
    .map((region) => ({ box: regionBox(region), area: region.area }))
  const largest = pieces.sort((a, b) => b.area - a.area).slice(0, 20 * MOST_PATCHES)
  const side = Math.max(LEAST_BLOCK, Math.round(BLOCK * textHeight))
  const patches = clustered(largest, 0.3 * textHeight, 8 * textHeight)
    .map(({ box, members }) => ({ box, area: members.reduce((sum, { area }) => sum + area, 0) }))
    .sort((a, b) => b.area - a.area)
    .slice(0, MOST_PATCHES)
    .filter(({ box }) => hasBlock(box, mask, source.width, side))
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

/** Shows something and not just the edge of what is drawn: a block `side` pixels wide and high fits in. */
function hasBlock({ x, y, width, height }: Box, mask: Mask, columns: number, side: number) {
  const sides = new Int32Array(width + 1)
  for (let row = y; row < y + height; row++) {
    let aslant = 0
    for (let k = 0; k < width; k++) {
      const above = sides[k + 1] as number
      const inked = mask[row * columns + x + k] === 1
      const own = inked ? 1 + Math.min(sides[k] as number, above, aslant) : 0
      if (own >= side) return true
      sides[k + 1] = own
      aslant = above
    }
  }
  return false
}
