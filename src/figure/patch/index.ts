import type { Scene, SceneElement } from '../../forms/scene'
import { joined } from '../geometry/anchors'

/** The message is a sentence for whoever made the patch. */
export class PatchRefused extends Error {
  override name = 'PatchRefused'
}

export interface Patched {
  scene: Scene
  /** Ids of the groups that the patch replaced, added or dropped; what else there is stays as it was, byte for byte when written. */
  changed: string[]
}

/** Things, relations and panels: each is its own, whatever it stands in. */
export const isNamed = ({ role }: SceneElement) =>
  role === 'node' || role === 'edge' || role === 'group'
/** Groups that are known by what they say; there is one key. */
const isTold = ({ role }: SceneElement) =>
  role === 'scheme' || role === 'note' || role === 'key' || role === 'picture'
const isWhole = (one: SceneElement) => isNamed(one) || isTold(one)
const SAID: Readonly<Record<string, string>> = { node: 'a node', edge: 'an edge', group: 'a panel' }

/**
 * A drawing with groups in the place of those of their ids, or beside them, and without those that are dropped. An edge
 * that joins something dropped goes too; what stands in a panel that is replaced or dropped stays.
 *
 * @throws PatchRefused on ids that the scene does not have, and where nothing would be left.
 */
export function patched(
  scene: Scene,
  patch: { elements: readonly SceneElement[]; drops: readonly string[] },
): Patched {
  const order = scene.elements.toSorted((a, b) => a.z - b.z)
  const elements = withTheirIds(patch.elements, order)
  const known = new Map(order.map((each) => [each.id, each]))
  const told = new Map(order.filter(isTold).map(({ id, label }) => [label, id]))
  const drops = patch.drops.map((id) => (known.has(id) ? id : (told.get(id) ?? id)))
  const given = new Map(elements.map((each) => [each.id, each]))
  for (const id of drops)
    if (!isNamedIn(known, id))
      throw new PatchRefused(`The patch drops "${id}", which the drawing does not have.`)
  const named = elements.filter(isNamed)
  const outermost = elements.filter(
    (one) => isNamed(one) || (isTold(one) && !given.has(one.parent ?? '')),
  )
  for (const one of named) {
    const { node, edge, panel } = one.data ?? {}
    const doubled = node ?? edge ?? panel
    if (doubled !== undefined) throw new PatchRefused(`The patch gives the id "${doubled}" twice.`)
    const old = known.get(one.id)
    if (old && old.role !== one.role)
      throw new PatchRefused(
        `"${one.id}" is ${SAID[old.role ?? ''] ?? 'a part'} of the drawing, in the patch it is ${SAID[one.role ?? '']}.`,
      )
  }
  const dropped = new Set(drops)
  for (const { id, role, from, to } of order)
    if (
      role === 'edge' &&
      !given.has(id) &&
      [from, to].some((end) => end && dropped.has(end.element))
    )
      dropped.add(id)
  const parts = partsIn(order)
  // Named groups within a group are their own; they go only where they are named themselves.
  const goes = new Set(
    [...dropped, ...elements.filter(isWhole).map(({ id }) => id)].flatMap(
      (id) => parts.get(id) ?? [],
    ),
  )
  const left = order.filter((each) => !goes.has(each)).map((each) => rehomed(each, dropped, known))
  const next = inserted(left, order, elements, known)
  if (!next.some(isNamed) && order.some(isNamed))
    throw new PatchRefused('The patch would leave nothing of the drawing.')
  const byId = new Map(next.map((each) => [each.id, each]))
  const touched = new Set([...given.keys(), ...dropped])
  const whole = next.map((each, z) => {
    const isTouched =
      touched.has(each.id) || [each.from, each.to].some((end) => end && touched.has(end.element))
    const one = each.role === 'edge' && isTouched ? joined(each, byId) : each
    return one.z === z ? one : { ...one, z }
  })
  return {
    scene: { ...scene, elements: whole },
    changed: [...new Set([...outermost.map(({ id }) => id), ...dropped])],
  }
}

const isNamedIn = (known: ReadonlyMap<string, SceneElement>, id: string): boolean => {
  const one = known.get(id)
  return one !== undefined && isWhole(one)
}

/** A scheme, note, key or picture of a patch with the id of the one that says the same. */
function withTheirIds(
  patch: readonly SceneElement[],
  order: readonly SceneElement[],
): readonly SceneElement[] {
  const within = new Set(patch.map(({ id }) => id))
  const sayingOf = ({ role, label }: SceneElement) => (role === 'key' ? role : `${role} ${label}`)
  const old = new Map(order.filter(isTold).map((one) => [sayingOf(one), one.id]))
  const ids = new Map(
    patch
      .filter((one) => isTold(one) && !within.has(one.parent ?? ''))
      .flatMap((one) => {
        const id = old.get(sayingOf(one))
        return id === undefined ? [] : [[one.id, id] as const]
      }),
  )
  const renamed = (id: string) => ids.get(id) ?? id
  return patch.map((one) => ({
    ...one,
    id: renamed(one.id),
    ...(one.parent !== undefined && { parent: renamed(one.parent) }),
  }))
}

/** Each named element with all that stands in it and is not named itself. */
function partsIn(order: readonly SceneElement[]): Map<string, SceneElement[]> {
  const children = Map.groupBy(order, ({ parent }) => parent)
  const collect = (one: SceneElement, into: SceneElement[]) => {
    into.push(one)
    for (const part of children.get(one.id) ?? [])
      if (!isNamed(part) && !into.includes(part)) collect(part, into)
    return into
  }
  return new Map(order.filter(isWhole).map((one) => [one.id, collect(one, [])]))
}

/** What stood in something that is dropped stands in what that stood in. */
function rehomed(
  one: SceneElement,
  dropped: ReadonlySet<string>,
  known: ReadonlyMap<string, SceneElement>,
): SceneElement {
  if (one.parent === undefined || !dropped.has(one.parent)) return one
  const { parent, ...bare } = one
  let home: string | undefined = parent
  for (let left = known.size; home !== undefined && dropped.has(home) && left > 0; left--)
    home = known.get(home)?.parent
  return home === undefined ? bare : { ...bare, parent: home }
}

/** The patch's groups where those of their ids were; new panels and schemes under everything, all else over it. */
function inserted(
  left: readonly SceneElement[],
  order: readonly SceneElement[],
  elements: readonly SceneElement[],
  known: ReadonlyMap<string, SceneElement>,
): SceneElement[] {
  const roots = new Map<SceneElement, SceneElement[]>()
  const rootOf = new Map<string, SceneElement>()
  for (const one of elements) {
    const root = rootOf.get(one.parent ?? '') ?? one
    rootOf.set(one.id, root)
    const list = roots.get(root)
    if (list) list.push(one)
    else roots.set(root, [one])
  }
  const places = new Map(order.map((each, at) => [each.id, at]))
  const under = Math.min(
    ...left
      .filter(({ role }) => role === 'node' || role === 'edge')
      .map(({ id }) => places.get(id) ?? 0),
    order.length,
  )
  const before: [number, SceneElement[]][] = [...roots].map(([root, list]) => {
    const old = known.get(root.id)
    const home = old?.parent
    const own = list
      .toSorted((a, b) => a.z - b.z)
      .map((each) => (each === root && home !== undefined ? { ...each, parent: home } : each))
    const isGround = root.role === 'group' || root.role === 'scheme'
    return [places.get(root.id) ?? (isGround ? under - 0.5 : order.length), own]
  })
  const kept: [number, SceneElement[]][] = left.map((each) => [places.get(each.id) ?? 0, [each]])
  return [...kept, ...before].sort(([a], [b]) => a - b).flatMap(([, list]) => list)
}
