import { face, measureText } from '../../figure/fonts'
import type { Box, SceneElement, Style } from '../../forms/scene'
import type { LetterLine } from '../lettering'
import { round, roundedBox } from './shape-elements'

/** Lines below this confidence stay pixels: a wrong word is worse than a picture of the right one. */
export const LEAST_CONFIDENCE = 0.4

const STACKS = {
  sans: ['Inter', 'Arial', 'sans-serif'],
  serif: ['Times New Roman', 'Liberation Serif', 'serif'],
  mono: ['JetBrains Mono', 'Courier New', 'monospace'],
} as const

/** A line of text as an element; it is centred where the line is, so that another face keeps its place. */
export function textElement(
  line: LetterLine,
  id: string,
  z: number,
  centred: boolean,
): SceneElement {
  const { box, angle, baseline, text } = line
  const upright = angle === 0
  const length = upright ? box.width : box.height
  const along = centred ? length / 2 : 0
  const x = upright ? box.x + along : baseline
  const y = upright ? baseline : angle === 270 ? box.y + box.height - along : box.y + along
  const style = styleOf(line, length)
  return {
    id,
    kind: 'text',
    role: 'text',
    z,
    box: roundedBox(box),
    geometry: {
      form: 'lines',
      lines: [{ text, x: round(x), y: round(y), width: round(length) }],
      anchor: centred ? 'middle' : 'start',
      ...(angle === 270 && { turn: -90 }),
      ...(angle === 90 && { turn: 90 }),
    },
    style,
    label: text,
    confidence: round(line.confidence),
  }
}

function styleOf(line: LetterLine, length: number): Style {
  return {
    fill: line.colour,
    fonts: [...STACKS[line.family]],
    fontSize: round(fittedSize(line, length)),
    fontWeight: line.fontWeight,
    ...(line.italic && { italic: true }),
  }
}

/** The size at which our face is as long as the line was, if that is near the size of its letters. */
function fittedSize({ text, family, fontSize, fontWeight }: LetterLine, length: number): number {
  const name = family === 'mono' ? 'JetBrains Mono' : 'Inter'
  const own = measureText(text, { weight: face(name, fontWeight), size: fontSize })
  if (text.length < 3 || own <= 0) return fontSize
  const share = length / own
  return fontSize * Math.min(1.08, Math.max(0.86, share))
}

/** True where a line stands in the middle of a box, or under one that does. */
export function isCentred(line: Box, around: Box | undefined): boolean {
  if (!around) return true
  const off = line.x + line.width / 2 - around.x - around.width / 2
  return Math.abs(off) <= Math.max(3, 0.04 * around.width)
}
