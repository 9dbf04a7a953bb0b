import type { Geometry, Point, Scene, SceneElement } from '../../forms/scene'
import { anchorOn } from '../anchors'
import { distance } from '../geometry'
import { boxOf, movedElement } from '../moved-geometry'
import { labelled } from './beside'
import { costOf, ENDS, fieldOf, pointsOf } from './field'
import { isOrthogonal, mannerOf, usualManner } from './manner'
import { isAttached, type Sheet } from './sheet'
import { type Before, routed, waysOf } from './ways'

/** Connectors, and how what they join stood when they were led. */
export class Leads {
  readonly #led = new Map<
    string,
    { from: SceneElement | undefined; to: SceneElement | undefined }
  >()
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
    const again: {
      edge: SceneElement
      before: { from?: SceneElement | undefined; to?: SceneElement | undefined }
    }[] = []
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

/** Leads connectors from what they name, in the manner that each has, round what is in the way. */
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
  const hard: { edge: SceneElement; borne: ReadonlySet<string> }[] = []
  for (const { edge, before } of again) {
    const manner = mannerOf(edge, usual)
    const ways = waysOf(sheet, edge, before, manner)
    const old = edge.geometry ? pointsOf(edge.geometry) : []
    const bestOf = (borne?: ReadonlySet<string>) =>
      ways
        .map((geometry) => ({ geometry, cost: costOf(field, edge, pointsOf(geometry), borne) }))
        .sort((a, b) => a.cost.whole - b.cost.whole)[0]
    let best = bestOf()
    let borne: ReadonlySet<string> = new Set()
    let most = 0
    if (old.length > 0 && best && best.cost.faults + best.cost.crossings > 0) {
      // What its author led it through, it may go through.
      const was = costOf(field, edge, old)
      borne = new Set([...was.met].filter((id) => !isTouched(id)))
      most = was.crossings
      if (borne.size > 0) best = bestOf(borne)
    }
    if (!best) continue
    lead(edge, best.geometry)
    const isAskew = manner === 'orthogonal' && !isOrthogonal(pointsOf(best.geometry))
    const isCrossed = manner !== 'curve' && best.cost.crossings > most
    if (best.cost.faults > 0 || isCrossed || isAskew)
      hard.push({ edge: sheet.get(edge.id) ?? edge, borne })
  }
  const routes =
    hard.length > 0
      ? routed(
          sheet,
          hard.map(({ edge }) => edge),
          field,
        )
      : new Map<string, Point[]>()
  for (const { edge, borne } of hard) {
    const points = routes.get(edge.id)
    if (!points || !edge.geometry) continue
    const own = pointsOf(edge.geometry)
    const isAskew = mannerOf(edge, usual) === 'straight' && usual !== 'straight'
    if (
      !isAskew &&
      costOf(field, edge, points, borne).whole >= costOf(field, edge, own, borne).whole
    )
      continue
    const radius = edge.geometry.form === 'path' ? ROUND : radiusOf(sheet, edge)
    lead(edge, { form: 'polyline', points, radius })
  }
  labelled(
    sheet,
    again.map(({ edge }) => ({ edge, old: edge.geometry ? pointsOf(edge.geometry) : [] })),
  )
}

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

/** Corners of most connectors. */
function radiusOf(sheet: Sheet, { geometry }: SceneElement): number {
  if (geometry?.form === 'polyline' && geometry.points.length > 2) return geometry.radius
  const radii = sheet.elements.flatMap(({ role, geometry: one }) =>
    role === 'edge' && one?.form === 'polyline' && one.points.length > 2 ? [one.radius] : [],
  )
  return (
    radii.sort((a, b) => a - b)[radii.length >> 1] ??
    (geometry?.form === 'polyline' ? geometry.radius : 0)
  )
}
