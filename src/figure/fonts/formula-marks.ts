import { type DrawnFormula, formulaOf } from './drawn-formulas'

/**
 * A formula travels through layout as a string: its letters, with private-use characters where a subscript,
 * superscript or italic stretch begins and ends. They have no width, and the text's writer turns them into tspans.
 */
export const MARK = { sub: '\ue000', sup: '\ue001', italic: '\ue002', end: '\ue003' } as const

/** Space inside a formula, at which no line breaks. */
export const MATH_SPACE = '\ue004'

const MARKS = /[\ue000-\ue004\u{f0000}-\u{ffffd}]/u
const ALL_MARKS = /[\ue000-\ue004\u{f0000}-\u{ffffd}]/gu
const DRAWN = /[\u{f0000}-\u{ffffd}]/gu

/** Size of a sub- or superscript, in that of the text it belongs to. */
const SCRIPT_SIZE = 0.72
/** Baseline of a sub- or superscript above that of the text it belongs to, in em of that text. */
const RISE = { sub: -0.2, sup: 0.36 } as const

/** A stretch of one size, baseline and slant. */
export interface FormulaPiece {
  text: string
  /** In the line's size. */
  scale: number
  /** Above the line's baseline, in em of the line's size. */
  rise: number
  italic: boolean
  /** Drawn instead of the text, which is its private-use character. */
  formula?: DrawnFormula
}

/** Whether the text has anything to set apart. */
export function isMarked(text: string): boolean {
  return MARKS.test(text)
}

/** The text without marks, as a reader would type it on one line: a drawn formula is its TeX between dollars. */
export function unmarked(text: string): string {
  if (!isMarked(text)) return text
  return text
    .replace(DRAWN, (character) => `$${formulaOf(character)?.tex ?? ''}$`)
    .replaceAll(MATH_SPACE, ' ')
    .replace(ALL_MARKS, '')
}

/** The text without characters that would be taken for marks. */
export function withoutMarks(text: string): string {
  return text.replace(ALL_MARKS, '')
}

/** Splits at marks; a text without marks is one piece. Unbalanced ends are ignored: a line may break in a formula. */
export function pieces(text: string): FormulaPiece[] {
  const plain: FormulaPiece = { text: '', scale: 1, rise: 0, italic: false }
  if (!isMarked(text)) return [{ ...plain, text }]
  const open: FormulaPiece[] = [plain]
  const found: FormulaPiece[] = []
  let current = plain
  const begin = (next: FormulaPiece) => {
    if (current.text !== '') found.push(current)
    current = { ...next, text: '' }
  }
  for (const character of text) {
    if (character === MARK.end) {
      if (open.length > 1) open.pop()
      begin(open.at(-1) ?? plain)
      continue
    }
    const formula = formulaOf(character)
    if (formula) {
      begin(open.at(-1) ?? plain)
      found.push({ ...current, text: character, formula })
      continue
    }
    const opened = openedBy(character, open.at(-1) ?? plain)
    if (opened) {
      open.push(opened)
      begin(opened)
    } else current = { ...current, text: current.text + character }
  }
  begin(plain)
  return found
}

function openedBy(
  character: string,
  { scale, rise, italic }: FormulaPiece,
): FormulaPiece | undefined {
  if (character === MARK.italic) return { text: '', scale, rise, italic: true }
  const kind = character === MARK.sub ? 'sub' : character === MARK.sup ? 'sup' : undefined
  return kind && { text: '', scale: scale * SCRIPT_SIZE, rise: rise + RISE[kind] * scale, italic }
}
