const SIGNATURE = '89504e470d0a1a0a'
const HEADER_BYTES = 24

/** Width and height from the header of a PNG that we wrote; undefined when the file is gone. */
export async function pngSize(
  file: string,
): Promise<{ width: number; height: number } | undefined> {
  const head = await Bun.file(file)
    .slice(0, HEADER_BYTES)
    .bytes()
    .catch(() => new Uint8Array())
  const bytes = Buffer.from(head)
  if (bytes.length < HEADER_BYTES || bytes.toString('hex', 0, 8) !== SIGNATURE) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
