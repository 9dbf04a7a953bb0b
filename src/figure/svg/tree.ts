import type { Box, Scene, SceneElement } from '../../forms/scene'

/** What stands in which `<g>`: lists in painting order. */
export interface Tree {
  roots: SceneElement[]
  children: ReadonlyMap<string, SceneElement[]>
}

/**
 * Parts stand in their owner, nodes and groups in their group, an edge in the innermost group of both its ends that its
 * route does not leave. Within one `<g>` own parts come first, then the lower `z`, so frames and their headings lie under
 * edges and edges under nodes; an edge between two groups lies over both. What holds itself, by whatever way round, stands at the root.
 */
export function treeOf(scene: Scene): Tree {
  if (scene.drawn) return asDrawn(scene)
  const byId = new Map(scene.elements.map((each) => [each.id, each]))
  const homes = scene.elements.map((each) => [each, homeOf(each, byId)] as const)
  const painted = homes
    .map(([each, home], index) => ({ each, home, index }))
    .sort((a, b) => rank(a) - rank(b) || a.each.z - b.each.z || a.index - b.index)
  const lists = Map.groupBy(painted, ({ home }) => home)
  const elementsOf = (list: typeof painted = []) => list.map(({ each }) => each)
  const roots = elementsOf(lists.get(undefined))
  const children = [...lists].flatMap(([home, list]) =>
    home === undefined ? [] : [[home, elementsOf(list)] as const],
  )
  return { roots, children: new Map(children) }
}

function asDrawn({ elements }: Scene): Tree {
  const ids = new Set(elements.map(({ id }) => id))
  const home = ({ parent }: SceneElement) => (parent && ids.has(parent) ? parent : undefined)
  const lists = Map.groupBy(
    elements.toSorted((a, b) => a.z - b.z),
    home,
  )
  const children = [...lists].flatMap(([id, list]) =>
    id === undefined ? [] : [[id, list] as const],
  )
  return { roots: lists.get(undefined) ?? [], children: new Map(children) }
}

/** How many parts of an element, in painting order, its author drew before it: they lie under it. */
export const countUnder = (
  { drawn }: Pick<Scene, 'drawn'>,
  { z }: SceneElement,
  parts: readonly SceneElement[],
): number => (drawn ? parts.filter((part) => part.z < z).length : 0)

/** Parts of something come before what merely stands in it. */
const rank = ({ each, home }: { each: SceneElement; home: string | undefined }) =>
  home === undefined || isOwned(each) ? 0 : 1

const isOwned = ({ role }: SceneElement) => role === undefined || role === 'picture'

type ById = ReadonlyMap<string, SceneElement>

function homeOf(each: SceneElement, byId: ById): string | undefined {
  if (each.role === 'edge') return roomFor(each, byId)
  const parent = each.parent === undefined ? undefined : byId.get(each.parent)
  if (!parent || !mayHold(parent, each)) return undefined
  return groupsAround(parent, byId).includes(each) || parent === each ? undefined : parent.id
}

function mayHold(parent: SceneElement, each: SceneElement): boolean {
  const { role } = each
  return isOwned(each) || ((role === 'node' || role === 'group') && parent.role === 'group')
}

/** The innermost group around both ends that holds the whole route. */
function roomFor({ from, to, box }: SceneElement, byId: ById): string | undefined {
  const [one, two] = [from, to].map((end) => {
    const at = byId.get(end?.element ?? '')
    return at ? [...(at.role === 'group' ? [at] : []), ...groupsAround(at, byId)] : []
  })
  return one?.find((group) => two?.includes(group) && holds(group.box, box))?.id
}

/** From the innermost outwards. */
function groupsAround(each: SceneElement, byId: ById): SceneElement[] {
  const around: SceneElement[] = []
  for (let at = byId.get(each.parent ?? ''); at && !around.includes(at); ) {
    around.push(at)
    at = byId.get(at.parent ?? '')
  }
  return around
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  )
}
