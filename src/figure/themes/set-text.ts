import { rounded } from '../../forms/numbers'
import type { Geometry, SceneElement, Style, TextLine } from '../../forms/scene'
import {
  type EastAsian,
  familyOf,
  formulaScale,
  levelsOf,
  partsToPlace,
  rightToLeft,
  runsOf,
  runWidth,
  visualOrder,
  weightOf,
} from '../fonts'
import { type DrawnFormula, isMarked, MATH_SPACE, pieces, unmarked } from '../formula'
import { LEFT_OF } from '../geometry'
import { movePath } from '../geometry/path-data'

/**
 * Undoes what let text travel through layout: faces become weights, formula marks and foreign letters become runs,
 * drawn formulas outlines.
 */
export function setText(element: SceneElement, eastAsian: EastAsian): SceneElement {
  const { geometry, style, label } = element
  const plain = label !== undefined && isMarked(label) ? { label: unmarked(label) } : {}
  if (geometry?.form !== 'lines') return { ...element, ...plain }
  const face = style.fontWeight ?? 400
  const setting = { anchor: geometry.anchor, face, style, eastAsian, whole: label ?? '' }
  return {
    ...element,
    ...plain,
    geometry: { ...geometry, lines: geometry.lines.map((line) => setLine(line, setting)) },
    style: { ...style, fontWeight: weightOf(face) },
  }
}

type TextRun = NonNullable<TextLine['runs']>[number]

interface Setting {
  anchor: Extract<Geometry, { form: 'lines' }>['anchor']
  face: number
  style: Style
  eastAsian: EastAsian
  /** The text that the line is part of: it tells which way all of its lines are read. */
  whole: string
}

/** A stretch of a line in one family, size and direction. */
interface Stretch {
  run: TextRun
  family: string
  /** Pixels. */
  width: number
  /** Odd: read from right to left. */
  level: number
  /** Followed by a stretch that differs from it in its place alone. */
  cut?: boolean
  formula?: DrawnFormula
}

function setLine(line: TextLine, setting: Setting): TextLine {
  const text = unmarked(line.text)
  const stretches = stretchesOf(line.text, setting)
  const [first] = stretches
  const formulas = stretches.some(({ formula }) => formula)
  const turning = stretches.some(({ level }) => level > 0)
  if (stretches.length <= 1 && !formulas && !turning) {
    const plain = !first || Object.keys(first.run).length === 1
    return plain ? { ...line, text } : { ...line, text, runs: [first.run] }
  }
  const families = new Set(stretches.map(({ family }) => family))
  // A character that no family draws has no known width: the viewer places the line as a whole.
  const placed =
    formulas ||
    (stretches.length > 1 && (turning || families.size > 1 || stretches.some(({ cut }) => cut)))
  if (!placed || (families.has('') && !formulas))
    return { ...line, text, runs: stretches.map(({ run, level }) => directed(run, level)) }
  return { ...line, text, ...place(stretches, line, setting) }
}

function stretchesOf(text: string, { face, style, eastAsian, whole }: Setting): Stretch[] {
  const size = style.fontSize ?? 16
  const turning = rightToLeft(whole)
  const levels = turning ? levelsOf(spaced(withoutScripts(text)), spaced(unmarked(whole))) : []
  let at = 0
  return pieces(text).flatMap((piece): Stretch[] => {
    const { formula } = piece
    if (formula) {
      const width = formula.width * formulaScale(face) * size
      return [{ run: { text: '' }, family: '', width, level: levels[at++] ?? 0, formula }]
    }
    // Only Inter has an embedded italic.
    const own = piece.italic ? weightOf(face) : face
    return runsOf(spaced(piece.text), own, eastAsian).flatMap((run) => {
      const { family } = run
      const parts = turning ? partsByLevel(run.text, levels, at) : [{ text: run.text, level: 0 }]
      at += [...run.text].length
      const cut = parts.flatMap(({ text, level }) =>
        partsToPlace(text).map((part) => ({ text: part, level })),
      )
      return cut.map((part) => ({
        cut: cut.length > 1,
        family: family?.name ?? '',
        level: part.level,
        width: runWidth({ text: part.text, family }, own) * piece.scale * size,
        run: {
          text: part.text,
          ...(family && family !== familyOf(face)
            ? { fonts: [family.name, ...family.substitutes] }
            : {}),
          ...(piece.scale === 1 ? {} : { fontSize: rounded(piece.scale * size) }),
          ...(piece.rise === 0 ? {} : { rise: rounded(piece.rise * size) }),
          ...(piece.italic ? { italic: true } : {}),
        },
      }))
    })
  })
}

function spaced(text: string): string {
  return text.replaceAll(MATH_SPACE, '\u00a0')
}

/** The text as it is laid out, each drawn formula one character. */
function withoutScripts(text: string): string {
  return pieces(text)
    .map((piece) => piece.text)
    .join('')
}

function partsByLevel(text: string, levels: readonly number[], from: number) {
  const parts: { text: string; level: number }[] = []
  for (const [index, character] of [...text].entries()) {
    const level = levels[from + index] ?? 0
    const last = parts.at(-1)
    if (last && last.level === level) last.text += character
    else parts.push({ text: character, level })
  }
  return parts
}

/** Signs at the ends of a stretch that runs from right to left would else take the direction of the canvas. */
function directed(run: TextRun, level: number): TextRun {
  return level % 2 === 1 ? { ...run, text: `\u200f${run.text}\u200f` } : run
}

function place(
  stretches: readonly Stretch[],
  line: TextLine,
  { anchor, face, style }: Setting,
): Pick<TextLine, 'runs' | 'formulas'> {
  const size = style.fontSize ?? 16
  const em = formulaScale(face) * size
  const total = stretches.reduce((sum, { width }) => sum + width, 0)
  const starts: number[] = []
  let x = line.x - LEFT_OF[anchor] * total
  for (const index of visualOrder(stretches.map(({ level }) => level))) {
    starts[index] = x
    x += stretches[index]?.width ?? 0
  }
  const beside = stretches.some(({ formula }) => formula)
  const runs: TextRun[] = []
  const formulas: NonNullable<TextLine['formulas']> = []
  for (const [index, { run, level, formula }] of stretches.entries()) {
    const start = starts[index] ?? line.x
    if (formula) {
      const { tex, d, unit } = formula
      const heavy = weightOf(face) >= 600 ? { strokeWidth: rounded(BOLDER * em) } : {}
      formulas.push({ tex, d: movePath(d, unit * em, start, line.y), ...heavy })
    } else if (run.text.trim() !== '') {
      const text = beside ? kept(run.text) : run.text
      runs.push({ ...directed({ ...run, text }, level), x: rounded(start) })
    }
  }
  return formulas.length > 0 ? { runs, formulas } : { runs }
}

/** A viewer may drop spaces at the ends of what is placed, and with them the gap to a drawn formula. */
const kept = (text: string) => text.replace(/^ +| +$/g, (gap) => '\u00a0'.repeat(gap.length))

/** Width in em of the stroke that makes regular letters as heavy as a semi-bold face. */
const BOLDER = 0.034
