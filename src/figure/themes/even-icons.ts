import type { DiagramNode } from '../../forms/diagram'
import type { Theme } from './theme'

/** Least share of the nodes of one kind that must call for an icon, where a theme says nothing else. */
const ENOUGH = 0.6

/**
 * The theme with icons for this figure: nodes of one kind bear icons when enough of them call for one, else none does,
 * so that no lone icon marks a node out among its like. People keep theirs: it says what they are.
 */
export function evenIcons(theme: Theme, nodes: readonly DiagramNode[]): Theme {
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
