/** Image files of every format that is taken, all of one picture: a red corner at the top left of a white page. */

import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'

export const PICTURE = { width: 60, height: 36, corner: 16 }
const { width, height, corner } = PICTURE

function painted(colour = '#cc0000') {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = colour
  context.fillRect(0, 0, corner, corner)
  return canvas
}

/** Three bytes a pixel, rows from the top. */
function rgb(): Buffer {
  const { data } = painted().getContext('2d').getImageData(0, 0, width, height)
  return Buffer.from(data.filter((_, index) => index % 4 < 3))
}

/** An EXIF block that says nothing but how the picture is turned. */
function exif(orientation: number): Buffer {
  const block = Buffer.alloc(26)
  block.write('II*')
  block.writeUInt32LE(8, 4)
  block.writeUInt16LE(1, 8)
  for (const [index, value] of [274, 3].entries()) block.writeUInt16LE(value, 10 + 2 * index)
  block.writeUInt32LE(1, 14)
  block.writeUInt16LE(orientation, 18)
  return block
}

export async function jpeg(orientation: number): Promise<Buffer> {
  const plain = Buffer.from(await painted().encode('jpeg', 95))
  const block = Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation)])
  const head = Buffer.from([0xff, 0xe1, 0, block.length + 2])
  return Buffer.concat([plain.subarray(0, 2), head, block, plain.subarray(2)])
}

/** A progressive JPEG whose last scan is there `count` times. */
export async function scans(count: number, side: number): Promise<Buffer> {
  const canvas = createCanvas(side, side)
  canvas.getContext('2d').drawImage(painted(), 0, 0, side, side)
  const png = await canvas.encode('png')
  const file = Buffer.from(await new Bun.Image(png).jpeg({ progressive: true }).bytes())
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(last, file.length - 2)
  return Buffer.concat([file.subarray(0, last), ...Array(count).fill(scan), file.subarray(-2)])
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(8 + body.length)
  whole.writeUInt32BE(data.length)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), 4 + body.length)
  return whole
}

export async function png(orientation: number): Promise<Buffer> {
  const plain = Buffer.from(await painted().encode('png'))
  const [head, rest] = [plain.subarray(0, 33), plain.subarray(33)]
  return Buffer.concat([head, pngChunk('eXIf', exif(orientation)), rest])
}

/** A grey PNG of one column or row, packed small. */
export function stripPng(wide: number, high: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(wide, 0)
  head.writeUInt32BE(high, 4)
  head[8] = 8
  const pixels = deflateSync(Buffer.alloc((wide + 1) * high))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function riff(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)])
}

/** The pixels of a WebP of a picture, without what stands around them. */
async function webpPixels(colour?: string): Promise<Buffer> {
  const file = Buffer.from(await painted(colour).encode('webp', 100))
  const at = Math.max(file.indexOf('VP8 '), file.indexOf('VP8L'))
  return file.subarray(at, at + 8 + file.readUInt32LE(at + 4))
}

function webp(flags: number, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(10)
  head[0] = flags
  head.writeUIntLE(width - 1, 4, 3)
  head.writeUIntLE(height - 1, 7, 3)
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), riff('VP8X', head), ...parts]))
}

export const turnedWebp = async (orientation: number): Promise<Buffer> =>
  webp(0x08, await webpPixels(), riff('EXIF', exif(orientation)))

/** Red first, then blue. */
export async function movingWebp(): Promise<Buffer> {
  const frame = (pixels: Buffer) => {
    const head = Buffer.alloc(16)
    head.writeUIntLE(width - 1, 6, 3)
    head.writeUIntLE(height - 1, 9, 3)
    return riff('ANMF', Buffer.concat([head, pixels]))
  }
  const frames = [await webpPixels(), await webpPixels('#0000cc')].map(frame)
  return webp(0x02, riff('ANIM', Buffer.alloc(6)), ...frames)
}

export function bmp(): Buffer {
  const pixels = rgb()
  const row = 3 * width
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + pixels.length, 2)
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(-height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  for (let at = 0; at < pixels.length; at += 3) pixels.subarray(at, at + 3).reverse()
  if (row % 4 !== 0) throw new Error('rows of a BMP are padded')
  return Buffer.concat([head, pixels])
}

/** `compression`: 1 for none, 8 for deflate. */
export function tiff(orientation: number, compression: 1 | 8, size = { width, height }): Buffer {
  const pixels = compression === 8 ? deflateSync(rgb()) : rgb()
  const [short, long] = [3, 4]
  const fields = [
    [256, long, size.width],
    [257, long, size.height],
    [258, short, 8],
    [259, short, compression],
    [262, short, 2],
    [273, long, 8],
    [274, short, orientation],
    [277, short, 3],
    [278, long, size.height],
    [279, long, pixels.length],
  ]
  const directory = Buffer.alloc(6 + 12 * fields.length)
  directory.writeUInt16LE(fields.length)
  for (const [index, [tag = 0, type = 0, value = 0]] of fields.entries()) {
    const at = 2 + 12 * index
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  const head = Buffer.from('II*\0\0\0\0\0')
  head.writeUInt32LE(8 + pixels.length, 4)
  return Buffer.concat([head, pixels, directory])
}

export const avif = async (): Promise<Buffer> => Buffer.from(await painted().encode('avif'))

/** 40 by 24 pixels with such a corner of 10, stored so and to be turned to the right by its own word. */
export const TURNED_AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAD8bWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABJAAAACUAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAdGlwcnAAAABUaXBjbwAAABRpc3BlAAAAAAAAACgAAAAYAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAJaXJvdAMAAAAYaXBtYQAAAAAAAAABAAEFAQKDBIUAAAAtbWRhdBIACgk4FSe7CAhoNIAyFkTQAAAQ5LIXMtPedU8HfmQg9gsR0+A=',
  'base64',
)

/** A GIF whose frames show the red corner alone, on a white screen. */
export function gif(frames: number, screen = { width, height }): Buffer {
  const size = [screen.width, screen.height].flatMap((side) => [side & 255, side >> 8])
  const frame = (left: number, top: number, w: number, h: number, colour: 0 | 1) => {
    // Codes of nine colours in a row without compression: clear, then each pixel, then the end.
    const bits: number[] = []
    const put = (code: number) => bits.push(code & 1, (code >> 1) & 1, (code >> 2) & 1)
    for (let pixel = 0; pixel < w * h; pixel++) {
      if (pixel % 2 === 0) put(4)
      put(colour)
    }
    put(5)
    const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
      bits.slice(8 * at, 8 * at + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
    )
    const blocks = []
    for (let at = 0; at < bytes.length; at += 255) {
      const part = bytes.slice(at, at + 255)
      blocks.push(part.length, ...part)
    }
    const place = [left, top, w, h].flatMap((side) => [side & 255, side >> 8])
    return [0x2c, ...place, 0, 2, ...blocks, 0]
  }
  const head = [...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 255, 255, 255, 204, 0, 0]
  const shown = Array.from({ length: frames }, () => frame(0, 0, corner, corner, 1))
  return Buffer.from([...head, ...shown.flat(), 0x3b])
}
