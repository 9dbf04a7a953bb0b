import { difference, medianColour } from '../../../figure/pixels/color'
import type { Pixels } from '../pixels/pixels'

/** Side of a tile in pixels. */
const TILE = 32
/** Levels by which a tile of the ground may miss the light that falls on it. */
const SAME = 5
/** Levels by which light must vary to be seen at all, as a share of it too, and the share of tiles that it must explain. */
const LEAST_RANGE = 2
const LEAST_CHANGE = 0.04
const LEAST_GROUND = 0.35
const ROUNDS = 12
/** One, x, y, their squares and their product. */
const TERMS = 6

interface Tile {
  terms: number[]
  colour: number
  /** At the picture's border, where nothing but ground is expected. */
  border: boolean
}

/**
 * Takes slow changes of light out of a picture of one ground: a surface of the second degree through the colours of its
 * tiles, of which things that are drawn do not have a say.
 */
export function evenIllumination(pixels: Pixels): Pixels {
  const tiles = tilesOf(pixels)
  if (tiles.length < 4 * TERMS) return pixels
  const channels = [16, 8, 0].map((shift) => surfaceOf(tiles, shift))
  const light = (terms: readonly number[]) => channels.map((of) => at(of, terms))
  const seen = tiles.map((tile) => ({ tile, lit: light(tile.terms) }))
  const ground = seen.filter(({ tile, lit }) => difference(tile.colour, packed(lit)) <= SAME)
  if (ground.length < LEAST_GROUND * tiles.length || !varies(ground)) return pixels
  const even = medianColour(ground.map(({ lit }) => packed(lit)))
  return divided(pixels, channels, even)
}

function varies(ground: readonly { lit: readonly number[] }[]): boolean {
  const sums = ground.map(({ lit }) => lit.reduce((sum, value) => sum + value, 0) / 3)
  const most = sums.reduce((a, b) => Math.max(a, b), 0)
  const range = most - sums.reduce((a, b) => Math.min(a, b), most)
  return range >= LEAST_RANGE && range >= LEAST_CHANGE * most
}

function packed([r = 0, g = 0, b = 0]: readonly number[]): number {
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
  return (byte(r) << 16) | (byte(g) << 8) | byte(b)
}

function termsAt(x: number, y: number, { width, height }: Pixels): number[] {
  const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1]
  return [1, u, v, u * u, v * v, u * v]
}

function tilesOf(pixels: Pixels): Tile[] {
  const { width, height, rgb } = pixels
  const tiles: Tile[] = []
  for (let y = 0; y + TILE <= height; y += TILE) {
    for (let x = 0; x + TILE <= width; x += TILE) {
      const colours: number[] = []
      for (let row = y; row < y + TILE; row += 4)
        for (let i = row * width + x; i < row * width + x + TILE; i += 4)
          colours.push(rgb[i] as number)
      const border = x === 0 || y === 0 || x + 2 * TILE > width || y + 2 * TILE > height
      const terms = termsAt(x + TILE / 2, y + TILE / 2, pixels)
      tiles.push({ terms, colour: medianColour(colours), border })
    }
  }
  return tiles
}

/** Least squares of one channel in which tiles count less the more they are off; the border's are asked first. */
function surfaceOf(tiles: readonly Tile[], shift: number): number[] {
  let surface: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const asked = round < ROUNDS / 2 ? tiles.filter(({ border }) => border) : tiles
    const sums = Array.from({ length: TERMS }, () => new Array<number>(TERMS + 1).fill(0))
    for (const { terms, colour } of asked) {
      const value = (colour >> shift) & 255
      const off = round === 0 ? 0 : (value - at(surface, terms)) / SAME
      const weight = 1 / (1 + off * off) ** 2
      sums.forEach((row, i) => {
        for (let j = 0; j < TERMS; j++)
          row[j] = (row[j] ?? 0) + weight * (terms[i] ?? 0) * (terms[j] ?? 0)
        row[TERMS] = (row[TERMS] ?? 0) + weight * (terms[i] ?? 0) * value
      })
    }
    surface = solved(sums)
  }
  return surface
}

function at(surface: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, k) => sum + term * (surface[k] ?? 0), 0)
}

/** Gaussian elimination with pivots; a term that nothing depends on is 0. */
function solved(rows: number[][]): number[] {
  const count = rows.length
  for (let k = 0; k < count; k++) {
    let best = k
    for (let i = k + 1; i < count; i++)
      if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[best]?.[k] ?? 0)) best = i
    const [pivot, other] = [rows[best] ?? [], rows[k] ?? []]
    rows[k] = pivot
    rows[best] = other
    const by = pivot[k] ?? 0
    if (Math.abs(by) < 1e-9) continue
    for (let i = 0; i < count; i++) {
      const row = rows[i]
      if (i === k || !row) continue
      const share = (row[k] ?? 0) / by
      for (let j = k; j <= count; j++) row[j] = (row[j] ?? 0) - share * (pivot[j] ?? 0)
    }
  }
  return rows.map((row, k) =>
    Math.abs(row[k] ?? 0) < 1e-9 ? 0 : (row[count] ?? 0) / (row[k] ?? 1),
  )
}

/** Every pixel under the same light. */
function divided(pixels: Pixels, channels: readonly (readonly number[])[], even: number): Pixels {
  const { width, height } = pixels
  const rgb = pixels.rgb.slice()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const terms = termsAt(x + 0.5, y + 0.5, pixels)
      const i = y * width + x
      const own = rgb[i] as number
      const share = (k: number) => {
        const shift = 16 - 8 * k
        const light = Math.max(1, at(channels[k] ?? [], terms))
        return (((own >> shift) & 255) * ((even >> shift) & 255)) / light
      }
      rgb[i] = packed([share(0), share(1), share(2)])
    }
  }
  return { width, height, rgb }
}
