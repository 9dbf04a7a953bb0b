/**
 * Marks pixels from which none of those two away in a row or column, nor the slanted neighbours, differ by more than
 * `most` levels; none within two pixels of the border.
 */
export function still(rgb: usize, width: i32, height: i32, most: i32, mask: usize): void {
  memory.fill(mask, 0, width * height)
  const limit = i8x16.splat(min(most, 255) as i8)
  const down = (width as usize) << 2
  for (let y = 2; y < height - 2; y++) {
    let x = 2
    for (; x + 16 <= width - 2; x += 16) {
      const i = y * width + x
      const at = rgb + ((i as usize) << 2)
      const left = i16x8.narrow_i32x4_s(four(at, down, limit), four(at + 16, down, limit))
      const right = i16x8.narrow_i32x4_s(four(at + 32, down, limit), four(at + 48, down, limit))
      v128.store(mask + i, v128.and(i8x16.narrow_i16x8_s(left, right), i8x16.splat(1)))
    }
    for (; x < width - 2; x++) {
      const i = y * width + x
      const lanes = four(rgb + ((i as usize) << 2), down, limit)
      store<u8>(mask + i, i32x4.extract_lane(lanes, 0) & 1)
    }
  }
}

/** Lanes of ones where four pixels from `at` are still. */
function four(at: usize, down: usize, limit: v128): v128 {
  const own = v128.load(at)
  let most = apart(own, at - 8)
  most = i8x16.max_u(most, apart(own, at + 8))
  most = i8x16.max_u(most, apart(own, at - 2 * down))
  most = i8x16.max_u(most, apart(own, at + 2 * down))
  most = i8x16.max_u(most, apart(own, at - down - 4))
  most = i8x16.max_u(most, apart(own, at + down + 4))
  most = i8x16.max_u(most, apart(own, at + down - 4))
  most = i8x16.max_u(most, apart(own, at - down + 4))
  return i32x4.eq(i8x16.sub_sat_u(most, limit), i32x4.splat(0))
}

/** Differences channel by channel of four pixels to those at an address. */
function apart(own: v128, at: usize): v128 {
  const other = v128.load(at)
  return v128.or(i8x16.sub_sat_u(own, other), i8x16.sub_sat_u(other, own))
}
