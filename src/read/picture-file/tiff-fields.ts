/** Bytes of a value by its type; others than whole numbers are not read. */
const WHOLE: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4 }

/** Whole numbers of the first directory of TIFF data, which EXIF is too, by their tags. */
export function tiffFields(data: Buffer): Map<number, number> {
  const fields = new Map<number, number>()
  if (data.length < 8) return fields
  const little = data[0] === 0x49
  const number = (at: number, size: number) =>
    at + size > data.length ? 0 : little ? data.readUIntLE(at, size) : data.readUIntBE(at, size)
  const start = number(4, 4)
  const count = number(start, 2)
  for (let index = 0; index < count; index++) {
    const at = start + 2 + 12 * index
    if (at + 12 > data.length) break
    const size = WHOLE[number(at + 2, 2)]
    if (size !== undefined && number(at + 4, 4) === 1)
      fields.set(number(at, 2), number(at + 8, size))
  }
  return fields
}

const ORIENTATION = 274

/** How a picture is to be turned, 1 to 8; 1 where nothing is said. */
export function exifOrientation(exif: Buffer): number {
  const orientation = tiffFields(exif).get(ORIENTATION) ?? 1
  return orientation >= 1 && orientation <= 8 ? orientation : 1
}
