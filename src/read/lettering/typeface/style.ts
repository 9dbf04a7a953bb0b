import { hexOf, luma, packedOf } from '../../../figure/pixels/color'
import { leastOf } from '../../../forms/least'
import { medianHigh, rounded } from '../../../forms/numbers'
import { sidesAround } from '../lines/rows'
import type { Strip } from '../lines/strip'
import type { LineReading } from '../recognition/recognise'
import { coverOf, embeddedFaces, type Face, type Kind, type Moments, momentsOf } from './faces'

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
/** Misfit of widths, as a share, from which letters are stretched, and pixels that heights are uncertain by. */
const STRETCHED = 0.03
const HEIGHT_OFF = 0.4
/** Height of capitals in em, in most faces. */
const CAPITAL = 0.72
/** Shorter lines, in em, take their size from their height, and that of a longer line that differs by no more as a share. */
const LONG = 1.6
const NEAR_SIZE = 0.07
/** Lines that the vote on a family is held among, those with the most letters, and letters beyond which a line counts no more. */
const VOTERS = 5
const MOST_LETTERS = 12
/** A line that stands as well as this in the picture's family, or not much worse than most, is not tried in others. */
const FITS = 0.16
const WORSE = 1.25
/** Letters that a line needs before it may leave that family, and by how much another must be likelier. */
const ENOUGH = 5
const LIKELIER = 3
/** Times that a face is laid over a line, better each time. */
const ROUNDS = 2
/** A face that misses more of a line's ink, as a share, is none that moving could make its own. */
const FOREIGN = 0.5
/** Of ink, the share by which a line differs from its own face. */
const LEAST_OFF = 0.04
/** The power of their cover by which programs draw light letters heavier. */
const BLOOM = 2
/** By how much a line has more or less ink than its face, as a logarithm. */
const INK_OFF = 0.1
/** For a family that lacks a line's letters. */
const MISSING = 60

/** A line with what its face is told by. */
interface StyledLine {
  reading: LineReading
  letters: number
  text: string
  /** Its ink, and where it is lighter than its ground what it would be without the bloom that some programs give it. */
  covers: Uint8Array[]
  areas: number[]
  /** Of its ink, in pixels of the strip, y downwards. */
  moments: Moments
}

/** How a face sets a line; lengths in pixels of the strip. */
interface Fit {
  face: Face
  size: number
  byHeight: number
  /** Its size comes from its width. */
  placed: boolean
  start: number
  baseline: number
  /** In em. */
  advance: number
  /** Negative logarithm of how likely the face is. */
  cost: number
  ink: number
  /** The share of ink that is not where the face has it. */
  off: number
}

/** Fits what lines of one picture were set in; lines too short to tell take the face and size of the others. */
export function stylesOf(readings: readonly LineReading[]): Style[] {
  const lines = readings.map(styledLine)
  const fits = facesOf(lines)
  const sizes = fits.flatMap((one) => (one?.placed ? [one.size] : []))
  return lines.map((line, k) => {
    const fit = fits[k]
    if (!fit) return unfitted(line.reading)
    const near = (size: number) => Math.abs(Math.log(size / fit.size))
    const size = fit.placed ? undefined : leastOf(sizes, near, NEAR_SIZE)
    return styleOf(line, (size !== undefined && fitOf(line, fit.face, size)) || fit)
  })
}

function styledLine(reading: LineReading): StyledLine {
  const { letters, strip, cells } = reading
  const { left, right } = sidesAround(cells)
  const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  for (let y = 0; y < strip.height; y++)
    for (let x = Math.max(0, left - 1); x < Math.min(strip.width, right + 1); x++) {
      const share = (strip.data[y * strip.width + x] ?? 0) / 255
      if (share === 0) continue
      const [u, v] = [x + 0.5, y + 0.5]
      sums[0] += share
      sums[1] += share * u
      sums[2] += share * v
      // A pixel is as wide as it is.
      sums[3] += share * (u * u - 1 / 12)
      sums[4] += share * (v * v - 1 / 12)
    }
  const text = letters.map((each, k) => (k > 0 && each.startsWord ? ' ' : '') + each.text).join('')
  const covers = [strip.data]
  if (isLight(reading)) covers.push(strip.data.map((value) => 255 * (value / 255) ** BLOOM))
  const areas = covers.map((each) => each.reduce((sum, value) => sum + value, 0) / 255)
  return { reading, covers, areas, letters: letters.length, text, moments: momentsOf(sums) }
}

function isLight({ pieces }: LineReading): boolean {
  const grey = (colour: readonly [number, number, number]) => luma(packedOf(colour))
  return medianHigh(pieces.map(({ colour, ground }) => grey(colour) - grey(ground))) > 0
}

/**
 * The face of each line: one family for the picture, from which a line departs only where another is much likelier, and
 * the weights of it that the picture has. Undefined where a line has no letters that a family has.
 */
function facesOf(lines: readonly StyledLine[]): (Fit | undefined)[] {
  const families = [...Map.groupBy(embeddedFaces(), ({ family }) => family.name).values()]
  const inFamily = (line: StyledLine, faces: readonly Face[]) =>
    faces.flatMap((face) => fitOf(line, face) ?? [])
  const least = (fits: readonly Fit[]) => Math.min(MISSING, ...fits.map(({ cost }) => cost))
  const voters = lines.toSorted((a, b) => b.letters - a.letters).slice(0, VOTERS)
  const usual = leastOf(families, (faces) =>
    voters.reduce((sum, line) => sum + least(inFamily(line, faces)), 0),
  )
  const owns = lines.map((line) => inFamily(line, usual ?? []))
  const offs = owns.map((own) => Math.min(1, ...own.map(({ off }) => off)))
  const poor = Math.max(FITS, WORSE * medianHigh(offs))
  const found = owns.map((own, k) => {
    const line = lines[k]
    if (!line || line.letters < ENOUGH || (offs[k] ?? 0) <= poor) return own
    const others = families.map((faces) => inFamily(line, faces))
    return leastOf(others, least, least(own) - LIKELIER) ?? own
  })
  const best = found.map((fits) => leastOf(fits, ({ cost, ink }) => cost + ink))
  const count = (face: Face) =>
    lines.reduce((sum, { letters }, k) => sum + (best[k]?.face === face ? letters : 0), 0)
  return found.map((fits) =>
    leastOf(fits, ({ face, cost, ink }) => cost + ink - Math.log(1 + count(face))),
  )
}

/** Of the given size, or of the one that the line's own width or height tells. */
function fitOf(
  { reading: { strip }, covers, areas, letters, text, moments }: StyledLine,
  face: Face,
  given?: number,
): Fit | undefined {
  const set = face.set(text)
  if (!set) return undefined
  const byHeight = moments.high / set.high
  const placed = set.advance >= LONG && moments.wide > 0
  const baseline = moments.y + byHeight * set.y
  let size = given ?? (placed ? moments.wide / set.wide : byHeight)
  let start = moments.x - size * set.x
  let off = 1
  for (let round = 0; round < ROUNDS; round++) {
    const cover = coverOf(set, { start, baseline, size, byHeight }, strip)
    off = Math.min(...covers.map((each) => apart(each, cover)))
    if (off > FOREIGN) break
    const moved = alignment(strip, cover)
    const by = placed && given === undefined ? moved.by : 0
    start += moved.off + by * (start - moved.middle)
    size *= 1 + by
  }
  const misfit = Math.log(size / byHeight) / stretchOf(byHeight)
  const inks = areas.map((area) => Math.log(area / (set.area * size * byHeight)) / INK_OFF)
  const ink = Math.min(8, ...inks.map((one) => one ** 2 / 2))
  const cost =
    Math.min(MOST_LETTERS, letters) * Math.log(Math.max(LEAST_OFF, off)) +
    (placed ? Math.min(8, misfit ** 2 / 2) : 0)
  return { face, size, byHeight, placed, start, baseline, advance: set.advance, cost, off, ink }
}

/** The share of ink of either that the other lacks. */
function apart(one: Uint8Array, other: Uint8Array): number {
  let [differing, all] = [0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] as number, other[i] as number]
    differing += Math.abs(a - b)
    all += a + b
  }
  return all === 0 ? 1 : differing / all
}

/** By how much a cover's columns must be moved, and drawn out from their middle, to have the ink of a strip (least squares). */
function alignment({ width, height, data }: Strip, cover: Uint8Array) {
  const columns = (of: Uint8Array) => {
    const sums = new Float64Array(width)
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) sums[x] = (sums[x] as number) + (of[i] as number)
    return sums
  }
  const [there, own] = [columns(data), columns(cover)]
  const middle = width / 2
  let [gg, ggu, gguu, rg, rgu] = [0, 0, 0, 0, 0]
  for (let x = 1; x < width - 1; x++) {
    const u = x + 0.5 - middle
    const slope = ((own[x + 1] as number) - (own[x - 1] as number)) / 2
    const more = (own[x] as number) - (there[x] as number)
    gg += slope * slope
    ggu += slope * slope * u
    gguu += slope * slope * u * u
    rg += more * slope
    rgu += more * slope * u
  }
  const whole = gg * gguu - ggu * ggu
  if (!(whole > 0)) return { off: 0, by: 0, middle }
  const by = (gg * rgu - ggu * rg) / whole
  return { off: (rg - by * ggu) / gg, by, middle }
}

/** By how much the sizes that width and height tell may differ, as a share. */
const stretchOf = (size: number) => STRETCHED + HEIGHT_OFF / (CAPITAL * size)

function styleOf({ reading }: StyledLine, fit: Fit): Style {
  const { face, byHeight, advance, placed, size } = fit
  const stretched = placed && Math.abs(Math.log(size / byHeight)) > stretchOf(byHeight)
  return {
    ...placedAt(reading, fit.baseline),
    fontSize: rounded(stretched ? byHeight : size),
    fontWeight: face.weight >= BOLD ? 700 : 400,
    italic: face.italic,
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

/** A line of letters that no embedded face has. */
function unfitted(reading: LineReading): Style {
  const { cells, tall, strip } = reading
  const { left, right, bottom } = sidesAround(cells)
  return {
    ...placedAt(reading, bottom),
    fontSize: rounded(tall / CAPITAL),
    fontWeight: 400,
    italic: false,
    colour: colourOf(reading),
    family: 'sans',
    set: {
      family: 'Inter',
      weight: 400,
      start: startAt(reading, left),
      width: Math.min(strip.width, right - left),
      stretched: true,
    },
  }
}

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

/** The colour of the thickest strokes: thin ones are mixed with their ground. */
function colourOf({ pieces }: LineReading): string {
  const weigh = ({ peak, area }: { peak: number; area: number }) => peak * area ** 0.2
  const strongest = leastOf(pieces, (piece) => -weigh(piece))
  return hexOf(packedOf(strongest?.colour ?? [0, 0, 0]))
}
