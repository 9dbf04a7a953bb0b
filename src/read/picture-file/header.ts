import type { ImageFacts, ImageFormat, ImageRefusal } from '../../forms/image'
import { exifOrientation, tiffFields } from './tiff-fields'

/** What the head of an image file says. */
export interface Header extends ImageFacts {
  /** As EXIF counts, 1 to 8: how the decoded picture is to be turned; 1 where its decoder does. */
  orientation: number
  /** Several pictures, of which the first is taken. */
  animated: boolean
  /** How often decoding goes over all pixels. */
  passes: number
}

/** Reads the head of a file, whatever its name says. No pixel is decoded. */
export async function headerOf(
  bytes: Uint8Array,
  mostPixels: number,
): Promise<Header | ImageRefusal> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(data)
  if (format === undefined) return 'not_an_image'
  const still = { format, orientation: 1, animated: false, passes: 1 }
  switch (format) {
    case 'gif':
      return sized(still, gifSize(data))
    case 'avif':
      return sized(still, avifSize(data))
    case 'tiff':
      return turned(still, tiffSize(data), exifOrientation(data))
    default: {
      const size = await sizeByDecoder(bytes, mostPixels)
      if (typeof size === 'string') return size
      if (format === 'jpeg') return sized({ ...still, passes: scansOf(data) }, size)
      const animated = format === 'webp' && isAnimated(data)
      const exif = format === 'png' ? pngExif(data) : format === 'webp' ? webpExif(data) : undefined
      return turned({ ...still, animated }, size, exif ? exifOrientation(exif) : 1)
    }
  }
}

const MAGIC: readonly (readonly [ImageFormat, RegExp])[] = [
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['bmp', /^BM/],
  ['tiff', /^(?:II\*\0|MM\0\*)/],
  // Its brand, or among those that it is compatible with; those of HEIC are not.
  ['avif', /^.{4}ftyp(?:avi[fs]|(?:mif1|msf1|miaf).{4}(?:.{4})*?avi[fs])/s],
]

function formatOf(data: Buffer): ImageFormat | undefined {
  const start = data.toString('latin1', 0, 64)
  return MAGIC.find(([, magic]) => magic.test(start))?.[0]
}

interface Size {
  width: number
  height: number
}

function sized(head: Omit<Header, keyof Size>, size: Size | undefined): Header | ImageRefusal {
  if (!size || size.width < 1 || size.height < 1) return 'not_an_image'
  return { ...head, ...size }
}

/** From the fifth on, orientations lay a picture on its side. */
function turned(
  head: Omit<Header, keyof Size>,
  size: Size | undefined,
  orientation: number,
): Header | ImageRefusal {
  const aside = size && orientation > 4
  const upright = aside ? { width: size.height, height: size.width } : size
  return sized({ ...head, orientation }, upright)
}

/** Of a JPEG, turned as its EXIF says. */
async function sizeByDecoder(bytes: Uint8Array, maxPixels: number): Promise<Size | ImageRefusal> {
  try {
    return await new Bun.Image(bytes, { maxPixels }).metadata()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ERR_IMAGE_TOO_MANY_PIXELS' ? 'too_many_pixels' : 'not_an_image'
  }
}

/** Beginnings of scans: in the data of a scan the two bytes of the mark cannot stand. */
function scansOf(data: Buffer): number {
  const mark = Buffer.from([0xff, 0xda])
  let scans = 0
  for (let at = data.indexOf(mark); at >= 0; at = data.indexOf(mark, at + 2)) scans++
  return scans
}

/** The screen on which the frames are shown, and the first frame where it is larger. */
function gifSize(data: Buffer): Size | undefined {
  if (data.length < 13) return undefined
  const screen = { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
  const frame = gifFrame(data)
  if (!frame) return undefined
  return {
    width: Math.max(screen.width, frame.right),
    height: Math.max(screen.height, frame.bottom),
  }
}

/** The place of the first frame on the screen, and where its description begins. */
export function gifFrame(data: Buffer) {
  let at = 13 + tableBytes(data[10] ?? 0)
  // Extensions before it: what they say, and blocks up to an empty one.
  while (data[at] === 0x21) at = behindBlocks(data, at + 2)
  if (data[at] !== 0x2c || at + 10 > data.length) return undefined
  return {
    at,
    right: data.readUInt16LE(at + 1) + data.readUInt16LE(at + 5),
    bottom: data.readUInt16LE(at + 3) + data.readUInt16LE(at + 7),
  }
}

/** Bytes of a table of colours that flags announce. */
export const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Behind a row of blocks, each led by its length; the end of the data where they do not end. */
export function behindBlocks(data: Buffer, from: number): number {
  let at = from
  while (at < data.length && data[at] !== 0) at += 1 + (data[at] ?? 0)
  return Math.min(data.length, at) + 1
}

/** The largest picture in the boxes of an AVIF: others are its parts, or its transparency. */
function avifSize(data: Buffer): Size | undefined {
  const properties = ['meta', 'iprp', 'ipco'].reduce<Buffer | undefined>((inside, name) => {
    const box = inside && boxesOf(inside).find((each) => each.name === name)?.content
    return name === 'meta' ? box?.subarray(4) : box
  }, data)
  return boxesOf(properties ?? Buffer.alloc(0))
    .filter(({ name, content }) => name === 'ispe' && content.length >= 12)
    .map(({ content }) => ({ width: content.readUInt32BE(4), height: content.readUInt32BE(8) }))
    .reduce<Size | undefined>(
      (most, each) => (most && most.width * most.height >= each.width * each.height ? most : each),
      undefined,
    )
}

/** Boxes of ISO media: a length, four letters, what is inside. */
function boxesOf(data: Buffer): { name: string; content: Buffer }[] {
  const boxes: { name: string; content: Buffer }[] = []
  for (let at = 0; at + 8 <= data.length; ) {
    const length = data.readUInt32BE(at)
    const end = length === 0 ? data.length : at + length
    if (length !== 0 && length < 8) break
    const name = data.toString('latin1', at + 4, at + 8)
    boxes.push({ name, content: data.subarray(at + 8, Math.min(end, data.length)) })
    at = end
  }
  return boxes
}

const [TIFF_WIDTH, TIFF_HEIGHT] = [256, 257]

function tiffSize(data: Buffer): Size | undefined {
  const fields = tiffFields(data)
  const [width, height] = [fields.get(TIFF_WIDTH), fields.get(TIFF_HEIGHT)]
  return width === undefined || height === undefined ? undefined : { width, height }
}

function pngExif(data: Buffer): Buffer | undefined {
  for (let at = 8; at + 12 <= data.length; at += 12 + data.readUInt32BE(at)) {
    const name = data.toString('latin1', at + 4, at + 8)
    if (name === 'eXIf') return data.subarray(at + 8, at + 8 + data.readUInt32BE(at))
  }
  return undefined
}

/** Chunks of a WebP: four letters, a length, what is inside; an odd one is padded. */
export function webpChunks(data: Buffer): { name: string; content: Buffer }[] {
  const chunks: { name: string; content: Buffer }[] = []
  for (let at = 12; at + 8 <= data.length; ) {
    const length = data.readUInt32LE(at + 4)
    const content = data.subarray(at + 8, at + 8 + length)
    chunks.push({ name: data.toString('latin1', at, at + 4), content })
    at += 8 + length + (length & 1)
  }
  return chunks
}

function webpExif(data: Buffer): Buffer | undefined {
  const exif = webpChunks(data).find(({ name }) => name === 'EXIF')?.content
  return exif?.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
}

const isAnimated = (data: Buffer) => webpChunks(data).some(({ name }) => name === 'ANMF')
