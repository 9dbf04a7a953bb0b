const FAR: i32 = 30000

/**
 * The distance of every pixel of a mask from the nearest one outside of it, by the chamfer 3-4, in pixels (32-bit
 * floats). Beyond the border nothing is inside. `work` is room for two bytes a pixel.
 */
export function chamfer(mask: usize, width: i32, height: i32, work: usize, out: usize): void {
  const count = width * height
  for (let i = 0; i < count; i++) {
    const rim = i < width || i >= count - width
    store<u16>(at(work, i), load<u8>(mask + i) === 0 ? 0 : rim ? 3 : FAR)
  }
  for (let y = 0; y < height; y++) {
    for (let i = y * width, end = y * width + width - 1; i <= end; i += max(1, width - 1))
      if (load<u8>(mask + i) !== 0) store<u16>(at(work, i), 3)
  }
  for (let y = 1; y < height; y++) {
    const first = y * width + 1
    forward(work, first, first + width - 2, width)
  }
  for (let y = height - 2; y >= 0; y--) {
    const first = y * width + 1
    backward(work, first, first + width - 2, width)
  }
  for (let i = 0; i < count; i++)
    store<f32>(out + ((i as usize) << 2), ((load<u16>(at(work, i)) as f64) / 3) as f32)
}

function at(array: usize, i: i32): usize {
  return array + ((i as usize) << 1)
}

function depth(work: usize, i: i32): i32 {
  return load<u16>(at(work, i)) as i32
}

function forward(work: usize, first: i32, end: i32, width: i32): void {
  for (let i = first; i < end; i++) {
    const own = depth(work, i)
    if (own === 0) continue
    const straight = min(depth(work, i - 1), depth(work, i - width)) + 3
    const slant = min(depth(work, i - width - 1), depth(work, i - width + 1)) + 4
    store<u16>(at(work, i), min(own, min(straight, slant)))
  }
}

function backward(work: usize, first: i32, end: i32, width: i32): void {
  for (let i = end - 1; i >= first; i--) {
    const own = depth(work, i)
    if (own === 0) continue
    const straight = min(depth(work, i + 1), depth(work, i + width)) + 3
    const slant = min(depth(work, i + width + 1), depth(work, i + width - 1)) + 4
    store<u16>(at(work, i), min(own, min(straight, slant)))
  }
}

/** Beyond the border everything is inside; no pixel is deeper than this. */
const ENDLESS: i32 = 65000

/**
 * The chessboard distance of every pixel of a mask from the nearest one outside of it, in pixels (16-bit numbers).
 * The border counts as inside.
 */
export function chessboard(mask: usize, width: i32, height: i32, out: usize): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (load<u8>(mask + i) === 0) {
        store<u16>(at(out, i), 0)
        continue
      }
      const left = x > 0 ? depth(out, i - 1) : ENDLESS
      const above = y > 0 ? nearest(out, i - width, x, width) : ENDLESS
      store<u16>(at(out, i), min(ENDLESS, 1 + min(left, above)))
    }
  }
  for (let y = height - 1, i = width * height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      const own = depth(out, i)
      if (own === 0) continue
      const right = x < width - 1 ? depth(out, i + 1) : ENDLESS
      const below = y < height - 1 ? nearest(out, i + width, x, width) : ENDLESS
      store<u16>(at(out, i), min(own, 1 + min(right, below)))
    }
  }
}

/** The least of a pixel and its neighbours to the left and right. */
function nearest(out: usize, i: i32, x: i32, width: i32): i32 {
  const left = x > 0 ? depth(out, i - 1) : ENDLESS
  const right = x < width - 1 ? depth(out, i + 1) : ENDLESS
  return min(depth(out, i), min(left, right))
}
