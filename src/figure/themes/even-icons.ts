import type { DiagramNode } from '../../forms/diagram'
import { hasIcon, iconNamed } from '../icons'
import type { Theme } from './theme'

/**
 * The theme with icons for this figure: siblings, the nodes of one group or those outside any, bear icons all or none, so
 * that no lone icon marks a node out among its like. People keep theirs, where the label is nothing more: it says what they
 * are. What an author chose for a node is shown whatever the others bear.
 */
export function evenIcons(theme: Theme, nodes: readonly DiagramNode[]): Theme {
  const even = chosenByTheme(theme, nodes)
  if (nodes.every(({ icon }) => icon === undefined)) return even
  return {
    ...even,
    icon: (node) => {
      if (node.icon === undefined) return even.icon?.(node)
      return node.icon !== null && hasIcon(node.icon) ? iconNamed(node.icon, NAMED) : undefined
    },
  }
}

/** Size and gap of an icon that an author chose, in em. */
const NAMED = { size: 1.45, gap: 0.55 } as const

/** What is done to people is no person: "Draw 100 persons". */
const ONE_WORD = /^[^\p{L}]*[\p{L}-]+[^\p{L}]*$/u

function chosenByTheme(theme: Theme, nodes: readonly DiagramNode[]): Theme {
  const { icon } = theme
  if (!icon) return theme
  const isPerson = (node: DiagramNode) =>
    icon(node)?.shows === 'person' && (node.kind === 'human' || ONE_WORD.test(node.label))
  const things = nodes.filter((node) => !isPerson(node))
  const bare = new Set(things.filter((node) => !icon(node)).map(({ group }) => group))
  return {
    ...theme,
    icon: (node) => (bare.has(node.group) && !isPerson(node) ? undefined : icon(node)),
  }
}
