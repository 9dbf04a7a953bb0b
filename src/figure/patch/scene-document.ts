import type { Box, Scene, SceneElement } from '../../forms/scene'
import { centreOf, hullOf, sharedPart, within } from '../geometry'
import { changedElement, movedElement } from '../geometry/moved'

type Role = SceneElement['role']

const isHolder = ({ role }: SceneElement) => role === 'group' || role === 'node'
const area = ({ width, height }: Box) => width * height
/** Pixels by which what stands in a node may stand out of it. */
const SLACK = 1.5
/** Larger pixels of a picture are no rests of a connector. */
const CRUMB = 40

/** A scene while it is changed. What nothing touches stays the very same object. */
export class Doc {
  width: number
  height: number
  title: string
  /** Ids of things, connectors, panels and free parts that were touched. */
  readonly changed = new Set<string>()
  #elements: Map<string, SceneElement>
  #list: SceneElement[] | undefined
  /** Ids, by what they are parts of. */
  #children: Map<string | undefined, string[]> | undefined
  #homes: Map<string, string | undefined> | undefined

  constructor(readonly scene: Scene) {
    this.width = scene.width
    this.height = scene.height
    this.title = scene.title
    this.#elements = new Map(scene.elements.map((each) => [each.id, each]))
  }

  get elements(): readonly SceneElement[] {
    this.#list ??= [...this.#elements.values()]
    return this.#list
  }

  /** The scene as it is now: itself where nothing was changed. */
  get result(): Scene {
    const { scene, width, height, title } = this
    const elements = this.elements
    const isSame =
      elements.length === scene.elements.length &&
      elements.every((each, at) => each === scene.elements[at]) &&
      width === scene.width &&
      height === scene.height &&
      title === scene.title
    return isSame ? scene : { ...scene, width, height, title, elements: [...elements] }
  }

  get(id: string | undefined): SceneElement | undefined {
    return id === undefined ? undefined : this.#elements.get(id)
  }

  withRole(...roles: Role[]): SceneElement[] {
    return this.elements.filter(({ role }) => roles.includes(role))
  }

  /** An element in the place of that of its id, or after all others; `before`: the id of what it is painted under. */
  put(one: SceneElement, before?: string): void {
    const old = this.#elements.get(one.id)
    if (old === one) return
    if (before !== undefined && !old) {
      const list = [...this.#elements]
      list.splice(
        list.findIndex(([id]) => id === before),
        0,
        [one.id, one],
      )
      this.#elements = new Map(list)
    } else this.#elements.set(one.id, one)
    this.#list = undefined
    if (!old || old.parent !== one.parent) this.#forget()
    else if (old.box !== one.box && !isAttached(one)) this.#homes = undefined
    this.touch(one.id)
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.touch(id)
      this.#elements.delete(id)
    }
    this.#forget()
  }

  #forget(): void {
    this.#list = undefined
    this.#children = undefined
    this.#homes = undefined
  }

  /** Notes that a part was changed by what a person can point at: the thing, connector or panel that it belongs to. */
  touch(id: string): void {
    const one = this.get(id)
    if (one) this.changed.add(this.ownerOf(one).id)
  }

  /** The innermost thing, connector or panel that an element is part of; else what it stands in outermost. */
  ownerOf(one: SceneElement): SceneElement {
    let at = one
    for (let left = this.#elements.size; left > 0; left--) {
      const around = this.get(at.parent)
      if (!around || !isPartOf(at, around)) return at
      at = around
    }
    return at
  }

  freeId(wanted: string): string {
    let id = wanted
    for (let count = 2; this.#elements.has(id); count++) id = `${wanted}-${count}`
    return id
  }

  children(id: string): SceneElement[] {
    this.#children ??= Map.groupBy(this.#elements.keys(), (each) => this.get(each)?.parent)
    return (this.#children.get(id) ?? []).flatMap((each) => this.get(each) ?? [])
  }

  /** An element with all that is drawn of it, but not what is its own in it. */
  partsOf(id: string): SceneElement[] {
    const own = this.get(id)
    if (!own) return []
    const found = new Set([own])
    for (const each of found)
      for (const part of this.children(each.id)) if (isPartOf(part, each)) found.add(part)
    return [...found]
  }

  /** The box around all that is drawn of an element. */
  extentOf(id: string): Box {
    return hullOf(this.partsOf(id).map(({ box }) => box))
  }

  /** The box that connectors of a thing meet: that of its shapes, without words beside them. */
  bodyOf(one: SceneElement): Box {
    if (one.geometry || one.role !== 'node') return one.box
    const shapes = this.partsOf(one.id).filter(({ geometry, kind }) => geometry && kind !== 'text')
    return shapes.length > 0 ? hullOf(shapes.map(({ box }) => box)) : one.box
  }

  /** The panel, or thing, that an element stands in, whether or not its group stands in that one's. */
  homeOf(id: string): string | undefined {
    this.#homes ??= this.#findHomes()
    return this.#homes.get(id)
  }

  #findHomes(): Map<string, string | undefined> {
    const holders = this.elements.filter(isHolder).sort((a, b) => area(a.box) - area(b.box))
    return new Map(
      this.elements.map((each) => {
        if (this.#elements.has(each.parent ?? '')) return [each.id, each.parent]
        if (isAttached(each)) return [each.id, undefined]
        const size = area(each.box)
        const isEdge = each.kind === 'connector'
        const home = holders.find(
          ({ id, role, box, geometry }) =>
            id !== each.id &&
            area(box) > size &&
            (role === 'group' && !isEdge
              ? within(centreOf(each.box), box)
              : (role === 'group' || geometry) &&
                (within(each.box, box, SLACK) ||
                  (each.kind !== 'connector' &&
                    !isWhole(each) &&
                    sharedPart(each.box, box) > 0.5))),
        )
        return [each.id, home?.id]
      }),
    )
  }

  /** Whether an element stands in another one, however deep. */
  isIn(id: string, around: string): boolean {
    let left = this.#elements.size
    for (let at = this.homeOf(id); at !== undefined && left-- > 0; at = this.homeOf(at))
      if (at === around) return true
    return false
  }

  /** All that goes along with elements that are moved; connectors are led by what they join. */
  along(ids: Iterable<string>): Set<string> {
    const found = new Set(ids)
    const inside = Map.groupBy(this.#elements.keys(), (id) => this.homeOf(id))
    for (const id of found)
      for (const part of inside.get(id) ?? []) {
        const one = this.get(part)
        if (one && !isAttached(one)) found.add(part)
      }
    return found
  }

  /** Elements elsewhere; what else goes along has to be among them. */
  shift(ids: ReadonlySet<string>, dx: number, dy: number): void {
    if (dx === 0 && dy === 0) return
    for (const id of ids) {
      const one = this.get(id)
      if (one) this.put(movedElement(one, dx, dy))
    }
  }

  /** Pixels of a read picture that are left of connectors: they lie at their ends. */
  crumbsOf(ids: ReadonlySet<string>): string[] {
    const ends = [...ids].flatMap((id) => {
      const { kind, geometry } = this.get(id) ?? {}
      if (kind !== 'connector' || geometry?.form !== 'polyline') return []
      return [geometry.points[0], geometry.points.at(-1)].flatMap((at) => at ?? [])
    })
    const isSmall = ({ box }: SceneElement) => Math.max(box.width, box.height) < CRUMB
    return this.withRole('residual')
      .filter((one) => isSmall(one) && ends.some((end) => within(end, one.box, CRUMB / 4)))
      .map(({ id }) => id)
  }

  /** Moved and drawn out from one box to another. */
  change(id: string, from: Box, to: Box): void {
    const one = this.get(id)
    if (one) this.put(changedElement(one, { from, to }))
  }

  /** The canvas reaches as far as a box does. */
  reach({ x, y, width, height }: Box): void {
    const beyond = (end: number, now: number) => (end > now ? Math.ceil(end) : now)
    this.width = beyond(x + width, this.width)
    this.height = beyond(y + height, this.height)
  }
}

/** Things, connectors, panels, and what is told of a drawing: each is its own, whatever it stands in. */
export const isWhole = ({ role }: SceneElement) =>
  role === 'node' || role === 'edge' || role === 'group' || role === 'note' || role === 'key'

/** Whether what stands in an element is drawn of it: in a panel its title alone has a role of its own. */
const isPartOf = (part: SceneElement, { role, label }: SceneElement) =>
  !isWhole(part) &&
  (role !== 'group' ||
    part.role === undefined ||
    (part.kind === 'text' && part.label !== undefined && part.label === label))

/** A connector that is led by what it joins. */
export const isAttached = ({ kind, from, to }: SceneElement) =>
  kind === 'connector' && (from !== undefined || to !== undefined)
