import { difference } from './colour'

function cell(array: usize, i: i32): usize {
  return array + ((i as usize) << 2)
}

/** Marks pixels whose four neighbours differ by at most `most` levels and where `except` (0: nowhere) is not set. */
export function flat(
  rgb: usize,
  except: usize,
  width: i32,
  height: i32,
  most: i32,
  mask: usize,
): void {
  memory.fill(mask, 1, width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = load<i32>(cell(rgb, i))
      if (x + 1 < width && difference(own, load<i32>(cell(rgb, i + 1))) > most) {
        store<u8>(mask + i, 0)
        store<u8>(mask + i + 1, 0)
      }
      if (y + 1 < height && difference(own, load<i32>(cell(rgb, i + width))) > most) {
        store<u8>(mask + i, 0)
        store<u8>(mask + i + width, 0)
      }
      if (except !== 0 && load<u8>(except + i) !== 0) store<u8>(mask + i, 0)
    }
  }
}

/**
 * Fills a table with twelve 64-bit floats a label: area, first column, last column, first row, last row, greatest
 * depth, then sums of red, green and blue and of their squares.
 */
export function surfaces(
  labels: usize,
  rgb: usize,
  depth: usize,
  width: i32,
  height: i32,
  count: i32,
  table: usize,
): void {
  memory.fill(table, 0, (count as usize) * 96)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; ) {
      const label = load<i32>(cell(labels, y * width + x))
      const from = x
      do x++
      while (x < width && load<i32>(cell(labels, y * width + x)) === label)
      if (label < 0) continue
      const row = table + (label as usize) * 96
      addRun(row, from, x - 1, y)
      addColours(row, rgb, depth, y * width + from, y * width + x)
    }
  }
}

function addRun(row: usize, from: i32, to: i32, y: i32): void {
  const area = load<f64>(row)
  if (area === 0) store<f64>(row, y, 24)
  if (area === 0 || (from as f64) < load<f64>(row, 8)) store<f64>(row, from, 8)
  if ((to as f64) > load<f64>(row, 16)) store<f64>(row, to, 16)
  store<f64>(row, y, 32)
  store<f64>(row, area + ((to - from + 1) as f64))
}

function addColours(row: usize, rgb: usize, depth: usize, start: i32, end: i32): void {
  let red = 0
  let green = 0
  let blue = 0
  let red2: i64 = 0
  let green2: i64 = 0
  let blue2: i64 = 0
  let deepest = 0
  for (let i = start; i < end; i++) {
    const own = load<i32>(cell(rgb, i))
    const r = (own >> 16) & 255
    const g = (own >> 8) & 255
    const b = own & 255
    red += r
    green += g
    blue += b
    red2 += (r * r) as i64
    green2 += (g * g) as i64
    blue2 += (b * b) as i64
    deepest = max(deepest, load<u16>(depth + ((i as usize) << 1)) as i32)
  }
  if ((deepest as f64) > load<f64>(row, 40)) store<f64>(row, deepest, 40)
  add(row + 48, red as f64)
  add(row + 56, green as f64)
  add(row + 64, blue as f64)
  add(row + 72, red2 as f64)
  add(row + 80, green2 as f64)
  add(row + 88, blue2 as f64)
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value)
}

/** Takes labels to the numbers of surfaces by `numbers` (four bytes a label), and no label to 0; in place. */
export function renumber(labels: usize, count: i32, numbers: usize): void {
  for (let i = 0; i < count; i++) {
    const label = load<i32>(cell(labels, i))
    store<i32>(cell(labels, i), label < 0 ? 0 : load<i32>(cell(numbers, label)))
  }
}

/**
 * For every pixel the nearest one whose number is not 0, by the city-block distance; itself where there is none.
 * `queue` is room for four bytes a pixel.
 */
export function nearest(owner: usize, width: i32, height: i32, source: usize, queue: usize): void {
  const count = width * height
  for (let i = 0; i < count; i++)
    store<i32>(cell(source, i), load<i32>(cell(owner, i)) === 0 ? -1 : i)
  let filled = 0
  for (let i = 0; i < count; i++)
    if (load<i32>(cell(owner, i)) !== 0) filled = spread(source, queue, filled, i, width, count)
  for (let taken = 0; taken < filled; taken++)
    filled = spread(source, queue, filled, load<i32>(cell(queue, taken)), width, count)
  for (let i = 0; i < count; i++)
    if (load<i32>(cell(source, i)) === -1) store<i32>(cell(source, i), i)
}

function spread(source: usize, queue: usize, filled: i32, i: i32, width: i32, count: i32): i32 {
  const from = load<i32>(cell(source, i))
  let end = filled
  const up = i - width
  const down = i + width
  // Within a surface all neighbours are taken, and their columns need no division.
  if (i > 0 && load<i32>(cell(source, i - 1)) === -1 && i % width > 0)
    end = reach(source, queue, end, i - 1, from)
  if (i + 1 < count && load<i32>(cell(source, i + 1)) === -1 && (i + 1) % width > 0)
    end = reach(source, queue, end, i + 1, from)
  if (up >= 0 && load<i32>(cell(source, up)) === -1) end = reach(source, queue, end, up, from)
  if (down < count && load<i32>(cell(source, down)) === -1)
    end = reach(source, queue, end, down, from)
  return end
}

function reach(source: usize, queue: usize, end: i32, i: i32, from: i32): i32 {
  store<i32>(cell(source, i), from)
  store<i32>(cell(queue, end), i)
  return end + 1
}

/**
 * The colour that each pixel would have without what is drawn on it, and by how much it differs: `means` has a
 * surface's number's colour, or -1 minus it for a surface that is not one colour all over and gives that of its
 * nearest pixel. Writes picture and ground (three bytes a pixel) and contrast (a byte, 0 where `except` is set and
 * along edges between two surfaces, where colours up to `mixed` levels from a mixture of both are one).
 */
export function grounded(
  rgb: usize,
  except: usize,
  owner: usize,
  source: usize,
  means: usize,
  width: i32,
  height: i32,
  mixed: f64,
  picture: usize,
  ground: usize,
  contrast: usize,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const from = load<i32>(cell(source, i))
      const surface = load<i32>(cell(owner, from))
      const own = load<i32>(cell(rgb, i))
      const mean = load<i32>(cell(means, surface))
      const below = surface !== 0 && mean >= 0 ? mean : load<i32>(cell(rgb, from))
      bytes(picture, i, own)
      bytes(ground, i, below)
      let by = difference(own, below)
      if (by > 0) {
        if (except !== 0 && load<u8>(except + i) !== 0) by = 0
        else if (
          surface !== 0 &&
          isRim(own, surface, owner, source, means, x, y, i, width, height, mixed)
        )
          by = 0
      }
      store<u8>(contrast + i, by)
    }
  }
}

function bytes(out: usize, i: i32, colour: i32): void {
  const at = out + ((3 * i) as usize)
  store<u8>(at, colour >> 16)
  store<u8>(at, colour >> 8, 1)
  store<u8>(at, colour, 2)
}

function colourOf(means: usize, surface: i32): i32 {
  const mean = load<i32>(cell(means, surface))
  return mean < 0 ? -1 - mean : mean
}

function isRim(
  own: i32,
  surface: i32,
  owner: usize,
  source: usize,
  means: usize,
  x: i32,
  y: i32,
  i: i32,
  width: i32,
  height: i32,
  mixed: f64,
): bool {
  const here = colourOf(means, surface)
  for (let far = 1; far <= 2; far++) {
    for (let way = 0; way < 4; way++) {
      const across = way === 0 ? -far : way === 1 ? far : 0
      const down = way === 2 ? -far : way === 3 ? far : 0
      const column = x + across
      const row = y + down
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const other = load<i32>(cell(owner, load<i32>(cell(source, i + down * width + across))))
      if (other === 0 || other === surface) continue
      if (mixes(own, here, colourOf(means, other), mixed)) return true
    }
  }
  return false
}

/** Surfaces nearer than this, by the square of their colours' distance, have no mixture to speak of. */
const LEAST_APART: i32 = 900

function mixes(own: i32, a: i32, b: i32, most: f64): bool {
  let dot = 0
  let square = 0
  for (let shift = 0; shift <= 16; shift += 8) {
    const start = (a >> shift) & 255
    const along = ((b >> shift) & 255) - start
    dot += along * (((own >> shift) & 255) - start)
    square += along * along
  }
  if (square < LEAST_APART) return false
  const share = Math.max(0, Math.min(1, (dot as f64) / (square as f64)))
  for (let shift = 0; shift <= 16; shift += 8) {
    const start = (a >> shift) & 255
    const along = ((b >> shift) & 255) - start
    const mixture = (start as f64) + share * (along as f64)
    if (Math.abs((((own >> shift) & 255) as f64) - mixture) > most) return false
  }
  return true
}
