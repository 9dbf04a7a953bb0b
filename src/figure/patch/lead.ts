import { middleOf } from '../../forms/numbers'
import type { Geometry, Point, Scene, SceneElement } from '../../forms/scene'
import { distance } from '../geometry'
import { anchorOn } from '../geometry/anchors'
import { boxOf, movedElement } from '../geometry/moved'
import { labelled } from './beside'
import { badness, type Clashes, clashes, ENDS, fieldOf, pointsOf, WORSE } from './field'
import { isOrthogonal, mannerOf, usualManner } from './manner'
import { isAttached, type Sheet } from './sheet'
import { type Before, routed, waysOf } from './ways'

/** Connectors, and how what they join stood when they were led. */
export class Leads {
  readonly #led = new Map<string, Before>()
  readonly #start: ReadonlyMap<string, SceneElement>

  constructor(
    readonly sheet: Sheet,
    scene: Scene,
  ) {
    this.#start = new Map(scene.elements.map((each) => [each.id, each]))
  }

  #ends({ from, to }: SceneElement) {
    return { from: this.sheet.get(from?.element), to: this.sheet.get(to?.element) }
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
  hold(edge: SceneElement): void {
    this.#led.set(edge.id, this.#ends(edge))
  }

  /** Connectors of what was moved or has another form since they were led are led anew, or go along where both ends did the same. */
  follow(): void {
    const { sheet } = this
    const again: Again[] = []
    for (const edge of sheet.elements) {
      if (!isAttached(edge) || !edge.geometry) continue
      const [was, is] = [this.#endsBefore(edge), this.#ends(edge)]
      if (ENDS.every((end) => isSame(was[end], is[end]))) continue
      this.hold(edge)
      const [a, b] = ENDS.map((end) => (edge[end] ? shiftOf(was[end], is[end]) : undefined))
      const by = edge.from && edge.to ? a && b && distance(a, b) < 0.02 && a : undefined
      if (by) for (const part of sheet.partsOf(edge.id)) sheet.put(movedElement(part, by.x, by.y))
      else again.push({ edge, before: was })
    }
    leadAnew(sheet, again)
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
  before?: Before
}

const NONE: Clashes = { met: new Map(), crossed: 0 }

/** Leads connectors from what they name, in the manner that each has; round what is in the way where a plain way meets that. */
export function leadAnew(sheet: Sheet, again: readonly Again[]): void {
  if (again.length === 0) return
  const ids = new Set(again.map(({ edge }) => edge.id))
  sheet.remove(sheet.crumbsOf(ids))
  const field = fieldOf(sheet, ids)
  const usual = usualManner(sheet)
  const isTouched = (id: string) => {
    const one = sheet.get(id)
    return one !== undefined && sheet.changed.has(sheet.ownerOf(one).id)
  }
  const lead = (edge: SceneElement, geometry: Geometry) => {
    put(sheet, edge, geometry)
    field.lines.set(edge.id, pointsOf(geometry))
  }
  const led = again.map(({ edge, before }) => {
    const old = edge.geometry ? pointsOf(edge.geometry) : []
    const manner = mannerOf(edge, usual)
    const was = old.length > 0 ? clashes(field, edge, old) : NONE
    // What its author led it through, it may go through.
    const borne = { ...was, met: new Map([...was.met].filter(([id]) => !isTouched(id))) }
    const badOf = (points: readonly Point[]) => badness(clashes(field, edge, points), borne)
    const ways = waysOf(sheet, edge, before, manner).map((geometry) => {
      const points = pointsOf(geometry)
      const isAskew = manner === 'orthogonal' && !isOrthogonal(points)
      return { geometry, bad: badOf(points) + (isAskew ? ASKEW : 0) }
    })
    const [best] = ways.sort((a, b) => a.bad - b.bad)
    if (best) lead(edge, best.geometry)
    // A curve may cross.
    const isHard = best !== undefined && best.bad >= (manner === 'curve' ? WORSE.together : 1)
    return { edge, old, badOf, bad: isHard ? best.bad : 0 }
  })
  const hard = led.filter(({ bad }) => bad > 0)
  if (hard.length > 0) {
    const routes = routed(
      sheet,
      hard.map(({ edge }) => sheet.get(edge.id) ?? edge),
      field,
    )
    for (const { edge, badOf, bad } of hard) {
      const points = routes.get(edge.id) ?? []
      if (points.length > 1 && badOf(points) < bad)
        lead(edge, { form: 'polyline', points, radius: radiusOf(sheet, edge) })
    }
  }
  labelled(sheet, led)
}

/** A way off the axes where all others run along them is worse than what it meets. */
const ASKEW = 1000

/** A connector with another line, which holds on to what it joins where that comes to it. */
export function put(sheet: Sheet, edge: SceneElement, geometry: Geometry): void {
  const points = pointsOf(geometry)
  const ends = ENDS.flatMap((end) => {
    const thing = sheet.get(edge[end]?.element)
    const at = end === 'from' ? points[0] : points.at(-1)
    return thing && at ? [[end, anchorOn(thing, at)] as const] : []
  })
  const { paint: _, ...bare } = sheet.get(edge.id) ?? edge
  sheet.put({ ...bare, ...Object.fromEntries(ends), geometry, box: boxOf(geometry, edge.style) })
}

/** Corners so round, in pixels, that a line along the axes goes with curves. */
const ROUND = 60

/** Corners of a connector that gets some: as its own, as most have, round where it was a curve. */
export function radiusOf(sheet: Sheet, { geometry }: SceneElement): number {
  if (geometry?.form === 'path') return ROUND
  const radii = [geometry, ...sheet.withRole('edge').map((edge) => edge.geometry)].flatMap((one) =>
    one?.form === 'polyline' && one.points.length > 2 ? [one.radius] : [],
  )
  const own = geometry?.form === 'polyline' ? geometry : undefined
  return own && own.points.length > 2 ? own.radius : (middleOf(radii) ?? own?.radius ?? 0)
}
