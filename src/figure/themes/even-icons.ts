import type { DiagramNode } from '../../forms/diagram'
import { hasIcon, iconNamed } from '../icons'
import type { Theme } from './theme'

/** Least share of the nodes of one kind that must call for an icon, where a theme says nothing else. */
const ENOUGH = 0.6

/**
 * The theme with icons for this figure: nodes of one kind bear icons when enough of them call for one, else none does,
 * so that no lone icon marks a node out among its like. People keep theirs: it says what they are. What an author chose for
 * a node is shown whatever the others bear.
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

function chosenByTheme(theme: Theme, nodes: readonly DiagramNode[]): Theme {
  const { icon, iconShare = ENOUGH } = theme
  if (!icon) return theme
  const isPerson = (node: DiagramNode) => icon(node)?.shows === 'person'
  const kept = new Set(
    [
      ...Map.groupBy(
        nodes.filter((node) => !isPerson(node)),
        ({ kind }) => kind,
      ),
    ]
      .filter(([, like]) => like.filter((node) => icon(node)).length >= iconShare * like.length)
      .map(([kind]) => kind),
  )
  return {
    ...theme,
    icon: (node) => (kept.has(node.kind) || isPerson(node) ? icon(node) : undefined),
  }
}
