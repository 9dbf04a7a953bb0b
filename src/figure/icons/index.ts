import type { DiagramNode } from '../../forms/diagram'
import { unmarked } from '../fonts/formula-marks'
import { movePath } from '../geometry/path-data'
import { ICON_ROWS, type IconRow } from './keywords'
import OUTLINES from './outlines.json'
import { ownIcon } from './own-pictures'

/** How readily a theme shows an icon. */
export type IconUse = 'sparing' | 'ready'

/** An icon beside a node's text; lengths in em. */
export interface NodeIcon {
  /** Name in the table of outlines. */
  name: string
  /** What it shows, in a word. */
  shows: string
  size: number
  gap: number
}

/** In a square of 24, stroke width 2: made by scripts/bake-icons.ts from Lucide (ISC). */
export const ICONS: Readonly<Record<string, string>> = OUTLINES

const rowOf = new Map<string, IconRow>()
for (const row of ICON_ROWS) {
  for (const word of row.words) if (!rowOf.has(word)) rowOf.set(word, row)
}

/**
 * The icon that a node's label calls for, if any: what its head noun says, the last word before a preposition, where that
 * has but one sense. A text decoder is no text. A sparing theme takes only unmistakable ones, and none that repeats what
 * the node's own form says.
 */
export function iconFor(
  node: Pick<DiagramNode, 'label' | 'kind'>,
  use: IconUse,
  size: { size: number; gap: number },
): NodeIcon | undefined {
  const label = unmarked(node.label)
    .replace(/\$[^$]*\$/g, ' ')
    .toLowerCase()
  // What stands before a preposition is what the label is about: a dictionary of species is a book, no animal.
  const words = label.split(PREPOSITION)[0]?.match(WORD) ?? []
  const own = node.kind === 'decision' ? undefined : ownNamed(words)
  if (own !== undefined) return iconNamed(own, size)
  const head = words.at(-1)
  const row = (head && rowFor(head)) || (node.kind === 'human' ? rowOf.get('user') : undefined)
  if (!row || node.kind === 'decision') return undefined
  if (use === 'sparing' && !row.plain) return undefined
  if (node.kind === 'store' && row.shows === 'database') return undefined
  return { name: row.icon, shows: row.shows, ...size }
}

const PREPOSITION = /\s(?:of|for|from|in|on|to|with|by|per|and|under|between)\s/u

/** Not a number alone, which counts the like of it. */
const WORD = /(?=\p{N}*\p{L})[\p{L}\p{N}][\p{L}\p{N}-]*/gu

/** An operator's icon, called as the last words of a label are: the more of them, the better. */
function ownNamed(words: readonly string[]): string | undefined {
  const endings = [3, 2, 1].filter((count) => count <= words.length)
  const called = endings.map((count) => words.slice(-count).join('-'))
  return called
    .flatMap((name) => [name, name.replace(/s$/, '')])
    .find((name) => ownIcon(name) !== undefined)
}

/** By the word itself, without its plural's ending, or by the last part of a hyphenated one. */
function rowFor(word: string): IconRow | undefined {
  const found =
    rowOf.get(word) ?? rowOf.get(word.replace(/e?s$/, '')) ?? rowOf.get(word.replace(/s$/, ''))
  if (found) return found
  const part = word.split('-').at(-1)
  return part !== undefined && part !== word ? rowFor(part) : undefined
}

/** Whether there is an icon of that name. */
export const hasIcon = (name: string) => ownIcon(name) !== undefined || Object.hasOwn(ICONS, name)

const shownBy = new Map(ICON_ROWS.map(({ icon, shows }) => [icon, shows]))

/** An icon that an author chose by its name. */
export const iconNamed = (name: string, size: { size: number; gap: number }): NodeIcon => ({
  ...{ name, shows: shownBy.get(name) ?? name.replaceAll('-', ' ') },
  ...size,
})

/** The outline of an icon as path data in canvas pixels, in a square of `size` pixels; throws on an unknown name. */
export function iconPath(name: string, x: number, y: number, size: number): string {
  const outline = ownIcon(name) ?? ICONS[name]
  if (outline === undefined) throw new Error(`there is no icon ${name}`)
  return movePath(outline, size / 24, x, y)
}
