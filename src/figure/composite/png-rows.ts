import { crc32, createDeflate, type Deflate } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const RGB = 2
const UP = 2

/**
 * Writes an opaque PNG strip by strip, so that a large picture is never whole in memory (PNG, third edition: each row
 * is filtered by the one above it).
 *
 * @example
 * const png = new PngRows(width, height)
 * await png.add(rgba)
 * const bytes = await png.end()
 */
export class PngRows {
  private readonly deflate: Deflate = createDeflate({ level: 6 })
  private readonly parts: Uint8Array[] = []
  private above: Uint8Array

  constructor(
    /** Pixels. */
    private readonly width: number,
    private readonly height: number,
  ) {
    this.above = new Uint8Array(width * 3)
    this.deflate.on('data', (part: Uint8Array) => this.parts.push(part))
  }

  /** Adds whole rows, four bytes a pixel; alpha is left out. */
  async add(rgba: Uint8ClampedArray): Promise<void> {
    const rows = rgba.length / 4 / this.width
    const filtered = new Uint8Array(rows * (this.width * 3 + 1))
    let [from, to] = [0, 0]
    const row = new Uint8Array(this.width * 3)
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < row.length; x += 3, from += 4) {
        row[x] = rgba[from] ?? 0
        row[x + 1] = rgba[from + 1] ?? 0
        row[x + 2] = rgba[from + 2] ?? 0
      }
      filtered[to++] = UP
      for (let x = 0; x < row.length; x++) filtered[to++] = (row[x] ?? 0) - (this.above[x] ?? 0)
      this.above.set(row)
    }
    await new Promise<void>((resolve, reject) =>
      this.deflate.write(filtered, (error) => (error ? reject(error) : resolve())),
    )
  }

  async end(): Promise<Uint8Array> {
    await new Promise<void>((resolve, reject) => {
      this.deflate.on('end', resolve).on('error', reject)
      this.deflate.end()
    })
    const header = new Uint8Array(13)
    const view = new DataView(header.buffer)
    view.setUint32(0, this.width)
    view.setUint32(4, this.height)
    header.set([8, RGB, 0, 0, 0], 8)
    const data = Buffer.concat(this.parts)
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('IDAT', data),
      chunk('IEND', new Uint8Array()),
    ])
  }
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}
