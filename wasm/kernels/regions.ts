import { difference } from './colour'

function cell(array: usize, i: i32): usize {
  return array + ((i as usize) << 2)
}

function root(parent: usize, i: i32): i32 {
  let at = i
  let above = load<i32>(cell(parent, at))
  while (above !== at) {
    const next = load<i32>(cell(parent, above))
    store<i32>(cell(parent, at), next)
    at = next
    above = load<i32>(cell(parent, at))
  }
  return at
}

/** The lower index becomes the root, so that labels follow reading order. */
function join(parent: usize, a: i32, b: i32): void {
  const one = root(parent, a)
  const other = root(parent, b)
  if (one < other) store<i32>(cell(parent, other), one)
  else if (other < one) store<i32>(cell(parent, one), other)
}

function follow(labels: usize, i: i32, other: i32): void {
  store<i32>(cell(labels, i), load<i32>(cell(labels, other)))
}

/** Every parent lies before its child, so one pass turns parents into labels; returns how many there are. */
function numbered(labels: usize, count: i32): i32 {
  let found = 0
  for (let i = 0; i < count; i++) {
    const parent = load<i32>(cell(labels, i))
    if (parent < 0) continue
    if (parent === i) store<i32>(cell(labels, i), found++)
    else follow(labels, i, parent)
  }
  return found
}

/**
 * Labels connected pixels whose neighbours (four) differ by at most `tolerance` levels, in reading order; -1 where
 * `except` (0: nowhere) is set. `row` is room for a byte a column. Returns the number of labels.
 */
export function smooth(
  rgb: usize,
  except: usize,
  width: i32,
  height: i32,
  tolerance: i32,
  labels: usize,
  row: usize,
): i32 {
  memory.fill(row, 0, width)
  for (let y = 0, i = 0; y < height; y++) {
    let downBefore = false
    for (let x = 0; x < width; x++, i++) {
      if (except !== 0 && load<u8>(except + i) !== 0) {
        store<i32>(cell(labels, i), -1)
        store<u8>(row + x, 0)
        downBefore = false
        continue
      }
      const own = load<i32>(cell(rgb, i))
      const left =
        x > 0 &&
        load<i32>(cell(labels, i - 1)) >= 0 &&
        difference(own, load<i32>(cell(rgb, i - 1))) <= tolerance
      const up =
        y > 0 &&
        load<i32>(cell(labels, i - width)) >= 0 &&
        difference(own, load<i32>(cell(rgb, i - width))) <= tolerance
      if (left) {
        follow(labels, i, i - 1)
        // Around a square of four, three links already join all.
        if (up && !(downBefore && load<u8>(row + x) !== 0)) join(labels, i, i - width)
      } else if (up) follow(labels, i, i - width)
      else store<i32>(cell(labels, i), i)
      store<u8>(row + x, left ? 1 : 0)
      downBefore = up
    }
  }
  return numbered(labels, width * height)
}

/** Labels connected pixels of a mask with their four neighbours, in reading order; -1 elsewhere. */
export function connected4(mask: usize, width: i32, height: i32, labels: usize): i32 {
  memory.fill(labels, 255, ((width * height) as usize) << 2)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (load<u8>(mask + i) === 0) continue
      const left = x > 0 && load<u8>(mask + i - 1) !== 0
      const up = y > 0 && load<u8>(mask + i - width) !== 0
      if (left) {
        follow(labels, i, i - 1)
        if (up && load<u8>(mask + i - width - 1) === 0) join(labels, i, i - width)
      } else if (up) follow(labels, i, i - width)
      else store<i32>(cell(labels, i), i)
    }
  }
  return numbered(labels, width * height)
}

/** The same with all eight neighbours. */
export function connected8(mask: usize, width: i32, height: i32, labels: usize): i32 {
  const count = width * height
  memory.fill(labels, 255, (count as usize) << 2)
  for (let i = 0; i < count; i++) {
    if (load<u8>(mask + i) === 0) {
      while (i + 8 < count && load<u64>(mask + i + 1) === 0) i += 8
      continue
    }
    const x = i % width
    const left = x > 0 && load<u8>(mask + i - 1) !== 0
    if (i >= width && load<u8>(mask + i - width) !== 0) {
      follow(labels, i, left ? i - 1 : i - width)
      continue
    }
    const right = i >= width && x < width - 1 && load<u8>(mask + i - width + 1) !== 0
    if (left) follow(labels, i, i - 1)
    else if (i >= width && x > 0 && load<u8>(mask + i - width - 1) !== 0)
      follow(labels, i, i - width - 1)
    else {
      if (right) follow(labels, i, i - width + 1)
      else store<i32>(cell(labels, i), i)
      continue
    }
    if (right) join(labels, i, i - width + 1)
  }
  return numbered(labels, count)
}

/** Numbers of a label in a table of regions, four bytes each. */
const STRIDE: usize = 32

/**
 * Fills a table with eight numbers a label: area, first column, first row, last column, last row, core, whether it
 * touches the border, mean colour. The core are pixels all of whose neighbours have their label; the colour is the
 * core's, or all pixels' where there is none. `sums` is room for six 64-bit numbers a label.
 */
export function describe(
  labels: usize,
  rgb: usize,
  width: i32,
  height: i32,
  count: i32,
  table: usize,
  sums: usize,
): void {
  memory.fill(table, 0, (count as usize) * STRIDE)
  memory.fill(sums, 0, (count as usize) * 48)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; ) {
      const label = load<i32>(cell(labels, y * width + x))
      const from = x
      do x++
      while (x < width && load<i32>(cell(labels, y * width + x)) === label)
      if (label >= 0) addRun(labels, rgb, width, height, y, from, x, label, table, sums)
    }
  }
  for (let label = 0; label < count; label++) colour(table, sums, label)
}

/** A run of pixels of one label from column `from` up to `to`. */
function addRun(
  labels: usize,
  rgb: usize,
  width: i32,
  height: i32,
  y: i32,
  from: i32,
  to: i32,
  label: i32,
  table: usize,
  sums: usize,
): void {
  const row = table + (label as usize) * STRIDE
  const area = load<i32>(row)
  if (area === 0) {
    store<i32>(row, from, 4)
    store<i32>(row, y, 8)
  } else if (from < load<i32>(row, 4)) store<i32>(row, from, 4)
  store<i32>(row, area + to - from)
  if (to - 1 > load<i32>(row, 12)) store<i32>(row, to - 1, 12)
  store<i32>(row, y, 16)
  const edge = y === 0 || y === height - 1
  if (edge || from === 0 || to === width) store<i32>(row, 1, 24)
  addColours(labels, rgb, width, edge, y * width + from, y * width + to, label, row, sums)
}

function addColours(
  labels: usize,
  rgb: usize,
  width: i32,
  edge: bool,
  start: i32,
  end: i32,
  label: i32,
  row: usize,
  sums: usize,
): void {
  let core = 0
  let red = 0
  let green = 0
  let blue = 0
  let coreRed = 0
  let coreGreen = 0
  let coreBlue = 0
  for (let i = start; i < end; i++) {
    const own = load<i32>(cell(rgb, i))
    red += (own >> 16) & 255
    green += (own >> 8) & 255
    blue += own & 255
    if (edge || i === start || i === end - 1) continue
    const inner =
      load<i32>(cell(labels, i - width)) === label &&
      load<i32>(cell(labels, i + width)) === label &&
      load<i32>(cell(labels, i - width - 1)) === label &&
      load<i32>(cell(labels, i + width + 1)) === label
    if (!inner) continue
    core++
    coreRed += (own >> 16) & 255
    coreGreen += (own >> 8) & 255
    coreBlue += own & 255
  }
  store<i32>(row, load<i32>(row, 20) + core, 20)
  const sum = sums + (label as usize) * 48
  add(sum, red)
  add(sum + 8, green)
  add(sum + 16, blue)
  add(sum + 24, coreRed)
  add(sum + 32, coreGreen)
  add(sum + 40, coreBlue)
}

function add(at: usize, value: i32): void {
  store<i64>(at, load<i64>(at) + (value as i64))
}

function colour(table: usize, sums: usize, label: i32): void {
  const row = table + (label as usize) * STRIDE
  const core = load<i32>(row, 20)
  const count = (core > 0 ? core : load<i32>(row)) as f64
  const sum = sums + (label as usize) * 48 + (core > 0 ? 24 : 0)
  const red = mean(sum, count)
  const green = mean(sum + 8, count)
  const blue = mean(sum + 16, count)
  store<i32>(row, (red << 16) | (green << 8) | blue, 28)
}

function mean(sum: usize, count: f64): i32 {
  return Math.floor((load<i64>(sum) as f64) / count + 0.5) as i32
}
