/** The largest difference of a channel between two colours `0xrrggbb`, 0 to 255. */
export function difference(a: i32, b: i32): i32 {
  if (a === b) return 0
  const red = abs(((a >> 16) & 255) - ((b >> 16) & 255))
  const green = abs(((a >> 8) & 255) - ((b >> 8) & 255))
  const blue = abs((a & 255) - (b & 255))
  return max(red, max(green, blue))
}

/** Takes RGBA to `0xrrggbb` on a white page, in place. */
export function pack(data: usize, count: i32): void {
  const end = data + ((count as usize) << 2)
  const opaque = i32x4.splat(0xff000000)
  let at = data
  for (; at + 16 <= end; at += 16) {
    const four = v128.load(at)
    if (i32x4.all_true(i32x4.eq(v128.and(four, opaque), opaque)))
      v128.store(
        at,
        i8x16.swizzle(four, i8x16(2, 1, 0, -1, 6, 5, 4, -1, 10, 9, 8, -1, 14, 13, 12, -1)),
      )
    else for (let one = at; one < at + 16; one += 4) packOne(one)
  }
  for (; at < end; at += 4) packOne(at)
}

function packOne(at: usize): void {
  const alpha = load<u8>(at, 3) as i32
  const red = onWhite(load<u8>(at), alpha)
  const green = onWhite(load<u8>(at, 1), alpha)
  const blue = onWhite(load<u8>(at, 2), alpha)
  store<i32>(at, (red << 16) | (green << 8) | blue)
}

function onWhite(value: i32, alpha: i32): i32 {
  return (2 * (value * alpha + 255 * (255 - alpha)) + 255) / 510
}

/** Takes RGBA to `0xrrggbb` whatever the alpha, in place. */
export function packOpaque(data: usize, count: i32): void {
  const end = data + ((count as usize) << 2)
  let at = data
  for (; at + 16 <= end; at += 16)
    v128.store(
      at,
      i8x16.swizzle(v128.load(at), i8x16(2, 1, 0, -1, 6, 5, 4, -1, 10, 9, 8, -1, 14, 13, 12, -1)),
    )
  for (; at < end; at += 4)
    store<i32>(
      at,
      ((load<u8>(at) as i32) << 16) | ((load<u8>(at, 1) as i32) << 8) | (load<u8>(at, 2) as i32),
    )
}
