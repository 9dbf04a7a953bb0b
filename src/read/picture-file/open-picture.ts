import { tiffAsPng } from '../../../wasm/mupdf'
import { type Canvas, createCanvas, type Image, loadImage } from '../../../wasm/skia'
import { type ImageRefusal, tooLarge } from '../../forms/image'
import { bareWebp, firstGifFrame } from './first-frame'
import { type Header, headerOf } from './header'

/** A decoded picture, upright, in its own pixels or fewer; transparent pixels keep their alpha. */
export type Picture = Image | Canvas

/**
 * Decodes a file whole, whatever its name says, and tells what it is. What passes here can be opened.
 * @throws never: what cannot be decoded is a refusal
 */
export async function probePicture(
  bytes: Uint8Array,
  mostPixels: number,
): Promise<Header | ImageRefusal> {
  const header = await headerOf(bytes, mostPixels)
  if (typeof header === 'string') return header
  const refusal = tooLarge(header, mostPixels)
  if (refusal) return refusal
  try {
    if (header.format === 'jpeg' && !endsWhole(bytes)) return 'not_an_image'
    if (hasOwnDecoder(header)) await new Bun.Image(bytes).resize(1, 1).png().bytes()
    else
      createCanvas(1, 1)
        .getContext('2d')
        .drawImage(await openPicture(bytes, header), 0, 0, 1, 1)
    return header
  } catch {
    return 'not_an_image'
  }
}

/** A decoder fills a truncated JPEG with grey: the end marker must follow the last scan's start. */
function endsWhole(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return data.lastIndexOf(Buffer.from([0xff, 0xd9])) > data.lastIndexOf(Buffer.from([0xff, 0xda]))
}

/**
 * Decodes the first frame of a file, reduced so that its longer side is at most `longest` pixels.
 * @throws Error where the file is broken
 */
export async function openPicture(
  bytes: Uint8Array,
  header: Header,
  longest = Number.POSITIVE_INFINITY,
): Promise<Picture> {
  const { format, width, height, orientation } = header
  const share = Math.min(1, longest / Math.max(width, height))
  if (hasOwnDecoder(header)) {
    // A picture of 50 megapixels takes 200 MB: this decoder gives it back at once.
    const plain = format === 'webp' && orientation !== 1 ? bareWebp(bytes) : bytes
    const opened = await loaded(share < 1 ? await reduced(plain, longest) : plain)
    return orientation === 1 ? opened : upright(opened, orientation, 1)
  }
  const scale = (picture: Picture) =>
    share === 1 && orientation === 1 ? picture : upright(picture, orientation, share)
  if (format === 'gif') return scale(await loaded(firstGifFrame(bytes)))
  if (format === 'tiff') return scale(await loaded(await tiffAsPng(bytes)))
  return scale(await loaded(bytes))
}

/** Whether the decoder that reduces while it decodes reads a file as it is. */
const hasOwnDecoder = ({ format, animated }: Header) =>
  !animated && (format === 'png' || format === 'jpeg' || format === 'webp' || format === 'bmp')

/** A sharper filter would ring around lines. */
const FILTER = { fit: 'inside', filter: 'mitchell' } as const

const reduced = (bytes: Uint8Array, longest: number): Promise<Uint8Array> =>
  new Bun.Image(bytes).resize(longest, longest, FILTER).png({ compressionLevel: 0 }).bytes()

/** By the canvas' own decoder, or what it refuses (a JPEG of very many scans) by the other one. */
async function loaded(bytes: Uint8Array): Promise<Image> {
  try {
    return await loadImage(Buffer.from(bytes))
  } catch {
    return loadImage(Buffer.from(await new Bun.Image(bytes).png({ compressionLevel: 0 }).bytes()))
  }
}

/** What each orientation does to a picture of one by one: the matrix of a canvas. */
const TURNS: Readonly<Record<number, [number, number, number, number, number, number]>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
}

/** Turned as EXIF asks, and made smaller by `share`. */
function upright(picture: Picture, orientation: number, share: number): Canvas {
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * share)),
  ) as [number, number]
  const [w, h] = orientation > 4 ? [height, width] : [width, height]
  const canvas = createCanvas(w, h)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const [a, b, c, d, x, y] = TURNS[orientation] ?? [1, 0, 0, 1, 0, 0]
  context.setTransform(a, b, c, d, x * w, y * h)
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}
