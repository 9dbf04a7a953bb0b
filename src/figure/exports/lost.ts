import type { Scene, SceneElement, TextLine } from '../../forms/scene'
import { isBold, isThing } from './parts'

type Of = (each: SceneElement) => unknown

const words =
  (is: (line: TextLine, each: SceneElement) => unknown): Of =>
  (each) =>
    each.geometry?.form === 'lines' && each.geometry.lines.some((line) => is(line, each))

/** What a format may be unable to hold: where a figure has it, and what becomes of it. */
const LOSSES = {
  gradients: [
    (each) => each.style.gradient && isThing(each),
    'Ramps of colour in outlines become their mean colour',
  ],
  shadows: [(each) => each.style.shadow && isThing(each), 'Soft shadows are left out'],
  clips: [(each) => each.clip && isThing(each), 'What is cut off at an edge is shown whole'],
  halos: [words((_, { style }) => style.stroke), 'Halos of letters are left out'],
  stretches: [
    words(({ stretched }) => stretched),
    'Letters that were made narrower or wider have their own width',
  ],
  bold: [words((_, { style }) => isBold(style)), 'Bold texts are plain'],
  faces: [
    words(({ runs = [] }, { style }) => style.italic || runs.length > 1),
    'Italics, colours, raised and lowered letters inside a text are plain',
  ],
  crosses: [
    ({ style }) => style.head?.form === 'cross',
    'Crosses at the ends of lines become bars',
  ],
  images: [({ geometry }) => geometry?.form === 'image', 'Pictures of pixels are left out'],
} as const satisfies Record<string, readonly [Of, string]>

/** A sentence for each of these that a figure has, with how often. */
export function lost({ elements }: Scene, what: readonly (keyof typeof LOSSES)[]): string[] {
  return what.flatMap((name) => {
    const [isOne, sentence] = LOSSES[name]
    return counted(elements.filter(isOne).length, sentence)
  })
}

export const counted = (count: number, sentence: string): string[] =>
  count === 0 ? [] : [`${sentence} (${count}).`]
