import { FIGURE_LIMITS } from '../../forms/figure-limits'
import type { Scene, SceneElement } from '../../forms/scene'
import { NoPath, pathSegments } from '../geometry/path-data'
import { workFault } from '../render/cost'
import { sizeFault } from './size-fault'

/** What no schema says of an edited scene: the first thing that is wrong with it, with its place. */
export function sceneFault(scene: Scene): string | undefined {
  const { elements, paper, ground, title } = scene
  const wild = wildNumber(scene)
  if (wild !== undefined) return `${wild}: must be a number from -${LARGEST} to ${LARGEST}.`
  const size = sizeFault(scene)
  if (size !== undefined) return size
  if (title.length > FIGURE_LIMITS.label)
    return `title: has more than ${FIGURE_LIMITS.label} characters.`
  if (paper !== undefined && paper < 1) return 'paper: must be from 1 to 10000 mm.'
  if (ground?.grid?.some((one) => !isGrid(one)))
    return 'ground.grid: its lines must be at least 1 pixel apart.'
  const byId = new Map(elements.map((each) => [each.id, each]))
  if (byId.size < elements.length) return 'elements: every id must be there once.'
  for (const [at, each] of elements.entries()) {
    const { id, parent, geometry, data = {} } = each
    if (parent === id) return `elements[${at}].parent: is the element itself.`
    if (isDeep(each, byId))
      return `elements[${at}].parent: it stands more than ${DEEPEST} deep in others, or in itself.`
    if (!isReadable(each))
      return `elements[${at}]: it has path data that cannot be read, or leads beyond ${LARGEST}.`
    if (geometry?.form === 'image' && geometry.href !== '' && !IMAGE.test(geometry.href))
      return `elements[${at}].geometry.href: must be a data URL of a picture, or empty for the one that was there.`
    if (Object.keys(data).some((name) => !DATA_NAME.test(name)))
      return `elements[${at}].data: its names are lower-case letters and hyphens.`
  }
  const work = workFault(scene)
  return work && `it ${work}`
}

/** Upright lines, level ones, or both at a slant. */
const isGrid = ({ x, y = x ?? 0 }: { x?: number; y?: number }) =>
  x === undefined ? y >= 1 : x >= 1 && Math.abs(y) >= 1

function isReadable({ geometry, clip, paint = [] }: SceneElement): boolean {
  const formulas =
    geometry?.form === 'lines' ? geometry.lines.flatMap((line) => line.formulas ?? []) : []
  const own = geometry?.form === 'path' ? [geometry] : []
  try {
    return [...own, ...(clip ? [clip] : []), ...paint, ...formulas].every(({ d }) =>
      pathSegments(d).every(({ points }) => points.every((value) => Math.abs(value) <= LARGEST)),
    )
  } catch (error) {
    if (error instanceof NoPath) return false
    throw error
  }
}

/** No length, place or factor of a figure is larger. */
const LARGEST = 1_000_000
/** Elements in elements. */
const DEEPEST = 32

const DATA_NAME = /^[a-z-]+$/
const IMAGE = /^data:image\/(?:png|jpeg|webp|gif);base64,/

/** Where the first number stands that no figure needs. */
function wildNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return Math.abs(value) <= LARGEST ? undefined : ''
  if (value === null || typeof value !== 'object') return undefined
  for (const [name, part] of Object.entries(value)) {
    const rest = wildNumber(part)
    if (rest === undefined) continue
    const here = Array.isArray(value) ? `[${name}]` : name
    return rest === '' || rest.startsWith('[') ? here + rest : `${here}.${rest}`
  }
  return undefined
}

function isDeep({ parent }: SceneElement, byId: ReadonlyMap<string, SceneElement>): boolean {
  let deep = 0
  for (let at = byId.get(parent ?? ''); at && deep <= DEEPEST; deep++)
    at = byId.get(at.parent ?? '')
  return deep > DEEPEST
}
