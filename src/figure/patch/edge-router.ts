import { middleOf } from '../../forms/numbers'
import type { Geometry, Point, Scene, SceneElement } from '../../forms/scene'
import { distance } from '../geometry'
import { anchorOn } from '../geometry/anchors'
import { boxOf, movedElement } from '../geometry/moved'
import { labelEdges } from './edge-labels'
import { conflictsOf, costOf, ENDS, obstaclesOf, PENALTY, pointsIn } from './obstacles'
import { isOrthogonal, routingOf, usualRouting } from './prevailing-style'
import { candidatesOf, type OldEnds, routesAround } from './route-candidates'
import { type Doc, isAttached } from './scene-document'

/** Connectors, and how what they join stood when they were led. */
export class EdgeRouter {
  readonly #led = new Map<string, OldEnds>()
  readonly #start: ReadonlyMap<string, SceneElement>

  constructor(
    readonly doc: Doc,
    scene: Scene,
  ) {
    this.#start = new Map(scene.elements.map((each) => [each.id, each]))
  }

  #ends({ from, to }: SceneElement) {
    return { from: this.doc.get(from?.element), to: this.doc.get(to?.element) }
  }

  #endsBefore(edge: SceneElement) {
    const { from, to } = edge
    return (
      this.#led.get(edge.id) ?? {
        from: this.#start.get(from?.element ?? ''),
        to: this.#start.get(to?.element ?? ''),
      }
    )
  }

  /** A connector as it is now is led as it should be. */
  settle(edge: SceneElement): void {
    this.#led.set(edge.id, this.#ends(edge))
  }

  /** Connectors of what was moved or has another form since they were led are led anew, or go along where both ends did the same. */
  update(): void {
    const { doc } = this
    const again: Again[] = []
    for (const edge of doc.elements) {
      if (!isAttached(edge) || !edge.geometry) continue
      const [was, is] = [this.#endsBefore(edge), this.#ends(edge)]
      if (ENDS.every((end) => isSame(was[end], is[end]))) continue
      this.settle(edge)
      const [a, b] = ENDS.map((end) => (edge[end] ? shiftOf(was[end], is[end]) : undefined))
      const by = edge.from && edge.to ? a && b && distance(a, b) < 0.02 && a : undefined
      if (by) for (const part of doc.partsOf(edge.id)) doc.put(movedElement(part, by.x, by.y))
      else again.push({ edge, before: was })
    }
    reroute(doc, again)
  }
}

const isSame = (was: SceneElement | undefined, is: SceneElement | undefined) =>
  was === is || (was?.box === is?.box && was?.geometry === is?.geometry)

/** By how much a thing was moved; undefined where it is larger or smaller. */
function shiftOf(was: SceneElement | undefined, is: SceneElement | undefined): Point | undefined {
  if (!was || !is) return undefined
  const [a, b] = [was.box, is.box]
  const isLarger = Math.abs(a.width - b.width) > 0.02 || Math.abs(a.height - b.height) > 0.02
  return isLarger ? undefined : { x: b.x - a.x, y: b.y - a.y }
}

interface Again {
  edge: SceneElement
  /** What it joined when it was led last; absent for one without a way. */
  before?: OldEnds
}

const NONE: ReturnType<typeof conflictsOf> = { met: new Map(), crossed: 0 }

/** Leads connectors from what they name, in the manner that each has; round what is in the way where a plain way meets that. */
export function reroute(doc: Doc, again: readonly Again[]): void {
  if (again.length === 0) return
  const ids = new Set(again.map(({ edge }) => edge.id))
  doc.remove(doc.crumbsOf(ids))
  const field = obstaclesOf(doc, ids)
  const usual = usualRouting(doc)
  const isTouched = (id: string) => {
    const one = doc.get(id)
    return one !== undefined && doc.changed.has(doc.ownerOf(one).id)
  }
  const lead = (edge: SceneElement, geometry: Geometry) => {
    setRoute(doc, edge, geometry)
    field.lines.set(edge.id, pointsIn(geometry))
  }
  const led = again.map(({ edge, before }) => {
    const old = edge.geometry ? pointsIn(edge.geometry) : []
    const manner = routingOf(edge, usual)
    const was = old.length > 0 ? conflictsOf(field, edge, old) : NONE
    // What its author led it through, it may go through.
    const borne = { ...was, met: new Map([...was.met].filter(([id]) => !isTouched(id))) }
    const badOf = (points: readonly Point[]) => costOf(conflictsOf(field, edge, points), borne)
    const ways = candidatesOf(doc, edge, before, manner).map((geometry) => {
      const points = pointsIn(geometry)
      const isAskew = manner === 'orthogonal' && !isOrthogonal(points)
      return { geometry, bad: badOf(points) + (isAskew ? ASKEW : 0) }
    })
    const [best] = ways.sort((a, b) => a.bad - b.bad)
    if (best) lead(edge, best.geometry)
    // A curve may cross.
    const isHard = best !== undefined && best.bad >= (manner === 'curve' ? PENALTY.together : 1)
    return { edge, old, badOf, bad: isHard ? best.bad : 0 }
  })
  const hard = led.filter(({ bad }) => bad > 0)
  if (hard.length > 0) {
    const routes = routesAround(
      doc,
      hard.map(({ edge }) => doc.get(edge.id) ?? edge),
      field,
    )
    for (const { edge, badOf, bad } of hard) {
      const points = routes.get(edge.id) ?? []
      if (points.length > 1 && badOf(points) < bad)
        lead(edge, { form: 'polyline', points, radius: cornerRadius(doc, edge) })
    }
  }
  labelEdges(doc, led)
}

/** A way off the axes where all others run along them is worse than what it meets. */
const ASKEW = 1000

/** A connector with another line, which holds on to what it joins where that comes to it. */
export function setRoute(doc: Doc, edge: SceneElement, geometry: Geometry): void {
  const points = pointsIn(geometry)
  const ends = ENDS.flatMap((end) => {
    const thing = doc.get(edge[end]?.element)
    const at = end === 'from' ? points[0] : points.at(-1)
    return thing && at ? [[end, anchorOn(thing, at)] as const] : []
  })
  const { paint: _, ...bare } = doc.get(edge.id) ?? edge
  doc.put({ ...bare, ...Object.fromEntries(ends), geometry, box: boxOf(geometry, edge.style) })
}

/** Corners so round, in pixels, that a line along the axes goes with curves. */
const ROUND = 60

/** Corners of a connector that gets some: as its own, as most have, round where it was a curve. */
export function cornerRadius(doc: Doc, { geometry }: SceneElement): number {
  if (geometry?.form === 'path') return ROUND
  const radii = [geometry, ...doc.withRole('edge').map((edge) => edge.geometry)].flatMap((one) =>
    one?.form === 'polyline' && one.points.length > 2 ? [one.radius] : [],
  )
  const own = geometry?.form === 'polyline' ? geometry : undefined
  return own && own.points.length > 2 ? own.radius : (middleOf(radii) ?? own?.radius ?? 0)
}
