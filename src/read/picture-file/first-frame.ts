import { behindBlocks, gifFrame, tableBytes, webpChunks } from './header'

/** A GIF that ends behind its first frame: decoders look through all of them. */
export function firstGifFrame(bytes: Uint8Array): Uint8Array {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = gifFrame(data)
  if (!frame) throw new Error('the GIF has no frame')
  const pixels = frame.at + 10 + tableBytes(data[frame.at + 9] ?? 0)
  // One byte tells how its codes begin.
  const end = behindBlocks(data, pixels + 1)
  if (end > data.length) throw new Error('the first frame does not end')
  return Buffer.concat([data.subarray(0, end), Buffer.from([0x3b])])
}

/** A WebP without what it says of itself: its decoders differ in whether they obey that. */
export function bareWebp(bytes: Uint8Array): Uint8Array {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = webpChunks(data)
  const head = chunks.find(({ name }) => name === 'VP8X')?.content
  if (!head) return bytes
  const pixels = chunks.filter(({ name }) => /^(?:ALPH|VP8 |VP8L)$/.test(name))
  const parts = pixels.map(({ name, content }) => chunk(name, content))
  if (!pixels.some(({ name }) => name === 'ALPH')) return webp(parts)
  const size = head.subarray(4, 10)
  return webp([chunk('VP8X', Buffer.concat([Buffer.from([ALPHA, 0, 0, 0]), size])), ...parts])
}

/** The flag of a WebP whose transparency stands apart. */
const ALPHA = 0x10

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length & 1)])
}

function webp(parts: readonly Buffer[]): Uint8Array {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
}
