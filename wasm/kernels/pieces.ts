function cell(array: usize, i: i32): usize {
  return array + ((i as usize) << 2)
}

/**
 * Greatest value (a byte a pixel) within `radius` pixels across and down. `row` is room for a row and `2 * radius + 16`
 * bytes more, `rows` for a byte a pixel.
 */
export function maximum(
  values: usize,
  width: i32,
  height: i32,
  radius: i32,
  row: usize,
  rows: usize,
  out: usize,
): void {
  // Nothing is greater than the zeros around a row.
  memory.fill(row, 0, width + 2 * radius + 16)
  for (let y = 0; y < height; y++) {
    memory.copy(row + radius, values + y * width, width)
    let x = 0
    for (; x + 16 <= width; x += 16) {
      let most = v128.load(row + x)
      for (let k = 1; k <= 2 * radius; k++) most = i8x16.max_u(most, v128.load(row + x + k))
      v128.store(rows + y * width + x, most)
    }
    for (; x < width; x++) {
      let most: u8 = 0
      for (let k = 0; k <= 2 * radius; k++) most = max(most, load<u8>(row + x + k))
      store<u8>(rows + y * width + x, most)
    }
  }
  for (let y = 0; y < height; y++) {
    const first = max(0, y - radius)
    const last = min(height - 1, y + radius)
    let x = 0
    for (; x + 16 <= width; x += 16) {
      let most = v128.load(rows + first * width + x)
      for (let k = first + 1; k <= last; k++)
        most = i8x16.max_u(most, v128.load(rows + k * width + x))
      v128.store(out + y * width + x, most)
    }
    for (; x < width; x++) {
      let most: u8 = 0
      for (let k = first; k <= last; k++) most = max(most, load<u8>(rows + k * width + x))
      store<u8>(out + y * width + x, most)
    }
  }
}

/** Marks values of at least `least` that are at least `share` of the peak near by; in place of the peaks. */
export function outstanding(values: usize, peaks: usize, count: i32, least: i32, share: f64): void {
  for (let i = 0; i < count; i++) {
    const value = load<u8>(values + i) as i32
    const high = value >= least && (value as f64) >= share * (load<u8>(peaks + i) as f64)
    store<u8>(peaks + i, high ? 1 : 0)
  }
}

/**
 * Fills a table with thirteen 64-bit floats a label: first column and row, last column and row, area, greatest
 * contrast; then, over pixels of at least `share` of that: their number, and sums of red, green and blue of the picture
 * and of the ground. Labels become numbers from 1, and 0 for none.
 */
export function pieces(
  labels: usize,
  contrast: usize,
  picture: usize,
  ground: usize,
  width: i32,
  height: i32,
  count: i32,
  share: f64,
  table: usize,
): void {
  memory.fill(table, 0, (count as usize) * 104)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const label = load<i32>(cell(labels, i))
      if (label >= 0) addPixel(table + (label as usize) * 104, x, y, load<u8>(contrast + i))
    }
  }
  for (let i = 0, all = width * height; i < all; i++) {
    const label = load<i32>(cell(labels, i))
    store<i32>(cell(labels, i), label + 1)
    if (label < 0) continue
    const row = table + (label as usize) * 104
    if ((load<u8>(contrast + i) as f64) < share * load<f64>(row, 40)) continue
    add(row + 48, 1)
    for (let channel = 0; channel < 3; channel++) {
      const at = (3 * i + channel) as usize
      add(row + 56 + ((channel as usize) << 3), load<u8>(picture + at) as f64)
      add(row + 80 + ((channel as usize) << 3), load<u8>(ground + at) as f64)
    }
  }
}

function addPixel(row: usize, x: i32, y: i32, contrast: u8): void {
  const area = load<f64>(row, 32)
  if (area === 0) store<f64>(row, y, 8)
  if (area === 0 || (x as f64) < load<f64>(row)) store<f64>(row, x)
  if ((x as f64) > load<f64>(row, 16)) store<f64>(row, x, 16)
  store<f64>(row, y, 24)
  store<f64>(row, area + 1, 32)
  if ((contrast as f64) > load<f64>(row, 40)) store<f64>(row, contrast, 40)
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value)
}
