import { create, type Font, type Path } from 'fontkitten'
import { remembered } from '../../forms/remembered'
import { boxAround } from '../geometry'
import { cubic, ringsOf, type Segment } from '../geometry/path-data'

/** How far a glyph's outline reaches, in font units, y upwards. */
interface Outline {
  left: number
  right: number
  top: number
  bottom: number
}

/** What measuring and drawing need of a font file, by code points: lengths in font units, y upwards. */
export interface OpenFont {
  unitsPerEm: number
  /** Height of a capital letter. */
  capHeight: number
  /** Undefined where the font has no glyph. */
  advance(codePoint: number): number | undefined
  /** Nothing where the font has no glyph, or one without ink. */
  path(codePoint: number): Segment[]
  /** The box around its path. */
  outline(codePoint: number): Outline | undefined
}

/** Throws where the file is no font. */
export function openFont(bytes: Uint8Array): OpenFont {
  const font = create(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as Font
  const { unitsPerEm } = font
  const glyph = (codePoint: number) =>
    font.hasGlyphForCodePoint(codePoint) ? font.glyphForCodePoint(codePoint) : undefined
  const path = (codePoint: number) => segmentsOf(glyph(codePoint)?.path.commands ?? [])
  return {
    unitsPerEm,
    capHeight: font['OS/2'].capHeight || 0.72 * unitsPerEm,
    advance: remembered((codePoint: number) => glyph(codePoint)?.advanceWidth),
    path,
    outline: remembered((codePoint: number) => outlineOf(path(codePoint), unitsPerEm)),
  }
}

const LETTERS = { moveTo: 'M', lineTo: 'L', bezierCurveTo: 'C', closePath: 'Z' } as const

function segmentsOf(commands: Path['commands']): Segment[] {
  let [x, y] = [0, 0]
  return commands.map(({ command, args }): Segment => {
    const [a = 0, b = 0, c = 0, d = 0] = args
    const from = [x, y] as const
    ;[x = x, y = y] = args.slice(-2)
    return command === 'quadraticCurveTo'
      ? { letter: 'C', points: cubic(...from, ['Q', a, b, c, d]) }
      : { letter: LETTERS[command], points: args }
  })
}

/** Straight steps of a curve, in em. */
const STEP = 0.04

function outlineOf(path: readonly Segment[], em: number): Outline | undefined {
  const points = ringsOf(path, STEP * em).flatMap((ring) => ring.points)
  if (points.length === 0) return undefined
  const { x, y, width, height } = boxAround(points)
  return { left: x, right: x + width, top: y + height, bottom: y }
}
