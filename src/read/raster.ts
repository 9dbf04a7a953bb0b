import { createCanvas, loadImage } from '@napi-rs/canvas'
import { probeImage } from './probe-image'

/** A picture in memory: RGBA, four bytes a pixel, rows from the top. */
export interface Raster {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** A picture that cannot be read, with a sentence for the client. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture'
}

/**
 * Decodes PNG, JPEG, WebP or GIF (first frame), turned as its EXIF says, and reduced so that its longer side is at
 * most `longest` pixels. Transparent pixels keep their alpha.
 * @throws UnreadablePicture
 */
export async function decodePicture(
  bytes: Uint8Array,
  limits: { maxPixels: number; longest?: number },
): Promise<Raster> {
  const facts = await probeImage(bytes, limits.maxPixels)
  if (facts === 'not_an_image')
    throw new UnreadablePicture('The picture is no PNG, JPEG, WebP or GIF that can be read.')
  if (facts === 'too_many_pixels') throw new UnreadablePicture('The picture has too many pixels.')
  const image = await loadImage(Buffer.from(bytes))
  const scale = Math.min(
    1,
    (limits.longest ?? Number.POSITIVE_INFINITY) / Math.max(image.width, image.height),
  )
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const context = createCanvas(width, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
