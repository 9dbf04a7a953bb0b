import { IMAGE_TYPES, type ImageFacts, type ImageFormat, type ImageRefusal } from '../forms/image'

/**
 * Decodes a file whole, whatever its name says, and tells what it is.
 * @throws never: what cannot be decoded is a refusal
 */
export async function probeImage(
  bytes: Uint8Array,
  maxPixels: number,
): Promise<ImageFacts | ImageRefusal> {
  try {
    const { format, width, height } = await new Bun.Image(bytes, { maxPixels }).metadata()
    if (!isTaken(format) || (format === 'jpeg' && !endsWhole(bytes))) return 'not_an_image'
    await new Bun.Image(bytes, { maxPixels }).resize(1, 1).png().bytes()
    return { format, width, height }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? 'too_many_pixels' : 'not_an_image'
  }
}

function isTaken(format: string): format is ImageFormat {
  return Object.hasOwn(IMAGE_TYPES, format)
}

/** A decoder fills a truncated JPEG with grey: the end marker must follow the last scan's start. */
function endsWhole(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return data.lastIndexOf(Buffer.from([0xff, 0xd9])) > data.lastIndexOf(Buffer.from([0xff, 0xda]))
}
