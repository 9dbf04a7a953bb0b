/** Pixels of a PNG, JPEG or WebP in a data URL, by its head alone; undefined where that says none. */
export function embeddedSize(href: string): { width: number; height: number } | undefined {
  const from = href.indexOf(',') + 1
  const head = (bytes: number) =>
    Buffer.from(href.slice(from, from + Math.ceil(bytes / 3) * 4), 'base64')
  const start = head(32)
  const kind = start.toString('latin1')
  if (start.length < 30) return undefined
  if (/^\x89PNG/.test(kind)) return sizeOf(start.readUInt32BE(16), start.readUInt32BE(20))
  if (/^RIFF.{4}WEBPVP8X/s.test(kind))
    return sizeOf(1 + start.readUIntLE(24, 3), 1 + start.readUIntLE(27, 3))
  if (/^RIFF.{4}WEBPVP8L/s.test(kind)) {
    const bits = start.readUInt32LE(21)
    return sizeOf(1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff))
  }
  if (/^RIFF.{4}WEBPVP8 /s.test(kind))
    return sizeOf(start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff)
  return kind.startsWith('\xff\xd8') ? jpegSize(Buffer.from(href.slice(from), 'base64')) : undefined
}

const sizeOf = (width: number, height: number) => ({ width, height })

/** The first frame header: any of SOF0 to SOF15 that is not a table. */
function jpegSize(data: Buffer) {
  for (let at = 2; at + 9 <= data.length; at += 2 + data.readUInt16BE(at + 2)) {
    while (data[at] === 0xff && data[at + 1] === 0xff) at++
    const mark = data[at + 1] ?? 0
    if (data[at] !== 0xff || at + 9 > data.length) return undefined
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return sizeOf(data.readUInt16BE(at + 7), data.readUInt16BE(at + 5))
  }
  return undefined
}
