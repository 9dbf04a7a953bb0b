import { FAMILIES } from '../../../figure/fonts'
import { rounded, roundedAll } from '../../../forms/numbers'
import {
  type Box,
  LETTERING,
  type SceneElement,
  type Style,
  type TextLine,
} from '../../../forms/scene'
import { LEAST_CONFIDENCE, type LetterLine } from '../../lettering'
import { cropWithoutGround, wholePixels } from '../pixels/crop'
import type { Reading } from '../reading'

/** A line of text as an element; it is centred where the line is, so that another face keeps its place. */
export function textElement(
  line: LetterLine,
  id: string,
  z: number,
  centred: boolean,
): SceneElement {
  const { box, angle, baseline, text, set } = line
  const along = (angle === 270 ? -1 : 1) * (centred ? set.width / 2 : 0) + set.start
  const [x, y] = angle === 0 ? [along, baseline] : [baseline, along]
  return {
    id,
    kind: 'text',
    role: 'text',
    z,
    box: roundedAll(box),
    geometry: {
      form: 'lines',
      lines: [lineAt(line, { x: rounded(x), y: rounded(y) })],
      anchor: centred ? 'middle' : 'start',
      ...(angle === 270 && { turn: -90 }),
      ...(angle === 90 && { turn: 90 }),
    },
    style: styleOf(line),
    label: text,
    confidence: rounded(line.confidence),
  }
}

function lineAt({ text, set }: LetterLine, at: { x: number; y: number }): TextLine {
  return {
    text,
    ...at,
    width: rounded(set.width),
    ...(set.stretched && { stretched: true }),
  }
}

/** The embedded face, a common one as wide, a generic. */
function styleOf({ colour, italic, fontSize, set }: LetterLine): Style {
  const family = FAMILIES.find(({ name }) => name === set.family)
  return {
    fill: colour,
    fonts: [set.family, ...(family?.substitutes ?? ['sans-serif'])],
    fontSize: rounded(fontSize),
    fontWeight: set.weight,
    ...(italic && { italic: true }),
  }
}

/** In heights of the line: what stands nearer before or after it is of the same line. */
const SAME_LINE = 0.3
/** Of the lower of the two: as much as this they stand side by side. */
const BESIDE = 0.5
/** In heights of the line: what is lower is a dot or dash, what is higher no letter. */
const LETTERS = [0.3, 2] as const

/** Lines of which a part was read apart or left as ink, so that none of their words is sure. */
export function tornLines(
  lines: readonly SceneElement[],
  icons: readonly SceneElement[],
): Set<SceneElement> {
  const along = (one: SceneElement): Box => {
    const { x, y, width, height } = one.box
    return upright(one) ? { x: y, y: x, width: height, height: width } : one.box
  }
  return new Set(
    lines.filter((line) => {
      const own = along(line)
      return [...lines, ...icons].some((other) => {
        if (other === line || (other.kind === 'text' && upright(other) !== upright(line)))
          return false
        const { x, y, width, height } = along(
          upright(line) ? { ...other, geometry: line.geometry } : other,
        )
        const tall = height / own.height
        if (other.kind !== 'text' && (tall < LETTERS[0] || tall > LETTERS[1])) return false
        const apart = Math.max(x - own.x - own.width, own.x - x - width)
        const shared = Math.min(y + height, own.y + own.height) - Math.max(y, own.y)
        const near = SAME_LINE * own.height
        // An unsure line across a sure one is not a part of it.
        const across = apart < -near && (other.confidence ?? 0) < LEAST_CONFIDENCE
        return !across && apart < near && shared > BESIDE * Math.min(height, own.height)
      })
    }),
  )
}

const upright = ({ geometry }: SceneElement) =>
  geometry?.form === 'lines' && geometry.turn !== undefined

/** A line whose words are not sure: its letters as they are, without their ground, with their best reading beside them. */
export function letteringOf(
  { id, z, parent, box: { x, y, width, height }, label = '' }: SceneElement,
  { source, ground }: Pick<Reading, 'source' | 'ground'>,
): SceneElement {
  const box = wholePixels({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 }, source)
  return {
    id,
    kind: 'icon',
    ...(parent ? { parent } : { role: 'icon' as const }),
    z,
    box,
    geometry: { form: 'image', ...box, href: cropWithoutGround(source, ground, box) },
    style: {},
    label: LETTERING,
    data: { text: label },
  }
}

/** True where a line stands in the middle of a box, or under one that does. */
export function isCentred(line: Box, around: Box | undefined): boolean {
  if (!around) return true
  const off = line.x + line.width / 2 - around.x - around.width / 2
  return Math.abs(off) <= Math.max(3, 0.04 * around.width)
}
