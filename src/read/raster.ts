import { createCanvas } from '../../wasm/skia'
import { IMAGE_NAMES, type ImageRefusal, MOST_SIDE } from '../forms/image'
import type { Header } from './picture-file/header'
import { openPicture, probePicture } from './picture-file/open-picture'

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

const SENTENCES: Record<ImageRefusal, string> = {
  not_an_image: `The picture is no ${IMAGE_NAMES} that can be read.`,
  too_many_pixels: 'The picture has too many pixels.',
  too_long: `A side of the picture has more than ${MOST_SIDE} pixels.`,
  too_many_scans: 'The picture takes too many passes to decode.',
}

/**
 * What a picture is that can be decoded whole.
 * @throws UnreadablePicture
 */
export async function pictureHeader(bytes: Uint8Array, maxPixels: number): Promise<Header> {
  const header = await probePicture(bytes, maxPixels)
  if (typeof header === 'string') throw new UnreadablePicture(SENTENCES[header])
  return header
}

/**
 * Decodes a picture, upright, reduced so that its longer side is at most `longest` pixels. Transparent pixels keep their
 * alpha.
 * @throws UnreadablePicture
 */
export async function decodePicture(
  bytes: Uint8Array,
  limits: { maxPixels: number; longest?: number },
): Promise<Raster> {
  return rasterOf(bytes, await pictureHeader(bytes, limits.maxPixels), limits.longest)
}

/** The same of a picture whose header is known. */
export async function rasterOf(
  bytes: Uint8Array,
  header: Header,
  longest?: number,
): Promise<Raster> {
  const picture = await openPicture(bytes, header, longest)
  const { width, height } = picture
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(picture, 0, 0)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

/**
 * A picture as PNG, upright and reduced.
 * @throws UnreadablePicture
 */
export async function shownPicture(
  bytes: Uint8Array,
  { maxPixels, longest }: { maxPixels: number; longest: number },
): Promise<{ png: Uint8Array; width: number; height: number }> {
  const header = await pictureHeader(bytes, maxPixels)
  const most = Math.max(header.width, header.height) > longest ? longest : undefined
  const picture = await openPicture(bytes, header, most)
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return { png: await canvas.encode('png'), width, height }
}
