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
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const opaque = isOpaque(pixels)
  const rows = opaque ? rowsOf(pixels, width, height) : translucentRows(data, width, height)
  return pngFile(width, height, opaque ? RGB : RGBA, deflateSync(rows, { level: LEVEL }))
}

function isOpaque(pixels: Uint32Array): boolean {
  for (let i = 0; i < pixels.length; i++) if ((pixels[i] as number) >>> 24 !== 255) return false
  return true
}

/** Each row begins with its filter, 0: flat areas repeat as they are. Four pixels of four bytes are three words without their alpha. */
function rowsOf(pixels: Uint32Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (width * 3 + 1))
  const words = new Uint32Array(3 * Math.ceil(width / 4))
  const row = new Uint8Array(words.buffer, 0, width * 3)
  const at = (index: number) => pixels[index] as number
  for (let y = 0; y < height; y++) {
    let to = 0
    for (let x = y * width; x < (y + 1) * width; x += 4) {
      words[to++] = (at(x) & 0xffffff) | (at(x + 1) << 24)
      words[to++] = ((at(x + 1) >>> 8) & 0xffff) | (at(x + 2) << 16)
      words[to++] = ((at(x + 2) >>> 16) & 0xff) | (at(x + 3) << 8)
    }
    rows.set(row, y * (width * 3 + 1) + 1)
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
