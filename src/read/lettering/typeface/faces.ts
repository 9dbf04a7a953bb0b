import { packageFile } from '../../../../wasm/package-files'
import { createCanvas, GlobalFonts, Path2D } from '../../../../wasm/skia'
import { FAMILIES, type Family } from '../../../figure/fonts'
import { openFont } from '../../../figure/fonts/open-font'
import { mapPath, pathOf, ringsOf, type Segment } from '../../../figure/geometry/path-data'
import { remembered } from '../../../forms/remembered'

export type Kind = 'sans' | 'serif' | 'mono'

/** One embedded file as a candidate for what a line was set in. */
export interface Face {
  family: Family
  kind: Kind
  weight: number
  italic: boolean
  /** A text as the face sets it; undefined where it lacks half of its letters. */
  set(text: string): SetText | undefined
}

/** Ink of which the middle is known, and how far it reaches from there: its standard deviations. */
export interface Moments {
  area: number
  x: number
  y: number
  wide: number
  high: number
}

/** Lengths in em, y upwards from the baseline, x from where the text starts. */
export interface SetText extends Moments {
  outline: Path2D
  advance: number
}

let loaded: readonly Face[] | undefined

/** All embedded faces, in the order of their families; a file is read on first use. */
export function embeddedFaces(): readonly Face[] {
  loaded ??= FAMILIES.flatMap((family) => [
    ...family.files.map(([weight, path]) => faceOf(family, weight, path, false)),
    ...(family.italics ?? []).map(([weight, path]) => faceOf(family, weight, path, true)),
  ])
  return loaded
}

function kindOf({ substitutes }: Family): Kind {
  const generic = substitutes.at(-1)
  return generic === 'monospace' ? 'mono' : generic === 'serif' ? 'serif' : 'sans'
}

function faceOf(family: Family, weight: number, path: string, italic: boolean): Face {
  let setter: ReturnType<typeof setterOf> | undefined
  return {
    family,
    kind: kindOf(family),
    weight,
    italic,
    set(text) {
      setter ??= setterOf(path)
      return setter(text)
    },
  }
}

/** Width in em of a letter that a face lacks. */
const LENT = 0.6

function setterOf(path: string): Face['set'] {
  const bytes = packageFile(path)
  const font = openFont(bytes)
  const em = font.unitsPerEm
  const kern = kerning(path, bytes)
  const glyph = remembered((character: string): Glyph | undefined => {
    const code = character.codePointAt(0) ?? 0
    const units = font.advance(code)
    if (units === undefined) return undefined
    const path = font.path(code)
    const outline = new Path2D(pathOf(path))
    const sums = sumsOf(mapPath(path, ({ x, y }) => ({ x: x / em, y: y / em })))
    return { advance: units / em, outline, sums }
  })
  return remembered((text: string) => {
    const outline = new Path2D()
    const sums: Sums = [0, 0, 0, 0, 0]
    let [pen, known] = [0, 0]
    let before = ''
    for (const character of text) {
      const found = glyph(character)
      pen += found && before !== '' ? kern(before, character) : 0
      if (found) {
        outline.addPath(found.outline, { a: 1 / em, d: 1 / em, e: pen })
        const [area, x, y, xx, yy] = found.sums
        const moved = [area, x + pen * area, y, xx + 2 * pen * x + pen * pen * area, yy]
        for (const [k, sum] of moved.entries()) sums[k] = (sums[k] ?? 0) + sum
        known++
      }
      pen += found?.advance ?? LENT
      before = found ? character : ''
    }
    const moments = momentsOf(sums)
    if (2 * known < [...text].length || !(moments.area > 0)) return undefined
    return { ...moments, outline, advance: pen }
  })
}

interface Glyph {
  advance: number
  /** In units of the font. */
  outline: Path2D
  sums: Sums
}

/** Area, and the sums over it of x, y and their squares. */
type Sums = [area: number, x: number, y: number, xx: number, yy: number]

export function momentsOf([area, sx, sy, xx, yy]: Readonly<Sums>): Moments {
  const [x, y] = [sx / area, sy / area]
  const deviation = (square: number, mean: number) => Math.sqrt(Math.max(0, square - mean * mean))
  return { area, x, y, wide: deviation(xx / area, x), high: deviation(yy / area, y) }
}

/** Straight steps of a curve, in em. */
const STEP = 0.04

/** Of what an outline encloses; parts that overlap count twice. */
function sumsOf(outline: readonly Segment[]): Sums {
  const sums: Sums = [0, 0, 0, 0, 0]
  for (const { points } of ringsOf(outline, STEP))
    for (const [at, { x, y }] of points.entries()) {
      const { x: u, y: v } = points[(at + 1) % points.length] ?? { x, y }
      const cross = x * v - u * y
      sums[0] += cross / 2
      sums[1] += (cross * (x + u)) / 6
      sums[2] += (cross * (y + v)) / 6
      sums[3] += (cross * (x * x + x * u + u * u)) / 12
      sums[4] += (cross * (y * y + y * v + v * v)) / 12
    }
  return sums[0] < 0 ? (sums.map((sum) => -sum) as Sums) : sums
}

/** Size in pixels at which pairs are measured. */
const MEASURED = 100

/** What two neighbours are nearer (negative) or farther than their advances say, in em, by HarfBuzz: it lies in tables of several forms. */
function kerning(path: string, bytes: Uint8Array): (first: string, second: string) => number {
  const alias = `fitted ${path}`
  GlobalFonts.register(Buffer.from(bytes), alias)
  const context = createCanvas(1, 1).getContext('2d')
  context.font = `${MEASURED}px "${alias}"`
  const width = remembered((text: string) => context.measureText(text).width / MEASURED)
  return (first, second) => width(first + second) - width(first) - width(second)
}

/** Where a text is set, in pixels: its start, its baseline, and the sizes that its letters' width and height are of. */
export interface Place {
  start: number
  baseline: number
  size: number
  byHeight: number
}

let sheet = createCanvas(1, 1)

/** How far a text set at a place covers each pixel of a sheet, 0 to 255. */
export function coverOf(
  { outline }: SetText,
  { start, baseline, size, byHeight }: Place,
  { width, height }: { width: number; height: number },
): Uint8Array {
  if (sheet.width < width || sheet.height < height)
    sheet = createCanvas(Math.max(sheet.width, width), Math.max(sheet.height, height))
  const context = sheet.getContext('2d')
  context.resetTransform()
  context.clearRect(0, 0, width, height)
  context.setTransform(size, 0, 0, -byHeight, start, baseline)
  context.fill(outline)
  const { data } = context.getImageData(0, 0, width, height)
  const cover = new Uint8Array(width * height)
  for (let i = 0; i < cover.length; i++) cover[i] = data[4 * i + 3] as number
  return cover
}
