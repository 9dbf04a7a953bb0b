import type { Scene } from '../forms/scene'

/** What no schema says of an edited scene: the first thing that is wrong with it, with its place. */
export function sceneFault({ elements, width, height }: Scene): string | undefined {
  if (!(width >= 1 && height >= 1 && width <= MOST_SIDE && height <= MOST_SIDE))
    return `width and height must be from 1 to ${MOST_SIDE}.`
  const ids = new Set(elements.map(({ id }) => id))
  if (ids.size < elements.length) return 'elements: every id must be there once.'
  for (const [at, { id, parent, geometry }] of elements.entries()) {
    if (parent === id) return `elements[${at}].parent: is the element itself.`
    if (geometry?.form === 'image' && geometry.href !== '' && !IMAGE.test(geometry.href))
      return `elements[${at}].geometry.href: must be a data URL of a picture, or empty for the one that was there.`
  }
  return undefined
}

/** Pixels. */
export const MOST_SIDE = 16_384

const IMAGE = /^data:image\/(?:png|jpeg|webp|gif);base64,/
