import { crc32, deflateSync } from 'node:zlib'

/** 48 by 32 pixels, a blue box on white, in the four inks of print. */
export const CMYK_JPEG = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0NB8nOT04MjwuMzQy/8AAFAgAIAAwBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAHCP/EABgQAQADAQAAAAAAAAAAAAAAAAAIRoTD/9oADgRDAE0AWQBLAAA/AL+v6/r+AAAAAAAAz/Jqra+LP8mqtr4ggCAAAL/GW05Oy/xltOTsDQDQAADP8mqtr4s/yaq2viCAIAAAv8ZbTk7L/GW05OwNANAAAAAAAAAA/9k=',
  'base64',
)

/** Two frames of 48 by 32 pixels: a red box on white, then a blue one. */
export const MOVING_GIF = Buffer.from(
  'R0lGODlhMAAgAIEAAP///8geHgAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAMAAgAAAIaAABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatwoMYDHjyBDivyIcaTJkyVPqgSZcuXKli5RXoz5ciZNmRZv4qyo0yTMniRtAmUpdKjHn0ORAlXak6lOjlCjSp1KtarVq1izUg0IACH5BAAKAAAALAwACAAYABAAgf///x4eyAAAAAAAAAgiAAMIHEiwoMGDCBMqXMiwocOHECNKnEixosWLGDNq3GgwIAA7',
  'base64',
)

/** A PNG of the given head; its pixels are what `rows` compresses to, whatever the head says. */
function png(
  head: { width: number; height: number; depth: 8 | 16; colours: 0 | 2 },
  rows: Uint8Array,
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(head.width, 0)
  header.writeUInt32BE(head.height, 4)
  header.set([head.depth, head.colours, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(8 + body.length)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), 4 + body.length)
  return whole
}

/** Sixteen bits a channel: a blue box of 24 by 16 pixels on white, 48 by 32 in all. */
export function deepPng(): Uint8Array {
  const [width, height] = [48, 32]
  const rows = Buffer.alloc(height * (1 + 6 * width), 0xff)
  for (let y = 0; y < height; y++) {
    const row = y * (1 + 6 * width)
    rows[row] = 0
    if (y < 8 || y >= 24) continue
    for (let x = 12; x < 36; x++) rows.set([0x20, 0x00, 0x40, 0x00, 0xc0, 0x00], row + 1 + 6 * x)
  }
  return png({ width, height, depth: 16, colours: 2 }, rows)
}

/** A head that promises 60000 by 60000 pixels over a few bytes. */
export function bombPng(): Uint8Array {
  return png({ width: 60_000, height: 60_000, depth: 8, colours: 0 }, new Uint8Array(4096))
}
