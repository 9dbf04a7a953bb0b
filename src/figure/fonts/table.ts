/** What measuring needs of a TrueType font: lengths in font units. */
export interface FontTable {
  unitsPerEm: number
  /** Height of a capital letter. */
  capHeight: number
  /** Advance width of a code point, or undefined where the font has no glyph. */
  advance(codePoint: number): number | undefined
  /** Number of a code point's glyph, 0 where the font has none. */
  glyph(codePoint: number): number
}

/**
 * Reads `cmap` (formats 4 and 12), `hmtx`, `head`, `hhea` and `OS/2` as the OpenType specification 1.9 lays them out.
 * Throws where the file is no TrueType font or has no Unicode map.
 */
export function readFontTable(bytes: Uint8Array): FontTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = tableDirectory(view)
  const at = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new Error(`font has no ${tag} table`)
    return offset
  }
  const metricCount = view.getUint16(at('hhea') + 34)
  const hmtx = at('hmtx')
  const glyphOf = characterMap(view, at('cmap'))
  const os2 = at('OS/2')
  const unitsPerEm = view.getUint16(at('head') + 18)
  const known = new Map<number, number | undefined>()
  return {
    unitsPerEm,
    capHeight: view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) : unitsPerEm * 0.72,
    advance(codePoint) {
      if (known.has(codePoint)) return known.get(codePoint)
      const glyph = glyphOf(codePoint)
      const width =
        glyph === 0 ? undefined : view.getUint16(hmtx + 4 * Math.min(glyph, metricCount - 1))
      known.set(codePoint, width)
      return width
    },
    glyph: glyphOf,
  }
}

/** Where each table of a font file starts, in bytes. */
export function tableDirectory(view: DataView): Map<string, number> {
  const tables = new Map<string, number>()
  const count = view.getUint16(4)
  for (let i = 0; i < count; i++) {
    const entry = 12 + 16 * i
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(entry + k)))
    tables.set(tag, view.getUint32(entry + 8))
  }
  return tables
}

type GlyphOf = (codePoint: number) => number

function characterMap(view: DataView, cmap: number): GlyphOf {
  const offsets = new Map<number, number>()
  const count = view.getUint16(cmap + 2)
  for (let i = 0; i < count; i++) {
    const offset = cmap + view.getUint32(cmap + 8 + 8 * i)
    offsets.set(view.getUint16(offset), offset)
  }
  const full = offsets.get(12)
  if (full !== undefined) return segmentedCoverage(view, full)
  const basic = offsets.get(4)
  if (basic !== undefined) return segmentMapping(view, basic)
  throw new Error('font has no Unicode character map')
}

function segmentedCoverage(view: DataView, start: number): GlyphOf {
  const groups = view.getUint32(start + 12)
  return (codePoint) => {
    let low = 0
    let high = groups - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const group = start + 16 + 12 * middle
      if (codePoint < view.getUint32(group)) high = middle - 1
      else if (codePoint > view.getUint32(group + 4)) low = middle + 1
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group)
    }
    return 0
  }
}

function segmentMapping(view: DataView, start: number): GlyphOf {
  const segments = view.getUint16(start + 6) / 2
  const ends = start + 14
  const starts = ends + 2 * segments + 2
  const deltas = starts + 2 * segments
  const offsets = deltas + 2 * segments
  return (codePoint) => {
    if (codePoint > 0xffff) return 0
    for (let i = 0; i < segments; i++) {
      if (codePoint > view.getUint16(ends + 2 * i)) continue
      const first = view.getUint16(starts + 2 * i)
      if (codePoint < first) return 0
      const delta = view.getUint16(deltas + 2 * i)
      const offset = view.getUint16(offsets + 2 * i)
      if (offset === 0) return (codePoint + delta) & 0xffff
      const glyph = view.getUint16(offsets + 2 * i + offset + 2 * (codePoint - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
