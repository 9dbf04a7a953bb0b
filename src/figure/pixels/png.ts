import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Colour types of PNG. */
export const RGB = 2
const RGBA = 6

/** Drawings are mostly flat: more effort saves a twentieth of the bytes for twice the time. */
const LEVEL = 4

/** A PNG file (third edition) of 8 bits a channel around its compressed rows. */
export function pngFile(
  width: number,
  height: number,
  type: number,
  compressed: Uint8Array,
): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, type, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ])
}

/**
 * Writes pixels as a PNG, without alpha where all of them are opaque. Compressed by the runtime's own library, which
 * takes a fifth of the time that it takes in WebAssembly.
 *
 * @param rgba four bytes a pixel, colours multiplied by their alpha
 */
export function encodePng({
  width,
  height,
  data,
}: {
  width: number
  height: number
  data: Uint8Array
}): Uint8Array {
  const pixels = new Int32Array(data.buffer, data.byteOffset, width * height)
  const opaque = isOpaque(pixels)
  const rows = opaque ? opaqueRows(pixels, width, height) : translucentRows(data, width, height)
  return pngFile(width, height, opaque ? RGB : RGBA, deflateSync(rows, { level: LEVEL }))
}

function isOpaque(pixels: Int32Array): boolean {
  let all = -1
  for (let i = 0; i < pixels.length; i++) all &= pixels[i] as number
  return all >>> 24 === 255
}

/** Each row begins with its filter, 0: flat areas repeat as they are. */
function opaqueRows(pixels: Int32Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (width * 3 + 1))
  let [from, to] = [0, 0]
  for (let y = 0; y < height; y++) {
    to++
    for (const end = to + width * 3; to < end; to += 3) {
      const pixel = pixels[from++] as number
      rows[to] = pixel
      rows[to + 1] = pixel >> 8
      rows[to + 2] = pixel >> 16
    }
  }
  return rows
}

/** PNG keeps colours apart from their alpha. */
function translucentRows(data: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (width * 4 + 1))
  let [from, to] = [0, 0]
  for (let y = 0; y < height; y++) {
    to++
    for (const end = to + width * 4; to < end; from += 4) {
      const alpha = data[from + 3] as number
      const scale = alpha === 0 ? 0 : 255 / alpha
      rows[to++] = Math.min(255, Math.round((data[from] as number) * scale))
      rows[to++] = Math.min(255, Math.round((data[from + 1] as number) * scale))
      rows[to++] = Math.min(255, Math.round((data[from + 2] as number) * scale))
      rows[to++] = alpha
    }
  }
  return rows
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}
