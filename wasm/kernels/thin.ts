const SET: i32 = 1
const LISTED: i32 = 2

/**
 * Reduces a mask to lines one pixel wide (Zhang and Suen, 1984), in place; its border becomes empty. `spare` is room
 * for 256 bytes, `rims` and `gone` for four bytes a pixel each.
 */
export function thin(
  mask: usize,
  width: i32,
  height: i32,
  spare: usize,
  rims: usize,
  gone: usize,
): void {
  clearBorder(mask, width, height)
  for (let code = 0; code < 256; code++) store<u8>(spare + code, spareness(code))
  const count = width * height
  let listed = 0
  for (let i = 0; i < count; i++)
    if (load<u8>(mask + i) !== 0 && isRim(mask, i, width)) listed = list(mask, rims, listed, i)
  for (let changed = true; changed; ) {
    changed = false
    for (let pass = 0; pass < 2; pass++) {
      const lost = pick(mask, rims, listed, width, spare, 1 << pass, gone)
      if (lost === 0) continue
      changed = true
      for (let k = 0; k < lost; k++) store<u8>(mask + entry(gone, k), 0)
      listed = kept(mask, rims, listed)
      for (let k = 0; k < lost; k++) listed = uncover(mask, rims, listed, entry(gone, k), width)
    }
  }
  for (let i = 0; i < count; i++) store<u8>(mask + i, load<u8>(mask + i) & SET)
}

function entry(array: usize, k: i32): i32 {
  return load<i32>(array + ((k as usize) << 2))
}

function list(mask: usize, rims: usize, listed: i32, i: i32): i32 {
  store<u8>(mask + i, SET | LISTED)
  store<i32>(rims + ((listed as usize) << 2), i)
  return listed + 1
}

function clearBorder(mask: usize, width: i32, height: i32): void {
  memory.fill(mask, 0, width)
  memory.fill(mask + (height - 1) * width, 0, width)
  for (let y = 0; y < height; y++) {
    store<u8>(mask + y * width, 0)
    store<u8>(mask + y * width + width - 1, 0)
  }
}

function inked(mask: usize, i: i32): i32 {
  return (load<u8>(mask + i) as i32) & SET
}

/** What all four neighbours enclose can never go. */
function isRim(mask: usize, i: i32, width: i32): bool {
  return (
    (inked(mask, i - 1) & inked(mask, i + 1) & inked(mask, i - width) & inked(mask, i + width)) ===
    0
  )
}

/** Rim pixels that may go in a pass; returns how many. */
function pick(
  mask: usize,
  rims: usize,
  listed: i32,
  width: i32,
  spare: usize,
  pass: i32,
  gone: usize,
): i32 {
  let lost = 0
  for (let k = 0; k < listed; k++) {
    const i = entry(rims, k)
    if (((load<u8>(spare + around(mask, i, width)) as i32) & pass) === 0) continue
    store<i32>(gone + ((lost as usize) << 2), i)
    lost++
  }
  return lost
}

function kept(mask: usize, rims: usize, listed: i32): i32 {
  let count = 0
  for (let k = 0; k < listed; k++) {
    const i = entry(rims, k)
    if (load<u8>(mask + i) === 0) continue
    store<i32>(rims + ((count as usize) << 2), i)
    count++
  }
  return count
}

/** Neighbours of a pixel that went are rim now. */
function uncover(mask: usize, rims: usize, listed: i32, i: i32, width: i32): i32 {
  let count = listed
  if (load<u8>(mask + i - 1) === SET) count = list(mask, rims, count, i - 1)
  if (load<u8>(mask + i + 1) === SET) count = list(mask, rims, count, i + 1)
  if (load<u8>(mask + i - width) === SET) count = list(mask, rims, count, i - width)
  if (load<u8>(mask + i + width) === SET) count = list(mask, rims, count, i + width)
  return count
}

/** The eight neighbours as bits, clockwise from above. */
function around(mask: usize, i: i32, width: i32): i32 {
  return (
    inked(mask, i - width) |
    (inked(mask, i - width + 1) << 1) |
    (inked(mask, i + 1) << 2) |
    (inked(mask, i + width + 1) << 3) |
    (inked(mask, i + width) << 4) |
    (inked(mask, i + width - 1) << 5) |
    (inked(mask, i - 1) << 6) |
    (inked(mask, i - width - 1) << 7)
  )
}

/** Bit 0: a pixel with these neighbours goes in the first pass; bit 1: in the second. */
function spareness(code: i32): i32 {
  const count = popcnt(code)
  // Turns from empty to inked around the pixel.
  const turns = popcnt(~code & (((code >> 1) | (code << 7)) & 255))
  if (count < 2 || count > 6 || turns !== 1) return 0
  const north = (code & 1) !== 0
  const east = (code & 4) !== 0
  const south = (code & 16) !== 0
  const west = (code & 64) !== 0
  const first = !(north && east && south) && !(east && south && west)
  const second = !(north && east && west) && !(north && south && west)
  return (first ? 1 : 0) | (second ? 2 : 0)
}
