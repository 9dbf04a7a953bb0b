import { FAMILIES, face, fontStack, measureText } from '../../figure/fonts'
import { boxAround, direction, LEFT_OF } from '../../figure/geometry'
import { boxOf } from '../../figure/geometry/moved'
import type { Matrix } from '../../figure/geometry/transform'
import type { Markup } from '../../figure/svg/clean'
import { rounded, roundedTo } from '../../forms/numbers'
import { remembered } from '../../forms/remembered'
import type { Box, Geometry, Point, Style, TextLine } from '../../forms/scene'
import { at, lengthOf, scaleOf } from './numbers'
import { colourOf, fontSizeOf, type Look, lookWithin } from './paint'

type Lines = Extract<Geometry, { form: 'lines' }>

/** A block of words in one style. */
export interface Words {
  geometry: Lines
  style: Style
  box: Box
  text: string
}

/** A stretch of text in one look, and how it is moved against what comes before it. */
interface Piece {
  text: string
  look: Look
  opacity: number
  /** Where it is put, in the text's own units: it begins a new line. */
  x?: number
  y?: number
  dx: number
  dy: number
  /** Of sub- and superscripts, upwards. */
  rise: number
  textLength?: number
}

/** The words of a `text` element, in blocks of one style. */
export function wordsOf(text: Markup, look: Look, matrix: Matrix): Words[] {
  const pieces = trimmed(piecesOf(text, look, { dx: 0, dy: 0, rise: 0, opacity: 1 }))
  const lines: Line[] = []
  let pen: Point = { x: 0, y: 0 }
  for (const piece of pieces) {
    let line = lines.at(-1)
    if (!line || piece.x !== undefined || piece.y !== undefined) {
      line = { x: (piece.x ?? pen.x) + piece.dx, y: (piece.y ?? pen.y) + piece.dy, pieces: [] }
      lines.push(line)
      pen = { x: line.x, y: line.y }
    } else if (piece.dx !== 0) line.moved = true
    line.pieces.push(piece)
    pen = { x: pen.x + widthOf(piece), y: line.y }
  }
  const blocks: Line[][] = []
  for (const line of lines.filter((each) =>
    each.pieces.some((piece) => piece.text.trim() !== ''),
  )) {
    const block = blocks.at(-1)
    if (block && goesOn(block, line)) block.push(line)
    else blocks.push([line])
  }
  return blocks.map((block) => wordsIn(block, matrix))
}

interface Line {
  x: number
  y: number
  pieces: Piece[]
  /** Some of its pieces stand apart. */
  moved?: boolean
}

function piecesOf(one: Markup, look: Look, from: Omit<Piece, 'text' | 'look'>): Piece[] {
  const own = lookWithin(look, one)
  const em = fontSizeOf(own)
  const { attributes } = one
  const first = (name: string, usual?: number) => {
    const value = attributes[name]?.trim().split(/[\s,]+/)[0]
    return value === undefined ? usual : lengthOf(value, 0, { em })
  }
  const [x, y, long] = [first('x'), first('y'), first('textLength')]
  let start: Omit<Piece, 'text' | 'look'> = {
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    dx: from.dx + (first('dx', 0) ?? 0),
    dy: from.dy + (first('dy', 0) ?? 0),
    rise: from.rise + riseOf(attributes['baseline-shift'], em),
    opacity: from.opacity * lengthOf(attributes.opacity, 1, { whole: 1 }),
    ...(long !== undefined && { textLength: long }),
  }
  // A text without a place stands at the origin.
  if (one.name === 'text') start = { x: 0, y: 0, ...start }
  const pieces: Piece[] = []
  for (const child of one.children) {
    const plain = { dx: 0, dy: 0, rise: start.rise, opacity: start.opacity }
    const found =
      typeof child === 'string'
        ? [{ ...start, text: child.replace(/\s+/g, ' '), look: own }]
        : child.name === 'tspan'
          ? piecesOf(child, own, { ...plain, dx: start.dx, dy: start.dy })
          : []
    // What the parent is moved by counts for its first words alone.
    const [head] = found
    if (!head) continue
    if (typeof child !== 'string' && start.x !== undefined && head.x === undefined) head.x = start.x
    if (typeof child !== 'string' && start.y !== undefined && head.y === undefined) head.y = start.y
    pieces.push(...found)
    if (found.some((piece) => piece.text.trim() !== '' || typeof child !== 'string')) start = plain
  }
  return pieces
}

function riseOf(shift: string | undefined, em: number): number {
  if (shift === undefined || shift === 'baseline') return 0
  if (shift === 'super') return 0.35 * em
  if (shift === 'sub') return -0.2 * em
  return lengthOf(shift, 0, { whole: em, em })
}

/** Blanks at the ends of lines and doubled ones go, as SVG has it; later `dy` without a place raises what follows. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  const left: Piece[] = []
  let fallen = 0
  for (const piece of pieces) {
    const begins = left.length === 0 || piece.x !== undefined || piece.y !== undefined
    if (begins) fallen = 0
    else fallen += piece.dy
    const before = left.at(-1)
    const text = begins || before?.text.endsWith(' ') ? piece.text.trimStart() : piece.text
    if (begins && before) before.text = before.text.trimEnd()
    if (text === '' && !begins) continue
    left.push({ ...piece, text, rise: piece.rise - fallen })
  }
  const last = left.at(-1)
  if (last) last.text = last.text.trimEnd()
  return left
}

const SERIF = /\b(?:serif|times|georgia|garamond|cambria|tinos|roman)\b/i
const MONO = /\b(?:monospace|courier|consolas|menlo|monaco|mono)\b/i
const HAND = /\b(?:cursive|comic|hand|marker)\b/i

const familyOf = (look: Look): string => embedded(look['font-family'] ?? 'Inter')

/** The first family of a list that is embedded, else one of its kind. */
const embedded = remembered((list: string): string => {
  const names = list.split(',').map((name) => name.trim().replace(/^["']|["']$/g, ''))
  const own = names.find((name) => FAMILIES.some((family) => family.name === name))
  const twin = names.flatMap((name) =>
    FAMILIES.filter(({ ownWidths, substitutes }) => ownWidths && substitutes[0] === name),
  )[0]?.name
  if (own ?? twin) return own ?? twin ?? 'Inter'
  if (/helvetica/i.test(list)) return 'Arimo'
  if (MONO.test(list)) return 'JetBrains Mono'
  if (HAND.test(list)) return 'Shantell Sans'
  return SERIF.test(list.replace(/sans-?serif/gi, '')) ? 'Tinos' : 'Inter'
}, 200)

function weightOf(look: Look): number {
  const value = look['font-weight'] ?? '400'
  const named = { normal: 400, bold: 700, bolder: 700, lighter: 400 }[value]
  const weight = named ?? Number(value)
  return weight >= 1 && weight <= 999 ? Math.round(weight) : 400
}

const isItalic = (look: Look) => /italic|oblique/.test(look['font-style'] ?? '')
const spacingOf = (look: Look) =>
  look['letter-spacing'] === 'normal'
    ? 0
    : lengthOf(look['letter-spacing'], 0, { em: fontSizeOf(look) })

function widthOf({ text, look }: Piece): number {
  const width = measureText(text, {
    weight: face(familyOf(look), weightOf(look)),
    size: fontSizeOf(look),
  })
  return width + spacingOf(look) * text.length
}

const anchorOf = ({ pieces }: Line): Lines['anchor'] => {
  const anchor = pieces[0]?.look['text-anchor']
  return anchor === 'middle' || anchor === 'end' ? anchor : 'start'
}

/** What of a line's look is one for the whole block. */
const keyOf = (line: Line) => JSON.stringify([styleOf(line, 1), anchorOf(line)])

/** Lines of a block are at most so far apart, in sizes of their letters. */
const LEADING = 2.2

function goesOn(block: readonly Line[], line: Line): boolean {
  const [before] = block.slice(-1)
  if (!before || keyOf(before) !== keyOf(line)) return false
  const down = line.y - before.y
  return (
    Math.abs(line.x - before.x) < 0.01 &&
    down > 0 &&
    down < LEADING * fontSizeOf(longest(line).look)
  )
}

const longest = ({ pieces }: Line): Piece =>
  pieces.reduce((most, each) => (each.text.length > most.text.length ? each : most))

function styleOf(line: Line, scale: number): Style {
  const { look, opacity } = longest(line)
  const fill = colourOf(look.fill ?? '#000000', look)
  const halo = colourOf(look.stroke, look)
  const share = opacity * (fill?.alpha ?? 0) * lengthOf(look['fill-opacity'], 1, { whole: 1 })
  const spacing = rounded(spacingOf(look) * scale)
  return {
    fill: fill?.hex ?? 'none',
    ...(halo && {
      stroke: halo.hex,
      strokeWidth: rounded(lengthOf(look['stroke-width'], 1) * scale),
    }),
    ...(share < 1 && { opacity: roundedTo(share, 3) }),
    fonts: [...fontStack(familyOf(look))],
    fontSize: rounded(fontSizeOf(look) * scale),
    fontWeight: weightOf(look),
    ...(isItalic(look) && { italic: true }),
    ...(spacing !== 0 && { letterSpacing: spacing }),
  }
}

/** How far a line is moved down by what its `dominant-baseline` says, in sizes of its letters. */
const BASELINES: Readonly<Record<string, number>> = {
  middle: 0.27,
  central: 0.36,
  mathematical: 0.36,
  hanging: 0.73,
  'text-before-edge': 0.97,
  'text-top': 0.97,
  'text-after-edge': -0.24,
  ideographic: -0.24,
}

function wordsIn(block: readonly Line[], matrix: Matrix): Words {
  const [a, b, c, d] = matrix
  const scale = scaleOf(matrix)
  const across = direction({ x: 0, y: 0 }, { x: a, y: b })
  const turn = roundedTo((Math.atan2(b, a) * 180) / Math.PI, 2)
  // Letters that are drawn out more one way than the other.
  const wide = Math.hypot(a, b) / (Math.abs(a * d - b * c) / (Math.hypot(a, b) || 1) || 1)
  const style = styleOf(
    block[0] as Line,
    Math.abs(wide - 1) < 0.02 ? scale : scale / Math.sqrt(wide),
  )
  let first: Point | undefined
  const lines = block.map((line): TextLine => {
    const look = longest(line).look
    const down = (BASELINES[look['dominant-baseline'] ?? ''] ?? 0) * fontSizeOf(look)
    const point = at(matrix, { x: line.x, y: line.y + down })
    first ??= point
    // Places are told as if the block were not turned, around its first line.
    const [dx, dy] = [point.x - first.x, point.y - first.y]
    const x = first.x + dx * across.x + dy * across.y
    const y = first.y - dx * across.y + dy * across.x
    return lineOf(line, { x, y }, { scale, wide })
  })
  const geometry: Lines = {
    form: 'lines',
    lines,
    anchor: lines.some(({ runs }) => runs?.some((run) => run.x !== undefined))
      ? 'start'
      : anchorOf(block[0] as Line),
    ...(turn !== 0 && { turn }),
  }
  return {
    geometry,
    style,
    box: boxOfWords(geometry, style),
    text: lines.map(({ text }) => text).join(' '),
  }
}

function lineOf(
  line: Line,
  { x, y }: Point,
  { scale, wide }: { scale: number; wide: number },
): TextLine {
  const widths = line.pieces.map((piece) => widthOf(piece) * scale)
  const gaps = line.pieces.slice(1).map(({ dx }) => dx * scale)
  const whole = [...widths, ...gaps].reduce((sum, each) => sum + each, 0)
  const asked = line.pieces[0]?.textLength
  const isWide = Math.abs(wide - 1) >= 0.02
  const width = asked !== undefined ? asked * scale : isWide ? whole * Math.sqrt(wide) : whole
  const place = { x: rounded(x), y: rounded(y), width: rounded(width) }
  const text = line.pieces.map((piece) => piece.text).join('')
  const isPlain = line.pieces.every(
    (piece) => piece.rise === 0 && isSame(ownLook(piece, scale), ownLook(longest(line), scale)),
  )
  if (isPlain && !line.moved)
    return { text, ...place, ...((asked !== undefined || isWide) && { stretched: true }) }
  const share = LEFT_OF[anchorOf(line)]
  let pen = x - share * width
  const base = ownLook(longest(line), scale)
  const runs = line.pieces.map((piece, index) => {
    pen += index > 0 ? (gaps[index - 1] ?? 0) : 0
    const own = ownLook(piece, scale)
    const run = {
      text: piece.text,
      ...Object.fromEntries(
        Object.entries(own).filter(
          ([name, value]) => !isSame(value, base[name as keyof typeof own]),
        ),
      ),
      ...(piece.rise !== 0 && { rise: rounded(piece.rise * scale) }),
      ...(line.moved && { x: rounded(pen) }),
    }
    pen += widths[index] ?? 0
    return run
  })
  const start = line.moved ? rounded(x - share * width) : place.x
  return { text, ...place, x: start, runs }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What a run may have of its own. */
function ownLook({ look }: Piece, scale: number) {
  return {
    fonts: [...fontStack(familyOf(look))],
    fontSize: rounded(fontSizeOf(look) * scale),
    fontWeight: weightOf(look),
    italic: isItalic(look),
    fill: colourOf(look.fill ?? '#000000', look)?.hex ?? 'none',
  }
}

/** The box around words, turned or not. */
export function boxOfWords(geometry: Lines, style: Style): Box {
  const flat = boxOf(geometry, style)
  const [first] = geometry.lines
  if (!geometry.turn || !first) return flat
  const angle = (geometry.turn * Math.PI) / 180
  const { x, y, width, height } = flat
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ].map(([px = 0, py = 0]) => ({
    x: first.x + (px - first.x) * Math.cos(angle) - (py - first.y) * Math.sin(angle),
    y: first.y + (px - first.x) * Math.sin(angle) + (py - first.y) * Math.cos(angle),
  }))
  return boxAround(corners)
}
