/**
 * Layers of a convolutional network. Planes are 32-bit floats, one after the other, `stride` numbers from the start of one
 * to that of the next, which is a multiple of 8.
 */

/** The largest absolute number of the first `count` of each plane. */
export function most(planes: usize, channels: i32, count: i32, stride: i32): f32 {
  let found: f32 = 0
  for (let c = 0; c < channels; c++) {
    const plane = planes + (((c * stride) as usize) << 2)
    let wide = f32x4.splat(0)
    let n = 0
    for (; n + 4 <= count; n += 4)
      wide = f32x4.pmax(wide, f32x4.abs(v128.load(plane + ((n as usize) << 2))))
    for (; n < count; n++) found = max(found, abs(load<f32>(plane + ((n as usize) << 2))))
    found = max(found, max(f32x4.extract_lane(wide, 0), f32x4.extract_lane(wide, 1)))
    found = max(found, max(f32x4.extract_lane(wide, 2), f32x4.extract_lane(wide, 3)))
  }
  return found
}

/**
 * Planes times `levels` as 16-bit integers, those of an even plane beside those of the next, eight places of all planes
 * after the other. Of each plane only every `step`-th number is taken; `count` are written, 0 for what fills up the eight.
 */
export function pairs(
  planes: usize,
  channels: i32,
  count: i32,
  stride: i32,
  step: i32,
  levels: f32,
  out: usize,
): void {
  const two = channels >> 1
  const wide = f32x4.splat(levels)
  const low = i32x4.splat(0xffff)
  for (let k = 0; k < two; k++) {
    const even = planes + (((2 * k * stride) as usize) << 2)
    const odd = even + ((stride as usize) << 2)
    for (let n = 0; n < count; n += 4) {
      const a = four(even, n, count, step)
      const b = four(odd, n, count, step)
      const first = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(a, wide)))
      const second = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(b, wide)))
      const to = (((n >> 3) * two + k) << 5) + ((n & 4) << 2)
      v128.store(out + (to as usize), v128.or(v128.and(first, low), i32x4.shl(second, 16)))
    }
    if (((count + 3) & 4) !== 0) {
      const to = (((count >> 3) * two + k) << 5) + 16
      v128.store(out + (to as usize), i32x4.splat(0))
    }
  }
}

function four(plane: usize, n: i32, count: i32, step: i32): v128 {
  const at = plane + (((n * step) as usize) << 2)
  let found = v128.load(at)
  if (step === 2) found = v128.shuffle<f32>(found, v128.load(at, 16), 0, 2, 4, 6)
  if (n + 4 <= count) return found
  const last = i32x4.splat(count - n)
  return v128.and(found, i32x4.lt_s(i32x4(0, 1, 2, 3), last))
}

/**
 * Products of a matrix (16-bit, four rows beside each other, a pair of each at a time) with what {@link pairs} wrote, each row
 * times its own and a common scale, plus its bias. `rows` is a multiple of 4, `count` of 8.
 */
export function multiply(
  matrix: usize,
  scales: usize,
  biases: usize,
  rows: i32,
  two: i32,
  columns: usize,
  count: i32,
  scale: f32,
  out: usize,
): void {
  const stride = (count as usize) << 2
  for (let n = 0; n < count; n += 8) {
    const panel = columns + ((((n >> 3) * two) as usize) << 5)
    for (let r = 0; r < rows; r += 4) {
      let w = matrix + (((r * two) as usize) << 2)
      let x = panel
      let a0 = i32x4.splat(0)
      let a1 = i32x4.splat(0)
      let b0 = i32x4.splat(0)
      let b1 = i32x4.splat(0)
      let c0 = i32x4.splat(0)
      let c1 = i32x4.splat(0)
      let d0 = i32x4.splat(0)
      let d1 = i32x4.splat(0)
      for (let k = 0; k < two; k++) {
        const x0 = v128.load(x)
        const x1 = v128.load(x, 16)
        const a = v128.load32_splat(w)
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x0, a))
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x1, a))
        const b = v128.load32_splat(w, 4)
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x0, b))
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x1, b))
        const c = v128.load32_splat(w, 8)
        c0 = i32x4.add(c0, i32x4.dot_i16x8_s(x0, c))
        c1 = i32x4.add(c1, i32x4.dot_i16x8_s(x1, c))
        const d = v128.load32_splat(w, 12)
        d0 = i32x4.add(d0, i32x4.dot_i16x8_s(x0, d))
        d1 = i32x4.add(d1, i32x4.dot_i16x8_s(x1, d))
        x += 32
        w += 16
      }
      const at = (r as usize) << 2
      const to = out + (r as usize) * stride + ((n as usize) << 2)
      scaled(a0, a1, scales + at, biases + at, scale, to)
      scaled(b0, b1, scales + at + 4, biases + at + 4, scale, to + stride)
      scaled(c0, c1, scales + at + 8, biases + at + 8, scale, to + 2 * stride)
      scaled(d0, d1, scales + at + 12, biases + at + 12, scale, to + 3 * stride)
    }
  }
}

function scaled(one: v128, two: v128, scales: usize, biases: usize, scale: f32, out: usize): void {
  const by = f32x4.splat(scale * load<f32>(scales))
  const bias = v128.load32_splat(biases)
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(one), by), bias))
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(two), by), bias), 16)
}

/**
 * Each plane with a kernel of its own, `size` by `size`, 0 around it, every `step`-th row of it. `room` is for a plane with
 * `size` more rows and columns and 8 numbers.
 */
export function depthwise(
  planes: usize,
  channels: i32,
  width: i32,
  height: i32,
  stride: i32,
  size: i32,
  step: i32,
  kernels: usize,
  biases: usize,
  room: usize,
  out: usize,
  outStride: i32,
): void {
  const pad = size >> 1
  const line = width + 2 * pad
  memory.fill(room, 0, ((line * (height + 2 * pad) + 8) as usize) << 2)
  for (let c = 0; c < channels; c++) {
    const plane = planes + (((c * stride) as usize) << 2)
    for (let y = 0; y < height; y++)
      memory.copy(
        room + ((((y + pad) * line + pad) as usize) << 2),
        plane + (((y * width) as usize) << 2),
        (width as usize) << 2,
      )
    const kernel = kernels + (((c * size * size) as usize) << 2)
    const bias = v128.load32_splat(biases + ((c as usize) << 2))
    let to = out + (((c * outStride) as usize) << 2)
    for (let y = 0; y < height; y += step) {
      for (let x = 0; x < width; x += 8) {
        let a = bias
        let b = bias
        let w = kernel
        let from = room + (((y * line + x) as usize) << 2)
        for (let down = 0; down < size; down++) {
          for (let across = 0; across < size; across++) {
            const by = v128.load32_splat(w)
            const at = from + ((across as usize) << 2)
            a = f32x4.add(a, f32x4.mul(v128.load(at), by))
            b = f32x4.add(b, f32x4.mul(v128.load(at, 16), by))
            w += 4
          }
          from += (line as usize) << 2
        }
        v128.store(to + ((x as usize) << 2), a)
        v128.store(to + ((x as usize) << 2), b, 16)
      }
      to += (width as usize) << 2
    }
  }
}

/** Numbers in place: `y * clamp(y + 3, 0, 6) * gain + offset`; `count` is a multiple of 4. */
export function hardSwish(at: usize, count: i32, gain: f32, offset: f32): void {
  const by = f32x4.splat(gain)
  const plus = f32x4.splat(offset)
  const end = at + ((count as usize) << 2)
  for (; at < end; at += 16) {
    const y = v128.load(at)
    const open = f32x4.min(f32x4.max(f32x4.add(y, f32x4.splat(3)), f32x4.splat(0)), f32x4.splat(6))
    v128.store(at, f32x4.add(f32x4.mul(f32x4.mul(y, open), by), plus))
  }
}
