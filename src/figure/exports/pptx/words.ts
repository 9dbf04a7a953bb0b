import { clamp } from '../../../forms/numbers'
import type { Box, Geometry, SceneElement, Style, TextLine } from '../../../forms/scene'
import { faceFor, familyOf, measureText, rightToLeft, weightOf } from '../../fonts'
import { EAST_ASIAN_LETTER } from '../../fonts/files'
import { BOLD } from '../../fonts/substitute'
import { LEFT_OF } from '../../geometry'
import { element, escapeText } from '../../svg/xml'
import { colorOf, solid } from './paint'
import type { Measure } from './units'

/** A line of words as it is set. */
export interface Row {
  line: TextLine
  anchor: Extract<Geometry, { form: 'lines' }>['anchor']
  style: Style
  /** Pixels. */
  size: number
  /** Share of it that its groups show. */
  shown: number
}

/** An element's lines; the parts of one with drawn formulas are rows of their own, where they stand. */
export function rowsOf({ geometry, style }: SceneElement, shown: number): Row[] {
  if (geometry?.form !== 'lines') return []
  const { anchor } = geometry
  return geometry.lines.flatMap((line): Row[] => {
    const { text, runs, formulas } = line
    if (!formulas || !runs)
      return text.trim() === '' ? [] : [{ line, anchor, style, size: style.fontSize ?? 16, shown }]
    return runs.map(({ text, x = line.x, rise = 0, ...look }) => {
      const own = { ...style, ...look }
      const size = own.fontSize ?? 16
      const width = measureText(text, { weight: faceFor(own.fonts, own.fontWeight), size })
      return {
        line: { text, x, y: line.y - rise, width },
        anchor: 'start',
        style: own,
        size,
        shown,
      }
    })
  })
}

/** Places that are equal to the eye, in pixels. */
const EQUAL = 0.6

/** Whether rows, from the top down, can stand in one form: on one axis, each below the other. */
export function canStandTogether(rows: readonly Row[]): boolean {
  return rows.every((row, at) => {
    const before = rows[at - 1]
    if (!before) return true
    const near = Math.abs(row.line.x - before.line.x) < EQUAL && row.anchor === before.anchor
    return near && pitch(row, before) > 0
  })
}

/** How far letters reach above and below their baseline in em: the middle of families and of programs' own rules. */
const ABOVE = 0.95
const BELOW = 0.22

/** How high a row's line is, below another. */
const pitch = (row: Row, before: Row) =>
  row.line.y - before.line.y + BELOW * (row.size - before.size)

/** Room that rows take. */
export function roomOf(rows: readonly Row[]): Box {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return { x: 0, y: 0, width: 0, height: 0 }
  const width = Math.max(...rows.map(({ line }) => line.width))
  const top = first.line.y - ABOVE * first.size
  const height = last.line.y + BELOW * last.size - top
  return { x: first.line.x - LEFT_OF[first.anchor] * width, y: top, width, height }
}

/** Words whose middle is off their form's by so many times their size keep to its top. */
const OFF_MIDDLE = 1.5

/** `p:txBody` of rows in a form: a paragraph a row; insets say by how much they are off its middle. */
export function bodyOf(rows: readonly Row[], frame: Box, measure: Measure): string {
  const [first] = rows
  if (!first) return ''
  const room = roomOf(rows)
  const above = room.y - frame.y
  const under = frame.y + frame.height - room.y - room.height
  const top = above > 0 && Math.abs(above - under) > OFF_MIDDLE * first.size
  const { x } = first.line
  const [left, right] = [x - frame.x, frame.x + frame.width - x]
  const insets = {
    start: [left, 0],
    middle: [Math.max(0, left - right), Math.max(0, right - left)],
    end: [0, right],
  }[first.anchor]
  const upright = top ? [above, 0] : [Math.max(0, above - under), Math.max(0, under - above)]
  const [lIns, rIns, tIns, bIns] = [...insets, ...upright].map(measure.emu)
  const anchor = top ? 't' : 'ctr'
  const look = element(
    'a:bodyPr',
    { wrap: 'none', lIns, tIns, rIns, bIns, rtlCol: 0, anchor },
    '<a:noAutofit/>',
  )
  const paragraphs = rows.map((row, at) => paragraph(row, rows[at - 1], measure))
  return element('p:txBody', {}, `${look}<a:lstStyle/>${paragraphs.join('')}`)
}

/** What lines may be apart at most, in hundredths of a point. */
const MOST_APART = 158_400

function paragraph(row: Row, before: Row | undefined, measure: Measure): string {
  const { line, anchor, size } = row
  const eastern = EAST_ASIAN_LETTER.test(line.text)
  const high = before ? pitch(row, before) : (ABOVE + BELOW) * size
  const val = Math.min(MOST_APART, measure.points(high))
  const exact = element('a:lnSpc', {}, element('a:spcPts', { val }))
  const algn = { start: 'l', middle: 'ctr', end: 'r' }[anchor]
  const rtl = rightToLeft(line.text) ? 1 : undefined
  const runs = (line.runs ?? [{ text: line.text }]).map((run) => runOf(run, row, measure))
  const properties = element('a:pPr', { algn, rtl }, before || eastern ? exact : '')
  return element('a:p', {}, properties + runs.join(''))
}

type Run = NonNullable<TextLine['runs']>[number]

/** What a run's letters may be large, and apart, in hundredths of a point. */
const LARGE = { least: 100, most: 400_000 }

function runOf(run: Run, { line, style, size, shown }: Row, measure: Measure): string {
  const text = run.text.replace(/[^\S\u00a0]/g, ' ')
  if (text === '') return ''
  const { fonts = run.fonts, fontWeight = 400, letterSpacing = 0, stroke = 'none' } = style
  const face = faceFor(run.fonts ?? fonts, run.fontWeight ?? fontWeight)
  const spread = line.stretched
    ? (line.width - measureText(line.text, { weight: face, size })) / line.text.length
    : 0
  const spc = clamp(measure.points(letterSpacing + spread), -LARGE.most, LARGE.most)
  // Raised letters are made smaller by the program itself.
  const large = measure.points(run.rise ? size : (run.fontSize ?? size))
  const rad = stroke === 'none' ? 0 : measure.emu((style.strokeWidth ?? 1) / 2)
  const { name: typeface, sort } = typefaceOf(face)
  const eastern = (run.fonts ?? fonts ?? []).find((each) => Object.hasOwn(EASTERN, each))
  const look = element(
    'a:rPr',
    {
      lang: 'en-US',
      sz: clamp(large, LARGE.least, LARGE.most),
      b: isBold(face) ? 1 : undefined,
      i: (run.italic ?? style.italic) ? 1 : undefined,
      spc: spc === 0 ? undefined : spc,
      baseline: run.rise && size > 0 ? Math.round((1e5 * run.rise) / size) : undefined,
      noProof: 1,
    },
    [
      solid(run.fill ?? style.fill ?? '#000000', shown * (style.opacity ?? 1)),
      rad > 0 ? element('a:effectLst', {}, element('a:glow', { rad }, colorOf(stroke))) : '',
      element('a:latin', { typeface, pitchFamily: sort, charset: 0 }),
      element('a:ea', { typeface: EASTERN[eastern ?? ''] ?? typeface }),
      element('a:cs', { typeface }),
    ].join(''),
  )
  return element('a:r', {}, look + element('a:t', {}, escapeText(text)))
}

/** The lightest letters of a family never are. */
function isBold(face: number): boolean {
  const [lightest] = familyOf(face).files[0] ?? [0]
  return weightOf(face) >= Math.max(BOLD, lightest + 1)
}

/** East Asian families of office programs, by ours. */
const EASTERN: Readonly<Record<string, string>> = {
  'Noto Sans SC': 'Microsoft YaHei',
  'Noto Sans JP': 'Yu Gothic',
  'Noto Sans KR': 'Malgun Gothic',
}

/** `pitchFamily` by the generic family: of which sort to take another where one is not installed. */
const SORTS: Readonly<Record<string, number>> = { 'sans-serif': 34, serif: 18, monospace: 49 }

/** A face's family as a document names it: as wide as one that every office program has, it goes by that one's name. */
export function typefaceOf(face: number): { name: string; sort: number; common: boolean } {
  const { name, substitutes } = familyOf(face)
  const common = TWINS.has(name)
  const sort = SORTS[substitutes.at(-1) ?? ''] ?? 34
  return { name: common ? (substitutes[0] ?? name) : name, sort, common }
}

const TWINS: ReadonlySet<string> = new Set(['Arimo', 'Tinos', 'Cousine', 'Carlito'])

/** Families that a machine may not have, a sentence each. */
export function rareFamilies(styles: readonly Style[]): string[] {
  const faces = styles.map(({ fonts }) => typefaceOf(faceFor(fonts)))
  const rare = new Set(faces.flatMap(({ name, common }) => (common ? [] : [name])))
  return [...rare].map(
    (name) => `Where ${name} is not installed, PowerPoint sets its words in another family.`,
  )
}
