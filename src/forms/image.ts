/** Image formats that the server takes, with their media types. */
export const IMAGE_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  avif: 'image/avif',
} as const

export type ImageFormat = keyof typeof IMAGE_TYPES

/** The same for people. */
export const IMAGE_NAMES = 'PNG, JPEG, WebP, GIF, BMP, TIFF or AVIF'

/** What an image file is. */
export interface ImageFacts {
  format: ImageFormat
  /** Pixels, turned as its EXIF says. */
  width: number
  height: number
}

/** Why a file is refused: it is no image of ours, or more than can be decoded. */
export type ImageRefusal = 'not_an_image' | 'too_many_pixels' | 'too_long' | 'too_many_scans'

/** Pixels of a side: no JPEG and no GIF has more, and beyond, no canvas holds a row or column. */
export const MOST_SIDE = 65_535

/** A JPEG is decoded in as many passes as it has scans: all of them may go over the most pixels so often. */
const MOST_PASSES = 10

/**
 * The one rule of size for whoever takes or reads pictures, by what the head of a file says: nothing is decoded before.
 * `passes`: how often decoding goes over all pixels.
 */
export function tooLarge(
  { width, height, passes }: { width: number; height: number; passes: number },
  mostPixels: number,
): ImageRefusal | undefined {
  if (width * height > mostPixels) return 'too_many_pixels'
  if (Math.max(width, height) > MOST_SIDE) return 'too_long'
  return passes * width * height > MOST_PASSES * mostPixels ? 'too_many_scans' : undefined
}
