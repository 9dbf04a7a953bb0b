import { medianHigh } from '../../../forms/numbers'
import type { LineReading } from '../recognition/recognise'
import { embeddedFaces, type Face } from './faces'
import { fitLine, type Stood, stoodLetters, type TypefaceFit } from './fit'
import { strokes } from './stems'
import { weighed } from './weights'

/** A line with what its face is told by. */
export interface StyledLine {
  reading: LineReading
  stood: readonly Stood[]
  /** Its strokes seem to slant. */
  italic: boolean
  /** Light letters on a darker ground. */
  light: boolean
  /** Feet over stems, where the line has letters to tell. */
  feet: number | undefined
}

/** A face with the negative logarithm of how likely it is. */
interface Judged {
  fit: TypefaceFit
  cost: number
}

/** Letters beyond this number make a face no more likely: they stand off for the same reasons. */
const MOST_LETTERS = 12
/** Pixels that letters' places are off in the very face they were set in. */
const LEAST_OFF = 0.06
/** Feet over stems: 1 without serifs, 2 to 3 with. */
const FOOTED = 1.5
/** What feet weigh at most against places. */
const FEET = 5
/** Letters on stems that tell: two that touch their neighbours would seem to have feet. */
const LEAST_FEET = 3
/** How much ink may be there against the face's, as a logarithm: programs draw light letters heavier. */
const LESS_INK = 0.12
const MORE_INK = { dark: 0.15, light: 0.3 }
/** How far the sizes by places and by heights may be apart: a share, and pixels of a capital. */
const SIZES_APART = 0.02
const HEIGHT_OFF = 0.4

/** Lines that the vote is held among, those with the most letters. */
const VOTERS = 16
/** Letters that a line needs before it may leave the picture's family, and by how much its own must be likelier. */
const ENOUGH = 5
const LIKELIER = 8
/** A line that stands this well in the picture's family, in em and pixels, is not tried in others. */
const FITS = { em: 0.01, pixels: 0.08 }

export function lineOf(reading: LineReading, italic: boolean): StyledLine {
  return {
    reading,
    stood: stoodLetters(reading),
    italic,
    light: isLight(reading),
    feet: feetOf(reading),
  }
}

/**
 * The face of each line: one family for the picture, from which a line departs only where another is much likelier, and
 * the weights of it that fit. Undefined where a line has no letters that a family has.
 */
export function facesOf(lines: readonly StyledLine[]): (TypefaceFit | undefined)[] {
  const families = [...Map.groupBy(embeddedFaces(), ({ family }) => family.name).values()]
  const voters = [...lines].sort((a, b) => b.stood.length - a.stood.length).slice(0, VOTERS)
  let usual: readonly Face[] = []
  let least = Number.POSITIVE_INFINITY
  for (const faces of families) {
    const cost = voters.reduce(
      (sum, line) => sum + (leastCost(line, judged(line, faces)) ?? MISSING),
      0,
    )
    if (cost >= least) continue
    least = cost
    usual = faces
  }
  const found = lines.map((line) => {
    const own = judged(line, usual)
    return departed(line, own, families) ?? own
  })
  const fits: (TypefaceFit | undefined)[] = lines.map(() => undefined)
  const groups = Map.groupBy(lines.keys(), (k) => found[k]?.[0]?.fit.face.family.name)
  for (const places of groups.values()) {
    const group = places.map((k) => ({
      light: lines[k]?.light ?? false,
      letters: lines[k]?.reading.letters.length ?? 0,
      fits: found[k] ?? [],
    }))
    weighed(group).forEach((fit, k) => {
      fits[places[k] ?? -1] = fit
    })
  }
  return fits
}

/** For a family that lacks a line's letters. */
const MISSING = 60

function departed(
  line: StyledLine,
  own: readonly Judged[],
  families: readonly (readonly Face[])[],
): Judged[] | undefined {
  if (line.stood.length < ENOUGH) return undefined
  if (own.some(({ fit }) => fit.off <= FITS.em * fit.size + FITS.pixels)) return undefined
  let best: Judged[] | undefined
  let least = (leastCost(line, own) ?? MISSING) - LIKELIER
  for (const faces of families) {
    const tried = judged(line, faces)
    const cost = leastCost(line, tried)
    if (cost === undefined || cost >= least) continue
    least = cost
    best = tried
  }
  return best
}

/** A line in the files of a family; where these can slant, its places have a say in whether it does. */
function judged(line: StyledLine, family: readonly Face[]): Judged[] {
  const slants = family.some(({ italic }) => italic)
  return family.flatMap((face): Judged[] => {
    const fit = fitLine(line.reading, line.stood, face)
    const contrary = slants && face.italic !== line.italic ? CONTRARY : 0
    return fit ? [{ fit, cost: costOf(line, fit) + contrary }] : []
  })
}

/** What the places of letters must say to outweigh the slant that their strokes seem to have. */
const CONTRARY = 4

/** Of the likeliest weight, ink counted; undefined where there is none. */
function leastCost({ light }: StyledLine, all: readonly Judged[]): number | undefined {
  const costs = all.map(({ fit, cost }) => {
    const off = fit.ink / (fit.ink > 0 ? (light ? MORE_INK.light : MORE_INK.dark) : LESS_INK)
    return cost + Math.min(6, (off * off) / 2)
  })
  return costs.length > 0 ? Math.min(...costs) : undefined
}

/** Ink left out: what it says depends on the program that drew the picture. */
function costOf(
  { feet }: StyledLine,
  { face, size, byHeight, placed, off, letters }: TypefaceFit,
): number {
  const places = Math.min(MOST_LETTERS, Math.max(0, letters - 2))
  const square = (value: number, most: number) => Math.min(most, value * value) / 2
  const apart = SIZES_APART + HEIGHT_OFF / (CAPITAL * byHeight)
  const serif = feet === undefined ? 0 : Math.log(feet / FOOTED) / Math.log(FOOTED)
  return (
    places * Math.log(Math.max(LEAST_OFF, off)) +
    (placed ? square(Math.log(size / byHeight) / apart, 16) : 0) +
    FEET * Math.max(-1, Math.min(1, serif)) * (face.kind === 'serif' ? -1 : 1)
  )
}

/** Height of capitals in em, in most faces. */
const CAPITAL = 0.7

function isLight({ pieces }: LineReading): boolean {
  const grey = ([red, green, blue]: readonly [number, number, number]) =>
    0.3 * red + 0.59 * green + 0.11 * blue
  return medianHigh(pieces.map(({ colour, ground }) => grey(colour) - grey(ground))) > 0
}

/** Width of a line's feet over that of its stems; undefined where too few letters stand on stems. */
function feetOf({ letters, cellOf, strip }: LineReading): number | undefined {
  const ratios = letters.flatMap(({ text }, k) => {
    const cell = cellOf[k]
    if (!cell || !/[HIKMNfhikmnrl]/.test(text)) return []
    const high = cell.bottom - cell.top
    if (high < 7) return []
    const mean = (list: readonly number[]) =>
      list.reduce((sum, each) => sum + each, 0) / list.length
    const foot = strokes(strip, cell, cell.bottom - 1)
    const stem = strokes(strip, cell, Math.round(cell.bottom - 0.35 * high))
    return foot.length > 0 && stem.length > 0 ? [mean(foot) / mean(stem)] : []
  })
  return ratios.length < LEAST_FEET ? undefined : medianHigh(ratios)
}
