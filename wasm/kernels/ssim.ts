/** Of Wang et al. (2004), for levels 0 to 255. */
const C1: f64 = 0.01 * 255 * (0.01 * 255)
const C2: f64 = 0.03 * 255 * (0.03 * 255)

/** Takes `0xrrggbb` to luma (Rec. 601), 32-bit floats of 0 to 255, in place. */
function lumas(rgb: usize, count: i32): void {
  const end = rgb + ((count as usize) << 2)
  let at = rgb
  for (; at + 16 <= end; at += 16) v128.store(at, fourLumas(v128.load(at)))
  for (; at < end; at += 4) store<f32>(at, f32x4.extract_lane(fourLumas(v128.load32_zero(at)), 0))
}

function fourLumas(colours: v128): v128 {
  const level = i32x4.splat(255)
  const red = f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(colours, 16), level))
  const green = f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(colours, 8), level))
  const blue = f32x4.convert_i32x4_s(v128.and(colours, level))
  return f32x4.add(
    f32x4.add(f32x4.mul(f32x4.splat(0.299), red), f32x4.mul(f32x4.splat(0.587), green)),
    f32x4.mul(f32x4.splat(0.114), blue),
  )
}

/**
 * Structural similarity of two pictures (`0xrrggbb`, overwritten) in luma, over windows of 8 by 8 pixels that overlap
 * by half. `rows` is room for 80 bytes for each four columns.
 */
export function ssim(a: usize, b: usize, width: i32, height: i32, rows: usize): f64 {
  lumas(a, width * height)
  lumas(b, width * height)
  if (width < 8 || height < 8) return small(a, b, width, height)
  // A window is two by two blocks of four by four pixels: each block is summed once.
  const columns = width >> 2
  const bytes = (columns as usize) * 40
  let sum: f64 = 0
  for (let row = 0; row < height >> 2; row++) {
    const now = rows + ((row & 1) as usize) * bytes
    const before = rows + (((row & 1) ^ 1) as usize) * bytes
    const start = ((row * 4 * width) as usize) << 2
    for (let k = 0; k < columns; k++) {
      const at = start + ((k as usize) << 4)
      block(a + at, b + at, (width as usize) << 2, now + (k as usize) * 40)
    }
    if (row === 0) continue
    for (let k = 0; k + 1 < columns; k++) {
      const x = (k as usize) * 40
      sum += likeness(
        four(before + x, now + x),
        four(before + x + 8, now + x + 8),
        four(before + x + 16, now + x + 16),
        four(before + x + 24, now + x + 24),
        four(before + x + 32, now + x + 32),
        64,
      )
    }
  }
  return sum / (((columns - 1) * ((height >> 2) - 1)) as f64)
}

function four(above: usize, below: usize): f64 {
  return load<f64>(above) + load<f64>(above, 40) + (load<f64>(below) + load<f64>(below, 40))
}

/** Sums of two blocks: of each, of their squares, of their products; 64-bit floats. */
function block(a: usize, b: usize, stride: usize, out: usize): void {
  let sums = f64x2.splat(0)
  let others = f64x2.splat(0)
  let squares = f64x2.splat(0)
  let otherSquares = f64x2.splat(0)
  let products = f64x2.splat(0)
  for (let y = 0; y < 4; y++) {
    const p = v128.load(a)
    const q = v128.load(b)
    const p0 = f64x2.promote_low_f32x4(p)
    const q0 = f64x2.promote_low_f32x4(q)
    const p1 = f64x2.promote_low_f32x4(v128.shuffle<i32>(p, p, 2, 3, 0, 1))
    const q1 = f64x2.promote_low_f32x4(v128.shuffle<i32>(q, q, 2, 3, 0, 1))
    sums = f64x2.add(sums, f64x2.add(p0, p1))
    others = f64x2.add(others, f64x2.add(q0, q1))
    squares = f64x2.add(squares, f64x2.add(f64x2.mul(p0, p0), f64x2.mul(p1, p1)))
    otherSquares = f64x2.add(otherSquares, f64x2.add(f64x2.mul(q0, q0), f64x2.mul(q1, q1)))
    products = f64x2.add(products, f64x2.add(f64x2.mul(p0, q0), f64x2.mul(p1, q1)))
    a += stride
    b += stride
  }
  store<f64>(out, both(sums))
  store<f64>(out, both(others), 8)
  store<f64>(out, both(squares), 16)
  store<f64>(out, both(otherSquares), 24)
  store<f64>(out, both(products), 32)
}

function both(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1)
}

/** Of a window of `n` pixels by its sums. */
function likeness(sa: f64, sb: f64, aa: f64, bb: f64, ab: f64, n: f64): f64 {
  const ma = sa / n
  const mb = sb / n
  const va = aa / n - ma * ma
  const vb = bb / n - mb * mb
  const vab = ab / n - ma * mb
  const top = (2 * ma * mb + C1) * (2 * vab + C2)
  return top / ((ma * ma + mb * mb + C1) * (Math.abs(va) + Math.abs(vb) + C2))
}

/** Pictures narrower or lower than a window have smaller ones. */
function small(a: usize, b: usize, width: i32, height: i32): f64 {
  const size = min(8, min(width, height))
  const step = max(1, size >> 1)
  let sum: f64 = 0
  let count = 0
  for (let y = 0; y + size <= height; y += step) {
    for (let x = 0; x + size <= width; x += step) {
      sum += window(a, b, y * width + x, width, size)
      count++
    }
  }
  return count === 0 ? 1 : sum / (count as f64)
}

function window(a: usize, b: usize, start: i32, width: i32, size: i32): f64 {
  let sa: f64 = 0
  let sb: f64 = 0
  let aa: f64 = 0
  let bb: f64 = 0
  let ab: f64 = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = ((start + y * width + x) as usize) << 2
      const p = load<f32>(a + at) as f64
      const q = load<f32>(b + at) as f64
      sa += p
      sb += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  return likeness(sa, sb, aa, bb, ab, (size * size) as f64)
}
