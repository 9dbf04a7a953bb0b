import { createDeflate, type Deflate } from 'node:zlib'
import { pngFile, RGB } from '../pixels/png'

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
    return pngFile(this.width, this.height, RGB, Buffer.concat(this.parts))
  }
}
