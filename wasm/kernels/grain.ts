/** No channel of a colour is as far as this from that of any other; `0xrrggbb` leaves the place free. */
const NONE: i32 = 0xff << 24

/**
 * Each of `0xrrggbb` pixels as the mean of those of its row, or of its column, that lie up to `reach` from it and differ in no
 * channel by more than `most`. `line` is room for a row with twice `reach` and 4 pixels more; 4 pixels behind the picture
 * and behind `out` are read and written.
 */
export function averaged(
  rgb: usize,
  width: i32,
  height: i32,
  reach: i32,
  most: i32,
  down: i32,
  line: usize,
  out: usize,
): void {
  const bound = i8x16.splat(min(most, 254) as i8)
  const bytes = (width as usize) << 2
  const side = (reach as usize) << 2
  for (let k: usize = 0; k < bytes + 2 * side + 16; k += 4) store<i32>(line + k, NONE)
  for (let y = 0; y < height; y++) {
    const row = rgb + (y as usize) * bytes
    const first = max(0, y - reach)
    const start = down ? rgb + (first as usize) * bytes : line
    const count = down ? min(height - 1, y + reach) - first + 1 : 2 * reach + 1
    if (!down) memory.copy(line + side, row, bytes)
    for (let x: usize = 0; x < bytes; x += 16)
      v128.store(
        out + (y as usize) * bytes + x,
        mean(v128.load(row + x), start + x, count, down ? bytes : 4, bound),
      )
  }
}

/** Of four pixels: the means of those of `count` neighbours of each that are near it. */
function mean(own: v128, from: usize, count: i32, step: usize, bound: v128): v128 {
  let low = i16x8.splat(0)
  let high = i16x8.splat(0)
  let counts = i32x4.splat(0)
  for (let k = 0; k < count; k++) {
    const other = v128.load(from)
    const apart = v128.or(i8x16.sub_sat_u(own, other), i8x16.sub_sat_u(other, own))
    const near = i32x4.eq(i8x16.sub_sat_u(apart, bound), i32x4.splat(0))
    const kept = v128.and(other, near)
    low = i16x8.add(low, i16x8.extend_low_i8x16_u(kept))
    high = i16x8.add(high, i16x8.extend_high_i8x16_u(kept))
    counts = i32x4.sub(counts, near)
    from += step
  }
  const shares = f32x4.convert_i32x4_s(counts)
  const one = shared(i32x4.extend_low_i16x8_u(low), f32x4.extract_lane(shares, 0))
  const two = shared(i32x4.extend_high_i16x8_u(low), f32x4.extract_lane(shares, 1))
  const three = shared(i32x4.extend_low_i16x8_u(high), f32x4.extract_lane(shares, 2))
  const four = shared(i32x4.extend_high_i16x8_u(high), f32x4.extract_lane(shares, 3))
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(one, two), i16x8.narrow_i32x4_s(three, four))
}

/** Sums of channels by a count, halves upwards. */
function shared(sums: v128, count: f32): v128 {
  const means = f32x4.div(f32x4.convert_i32x4_s(sums), f32x4.splat(count))
  return i32x4.trunc_sat_f32x4_s(f32x4.add(means, f32x4.splat(0.5)))
}
