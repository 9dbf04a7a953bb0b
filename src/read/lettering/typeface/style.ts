import { hexOf, packedOf } from '../../../figure/color'
import type { Family } from '../../../figure/fonts'
import { medianHigh, rounded } from '../../../forms/numbers'
import type { LineReading } from '../recognition/recognise'
import type { Kind } from './faces'
import { fitLine, type TypefaceFit } from './fit'
import { facesOf, lineOf, type StyledLine } from './vote'

export interface Style {
  baseline: number
  fontSize: number
  fontWeight: 400 | 700
  italic: boolean
  colour: string
  family: Kind
  set: Typesetting
}

/** How an embedded face sets a line where it stands. Lengths in pixels of the picture. */
export interface Typesetting {
  /** Name of the family, and the weight of its file. */
  family: string
  weight: number
  /** Where the line starts, along its reading direction: x, or y of a turned line. */
  start: number
  /** Advance of the whole line. */
  width: number
  /** The face's own letters would be narrower or wider than `width`. */
  stretched: boolean
}

/** From this weight on a face is bold. */
const BOLD = 600
/** Misfit of widths from which letters are stretched, and pixels that heights are uncertain by. */
const STRETCHED = 0.02
const HEIGHT_OFF = 0.4
/** Heights are never so uncertain: letters that stand as a face has them, but for this, are its own made narrower or wider. */
const CONDENSED = 0.08
/** A face whose letters stand this far off their places, in em and pixels, is another than the picture's. */
const ANOTHER = { em: 0.012, pixels: 0.12 }
/** A short line takes the size of longer ones that differ by no more. */
const NEAR_SIZE = 0.07

/** Fits what lines of one picture were set in; lines too short to tell take the face and size of the others. */
export function stylesOf(readings: readonly LineReading[]): Style[] {
  const lines = readings.map((reading) => lineOf(reading, isItalic(reading)))
  const fits = facesOf(lines)
  const exact = lines.map((line, k) => refitted(line, fits[k]))
  const sizes = exact.flatMap((one) => (one?.placed ? [one.size] : []))
  return lines.map((line, k) => {
    const found = exact[k]
    return found ? styleOf(line, settled(line, found, sizes)) : unfitted(line)
  })
}

function isAnother({ off, size }: TypefaceFit): boolean {
  return off > ANOTHER.em * size + ANOTHER.pixels
}

/** With kerning. */
function refitted(
  { reading, stood }: StyledLine,
  rough: TypefaceFit | undefined,
): TypefaceFit | undefined {
  if (!rough) return undefined
  const plain = fitLine(reading, stood, rough.face)
  const kerned = fitLine(reading, stood, rough.face, { kerned: true })
  // Some programs set letters without regard to their neighbours.
  return plain && kerned && plain.off < 0.7 * kerned.off ? plain : kerned
}

/** A line too short to tell its size takes that of a longer one. */
function settled(
  { reading, stood }: StyledLine,
  fit: TypefaceFit,
  sizes: readonly number[],
): TypefaceFit {
  if (fit.placed) return fit
  const apart = (size: number) => Math.abs(Math.log(size / fit.size))
  const near = sizes.filter((size) => apart(size) < NEAR_SIZE)
  const size = near.reduce((best, each) => (apart(each) < apart(best) ? each : best), near[0] ?? 0)
  if (size === 0) return fit
  return fitLine(reading, stood, fit.face, { kerned: true, size }) ?? fit
}

function styleOf({ reading, italic }: StyledLine, fit: TypefaceFit): Style {
  const { face, byHeight, advance, placed, size } = fit
  const most = (isAnother(fit) ? STRETCHED : CONDENSED) + HEIGHT_OFF / (CAPITAL * byHeight)
  const stretched = placed && Math.abs(Math.log(size / byHeight)) > most
  const fontSize = rounded(stretched ? byHeight : size)
  return {
    ...placedAt(reading, fit.baseline),
    fontSize,
    fontWeight: face.weight >= BOLD ? 700 : 400,
    italic: face.italic || (italic && !slants(face.family)),
    colour: colourOf(reading),
    family: face.kind,
    set: {
      family: face.family.name,
      weight: face.weight,
      start: startAt(reading, fit.start),
      width: advance * size,
      stretched,
    },
  }
}

function slants({ italics = [] }: Family): boolean {
  return italics.length > 0
}

/** A line of letters that no embedded face has. */
function unfitted({ reading, italic }: StyledLine): Style {
  const { cells, tall, strip } = reading
  return {
    ...placedAt(reading, medianHigh(cells.map(({ bottom }) => bottom))),
    fontSize: rounded(tall / CAPITAL),
    fontWeight: 400,
    italic,
    colour: colourOf(reading),
    family: 'sans',
    set: {
      family: 'Inter',
      weight: 400,
      start: startAt(reading, MARGIN),
      width: strip.width - 2 * MARGIN,
      stretched: true,
    },
  }
}

/** Height of capitals in em, in most faces. */
const CAPITAL = 0.72
/** Pixels of a strip around its line. */
const MARGIN = 2

/** From pixels of the strip to those of the picture. */
function placedAt({ strip, angle }: LineReading, baseline: number): { baseline: number } {
  const { left, top, height } = strip
  if (angle === 0) return { baseline: top + baseline }
  return { baseline: angle === 270 ? left + baseline : left + height - baseline }
}

function startAt({ strip, angle }: LineReading, start: number): number {
  if (angle === 0) return strip.left + start
  return angle === 270 ? strip.top + strip.width - start : strip.top + start
}

/** Shears, as tangents of the angle, that are tried; italic faces lean by 0.17 to 0.25. */
const SHEARS = [-0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]
const LEANING = 0.12

/** Italic where the columns of ink are sharpest when sheared back. */
function isItalic({ strip, letters }: LineReading): boolean {
  if (letters.length < 3) return false
  let best = { shear: 0, sharpness: 0 }
  for (const shear of SHEARS) {
    const columns = new Float32Array(strip.width + strip.height)
    for (let y = 0; y < strip.height; y++) {
      const shift = shear * (y - strip.height) + 0.5 * strip.height
      const whole = Math.floor(shift)
      const rest = shift - whole
      for (let x = 0; x < strip.width; x++) {
        const value = strip.data[y * strip.width + x] ?? 0
        if (value === 0) continue
        columns[x + whole] = (columns[x + whole] ?? 0) + (1 - rest) * value
        columns[x + whole + 1] = (columns[x + whole + 1] ?? 0) + rest * value
      }
    }
    let sharpness = 0
    for (let k = 1; k < columns.length; k++)
      sharpness += ((columns[k] ?? 0) - (columns[k - 1] ?? 0)) ** 2
    if (sharpness > best.sharpness) best = { shear, sharpness }
  }
  return best.shear >= LEANING
}

/** The colour of the thickest strokes: thin ones are mixed with their ground. */
function colourOf({ pieces }: LineReading): string {
  const weigh = ({ peak, area }: { peak: number; area: number }) => peak * area ** 0.2
  const [strongest] = [...pieces].sort((a, b) => weigh(b) - weigh(a))
  return hexOf(packedOf(strongest?.colour ?? [0, 0, 0]))
}
