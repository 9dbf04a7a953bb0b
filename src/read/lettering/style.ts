import type { Cell } from './cells'
import type { Reading } from './recognise'
import { pitchOf } from './spacing'
import type { Strip } from './strip'

export interface Style {
  baseline: number
  fontSize: number
  fontWeight: 400 | 700
  italic: boolean
  colour: string
  family: Family
}

export type Family = 'sans' | 'serif' | 'mono'

/** Capital and small letters' heights in em: means of common faces of each kind. */
const CAPITAL: Record<Family, number> = { sans: 0.724, serif: 0.69, mono: 0.7 }
const SMALL: Record<Family, number> = { sans: 0.535, serif: 0.468, mono: 0.535 }
/** Stem over capital height: 0.10 to 0.13 in regular faces, 0.15 to 0.21 in bold ones, semibold counted among them. */
const BOLD: Record<Family, number> = { sans: 0.147, serif: 0.135, mono: 0.143 }
/** Strokes thinner than a pixel look as wide as one: by this share for each pixel that capitals lack of 10. */
const WIDENED = 0.23
/** Feet over stems: 1 without serifs, 2 to 3 with. */
const FOOTED = 1.5
/** Letters that a line needs before its own family is believed rather than that of the other lines. */
const ENOUGH = 5

/** Fits what lines of one picture were set in; lines too short to tell take the family of the others. */
export function stylesOf(readings: readonly Reading[]): Style[] {
  const own = readings.map(familyOf)
  const votes = { sans: 0, serif: 0, mono: 0 }
  own.forEach((family, k) => {
    if (family) votes[family] += readings[k]?.letters.length ?? 0
  })
  const usual: Family =
    votes.mono > votes.sans + votes.serif ? 'mono' : votes.serif > votes.sans ? 'serif' : 'sans'
  return readings.map((reading, k) => styleOf(reading, own[k] ?? usual))
}

function styleOf(reading: Reading, family: Family): Style {
  const { strip, angle, measures } = reading
  const capital = capitalOf(reading, family)
  const stem = stemOf(reading)
  const stands = measures.baseline
  const bold = BOLD[family] * (1 + WIDENED * Math.max(0, 10 - capital))
  return {
    baseline:
      angle === 0
        ? strip.top + stands
        : angle === 270
          ? strip.left + stands
          : strip.left + strip.height - stands,
    fontSize: Math.round((10 * capital) / CAPITAL[family]) / 10,
    fontWeight: stem !== undefined && stem / capital > bold ? 700 : 400,
    italic: isItalic(reading),
    colour: colourOf(reading),
    family,
  }
}

/** Height of a capital in pixels, measured or from small letters. */
function capitalOf(reading: Reading, family: Family): number {
  const heights = (test: RegExp) =>
    reading.letters.flatMap(({ text }, k) => {
      const cell = reading.cellOf[k]
      return cell && test.test(text) ? [softHeight(reading.strip, cell)] : []
    })
  const capitals = heights(/[ABDEFHIKLMNPRTXYZ12457]/)
  const stems = heights(/[bdhkl]/)
  const small = heights(/[aceosuvwxznmr]/)
  const scaled = [
    ...capitals,
    ...(capitals.length > 0 ? [] : stems.map((high) => high / 1.03)),
    ...(capitals.length > 1 ? [] : small.map((high) => (high * CAPITAL[family]) / SMALL[family])),
  ].sort((a, b) => a - b)
  return scaled[scaled.length >> 1] ?? reading.measures.capital ?? 0.97 * reading.tall
}

/** Height with the half-covered rows at both ends counted by their share. */
function softHeight(strip: Strip, cell: Cell): number {
  const rows: number[] = []
  for (let y = Math.max(0, cell.top - 1); y < Math.min(strip.height, cell.bottom + 1); y++) {
    let most = 0
    for (let x = cell.left; x < cell.right; x++) {
      most = Math.max(most, strip.data[y * strip.width + x] ?? 0)
    }
    rows.push(most)
  }
  const full = [...rows].sort((a, b) => a - b)[Math.floor(0.6 * rows.length)] ?? 255
  return rows.reduce((sum, value) => sum + Math.min(1, value / Math.max(1, full)), 0)
}

/** Widths of the strokes that a row of a cell cuts, in pixels of full ink. */
function strokes(strip: Strip, cell: Cell, y: number): number[] {
  const found: number[] = []
  let width = 0
  for (let x = cell.left - 1; x <= cell.right; x++) {
    const value = strip.data[y * strip.width + x] ?? 0
    if (x < cell.right && value > 40) width += value / 255
    else {
      if (width > 0.3) found.push(width)
      width = 0
    }
  }
  return found
}

const UPRIGHT = /[BDEFHIKLMNPRTbdhiklmnprtu1]/

/** Median width of upright strokes, in pixels. */
function stemOf({ letters, cells, cellOf, strip }: Reading): number | undefined {
  const stemmed = letters.flatMap(({ text }, k) => {
    const cell = cellOf[k]
    return cell && UPRIGHT.test(text) ? [cell] : []
  })
  const widths = (stemmed.length > 0 ? stemmed : cells).flatMap((cell) => {
    const high = cell.bottom - cell.top
    const rows: number[] = []
    for (let y = Math.round(cell.top + 0.4 * high); y < cell.top + 0.75 * high; y++) {
      rows.push(...strokes(strip, cell, y).filter((width) => width < 0.4 * high))
    }
    return rows
  })
  return widths.sort((a, b) => a - b)[Math.floor(0.5 * widths.length)]
}

/** By the pitch, then by the feet of letters that stand on stems; undefined where there are too few letters. */
function familyOf(reading: Reading): Family | undefined {
  const { letters, cellOf, measures, tall, strip } = reading
  const pitch = pitchOf(cellOf)
  const capital = measures.capital ?? tall
  const words = letters.filter(({ text }) => /\p{L}/u.test(text))
  if (pitch !== undefined && words.length >= 3 && pitch > 0.7 * capital && pitch < 1.3 * capital)
    return 'mono'
  if (words.length < ENOUGH) return undefined
  const ratios = letters.flatMap(({ text }, k) => {
    const cell = cellOf[k]
    return cell && /[HIKMNfhikmnrl]/.test(text) ? (footOf(strip, cell) ?? []) : []
  })
  if (ratios.length < 2) return undefined
  return (ratios.sort((a, b) => a - b)[ratios.length >> 1] ?? 1) > FOOTED ? 'serif' : 'sans'
}

/** Width of a letter's feet over that of its stems. */
function footOf(strip: Strip, cell: Cell): number | undefined {
  const high = cell.bottom - cell.top
  if (high < 7) return undefined
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  const foot = strokes(strip, cell, cell.bottom - 1)
  const stem = strokes(strip, cell, Math.round(cell.bottom - 0.35 * high))
  return foot.length > 0 && stem.length > 0 ? mean(foot) / mean(stem) : undefined
}

/** Shears, as tangents of the angle, that are tried; italic faces lean by 0.17 to 0.25. */
const SHEARS = [-0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]
const LEANING = 0.12

/** Italic where the columns of ink are sharpest when sheared back. */
function isItalic({ strip, letters }: Reading): boolean {
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
function colourOf({ pieces }: Reading): string {
  const weigh = ({ peak, area }: { peak: number; area: number }) => peak * area ** 0.2
  const [strongest] = [...pieces].sort((a, b) => weigh(b) - weigh(a))
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0')
  return `#${(strongest?.colour ?? [0, 0, 0]).map(hex).join('')}`
}
