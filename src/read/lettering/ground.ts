import type { Raster } from '../raster'

/** A picture without alpha, and the colour that each of its pixels would have without what is drawn on it. */
export interface Grounded {
  width: number
  height: number
  /** Three bytes a pixel. */
  picture: Uint8Array
  /** Three bytes a pixel. */
  ground: Uint8Array
  /** Greatest difference of a channel between the two, a byte a pixel. */
  contrast: Uint8Array
}

/** Neighbours that differ by no more are one surface: above JPEG's noise on flat ground, below the rim of any letter. */
const SAME_SURFACE = 6
/** Square pixels; a dot of 100 px letters is smaller. */
const SMALLEST_SURFACE = 150
/** Half the stroke of 110 px bold letters, in pixels. */
const THICKER_THAN_STROKES = 8
/** Half the stroke of a letter over its longer side is at most 0.11, less what the rim takes. */
const COMPACT = 0.125

/**
 * Finds the surfaces (flat, or gradients) that things are drawn on and carries their colours under these things: text,
 * lines and small signs, but not under letters' own inner pixels, which are as flat as a surface in large type.
 * Pixels of `exclude` count as ground.
 */
export function findGround(raster: Raster, exclude?: Uint8Array): Grounded {
  const { width, height } = raster
  const picture = opaque(raster)
  const flat = flatPixels(picture, width, height, exclude)
  const surfaces = surfacesOf(flat, picture, width, height)
  const source = nearest(surfaces.of, width, height)
  const ground = new Uint8Array(picture.length)
  const contrast = new Uint8Array(width * height)
  for (let i = 0; i < contrast.length; i++) {
    const from = source[i] ?? i
    const surface = surfaces.list[(surfaces.of[from] ?? 0) - 1]
    let most = 0
    for (let channel = 0; channel < 3; channel++) {
      const at = 3 * i + channel
      const base = surface?.even
        ? (surface.mean[channel] ?? 0)
        : (picture[3 * from + channel] ?? 255)
      ground[at] = base
      most = Math.max(most, Math.abs((picture[at] ?? 0) - base))
    }
    contrast[i] =
      exclude?.[i] || (most > 0 && isRim(i, source, surfaces, picture, width)) ? 0 : most
  }
  return { width, height, picture, ground, contrast }
}

/** Colours this near to a mixture of two surfaces are one. */
const MIXED = 14

/** The half-covered pixels along an edge between two surfaces, that are no ink on either. */
function isRim(
  i: number,
  source: Int32Array,
  surfaces: { of: Int32Array; list: Surface[] },
  picture: Uint8Array,
  width: number,
): boolean {
  const own = surfaces.of[source[i] ?? 0] ?? 0
  const here = surfaces.list[own - 1]?.mean
  if (!here) return false
  for (const reach of [1, 2]) {
    for (const step of [-reach, reach, -reach * width, reach * width]) {
      const other = surfaces.of[source[i + step] ?? 0] ?? 0
      if (other === 0 || other === own) continue
      const there = surfaces.list[other - 1]?.mean
      if (there && mixes(picture, i, here, there)) return true
    }
  }
  return false
}

function mixes(picture: Uint8Array, i: number, a: Surface['mean'], b: Surface['mean']): boolean {
  let [dot, square] = [0, 0]
  for (let k = 0; k < 3; k++) {
    const along = (b[k] ?? 0) - (a[k] ?? 0)
    dot += along * ((picture[3 * i + k] ?? 0) - (a[k] ?? 0))
    square += along * along
  }
  if (square < 900) return false
  const share = Math.max(0, Math.min(1, dot / square))
  for (let k = 0; k < 3; k++) {
    const mixed = (a[k] ?? 0) + share * ((b[k] ?? 0) - (a[k] ?? 0))
    if (Math.abs((picture[3 * i + k] ?? 0) - mixed) > MIXED) return false
  }
  return true
}

/** On white, as a viewer shows it. */
function opaque({ data, width, height }: Raster): Uint8Array {
  const picture = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const alpha = data[4 * i + 3] ?? 255
    for (let channel = 0; channel < 3; channel++) {
      const value = data[4 * i + channel] ?? 0
      picture[3 * i + channel] =
        alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
    }
  }
  return picture
}

/** 1 where all four neighbours have nearly the same colour. */
function flatPixels(picture: Uint8Array, width: number, height: number, exclude?: Uint8Array) {
  const flat = new Uint8Array(width * height).fill(1)
  const differ = (a: number, b: number) =>
    Math.abs((picture[3 * a] ?? 0) - (picture[3 * b] ?? 0)) > SAME_SURFACE ||
    Math.abs((picture[3 * a + 1] ?? 0) - (picture[3 * b + 1] ?? 0)) > SAME_SURFACE ||
    Math.abs((picture[3 * a + 2] ?? 0) - (picture[3 * b + 2] ?? 0)) > SAME_SURFACE
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (x + 1 < width && differ(i, i + 1)) {
        flat[i] = 0
        flat[i + 1] = 0
      }
      if (y + 1 < height && differ(i, i + width)) {
        flat[i] = 0
        flat[i + width] = 0
      }
      if (exclude?.[i]) flat[i] = 0
    }
  }
  return flat
}

interface Surface {
  mean: [number, number, number]
  /** One colour all over, so that its mean stands for it. */
  even: boolean
}

/** Numbers the surfaces from 1; 0 is what belongs to none. */
function surfacesOf(flat: Uint8Array, picture: Uint8Array, width: number, height: number) {
  const of = new Int32Array(width * height)
  const depth = depths(flat, width, height)
  const list: Surface[] = []
  const stack = new Int32Array(width * height)
  const seen = new Uint8Array(width * height)
  for (let start = 0; start < flat.length; start++) {
    if (!flat[start] || seen[start]) continue
    let filled = 1
    let taken = 0
    stack[0] = start
    seen[start] = 1
    const push = (i: number) => {
      if (!flat[i] || seen[i]) return
      seen[i] = 1
      stack[filled++] = i
    }
    const box = { left: width, right: 0, top: height, bottom: 0 }
    let radius = 0
    while (taken < filled) {
      const i = stack[taken++] ?? 0
      const x = i % width
      const y = (i - x) / width
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y)
      radius = Math.max(radius, depth[i] ?? 0)
      if (x > 0) push(i - 1)
      if (x + 1 < width) push(i + 1)
      if (y > 0) push(i - width)
      if (y + 1 < height) push(i + width)
    }
    const members = stack.subarray(0, filled)
    if (!isSurface(filled, radius, box)) continue
    list.push(describe(members, picture))
    for (const i of members) of[i] = list.length
  }
  return { of, list }
}

function isSurface(
  area: number,
  radius: number,
  box: { left: number; right: number; top: number; bottom: number },
): boolean {
  if (area < SMALLEST_SURFACE) return false
  const wide = box.right - box.left + 1
  const high = box.bottom - box.top + 1
  if (radius >= THICKER_THAN_STROKES || radius >= COMPACT * Math.max(wide, high)) return true
  // The ground of a narrow label: a strip wider than any letter that fills most of its box.
  return wide > 1.6 * high && high >= 10 && area > 0.3 * wide * high && radius >= 2
}

function describe(members: Int32Array, picture: Uint8Array): Surface {
  const sum = [0, 0, 0]
  const squares = [0, 0, 0]
  for (const i of members) {
    for (let channel = 0; channel < 3; channel++) {
      const value = picture[3 * i + channel] ?? 0
      sum[channel] = (sum[channel] ?? 0) + value
      squares[channel] = (squares[channel] ?? 0) + value * value
    }
  }
  const mean = sum.map((each) => each / members.length)
  const spread = squares.map((each, k) => each / members.length - (mean[k] ?? 0) ** 2)
  return {
    mean: [Math.round(mean[0] ?? 0), Math.round(mean[1] ?? 0), Math.round(mean[2] ?? 0)],
    even: Math.max(...spread) < 9,
  }
}

/** Chessboard distance of each flat pixel to the nearest that is not flat. */
function depths(flat: Uint8Array, width: number, height: number): Uint16Array {
  const depth = new Uint16Array(flat.length)
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 65_000 : (depth[y * width + x] ?? 0)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!flat[i]) continue
      depth[i] = 1 + Math.min(at(x - 1, y), at(x, y - 1), at(x - 1, y - 1), at(x + 1, y - 1))
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x
      if (!flat[i]) continue
      const low = 1 + Math.min(at(x + 1, y), at(x, y + 1), at(x + 1, y + 1), at(x - 1, y + 1))
      depth[i] = Math.min(depth[i] ?? 0, low)
    }
  }
  return depth
}

/** For each pixel the nearest one of a surface (city-block distance), itself where it is on one. */
function nearest(of: Int32Array, width: number, height: number): Int32Array {
  const source = new Int32Array(of.length).fill(-1)
  const queue = new Int32Array(of.length)
  let filled = 0
  for (let i = 0; i < of.length; i++) {
    if (!of[i]) continue
    source[i] = i
    queue[filled++] = i
  }
  for (let taken = 0; taken < filled; taken++) {
    const i = queue[taken] ?? 0
    const from = source[i] ?? i
    const x = i % width
    for (const next of [
      x > 0 ? i - 1 : -1,
      x + 1 < width ? i + 1 : -1,
      i - width,
      i + width < width * height ? i + width : -1,
    ]) {
      if (next < 0 || source[next] !== -1) continue
      source[next] = from
      queue[filled++] = next
    }
  }
  for (let i = 0; i < source.length; i++) if (source[i] === -1) source[i] = i
  return source
}
