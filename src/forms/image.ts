/** Image formats that the server takes, with their media types. */
export const IMAGE_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
} as const

export type ImageFormat = keyof typeof IMAGE_TYPES

/** What a decoded file is. */
export interface ImageFacts {
  format: ImageFormat
  /** Pixels, as stored (before any EXIF rotation). */
  width: number
  height: number
}

/** Why a file is refused: it is no image of ours, or it decodes to too many pixels. */
export type ImageRefusal = 'not_an_image' | 'too_many_pixels'
