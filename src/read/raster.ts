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
  const { longest } = limits
  const large = longest !== undefined && longest < Math.max(facts.width, facts.height)
  const image = await loadImage(Buffer.from(large ? await reduced(bytes, longest) : bytes))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

/** A picture of 50 megapixels takes 200 MB: this decoder gives it back at once, and decodes a JPEG at a part of its size. */
function reduced(bytes: Uint8Array, longest: number): Promise<Uint8Array> {
  // A sharper filter would ring around lines.
  const options = { fit: 'inside', filter: 'mitchell' } as const
  return new Bun.Image(bytes).resize(longest, longest, options).png({ compressionLevel: 0 }).bytes()
}
