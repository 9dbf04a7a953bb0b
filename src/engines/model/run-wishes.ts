import { SIDES, type WishedEdge, type WishedPort } from '../../forms/composition'

type Members = Readonly<Record<string, unknown>>

/** Points of a hint; more say nothing more. */
const MOST_POINTS = 8
/** Letters of a trunk's name. */
const LONGEST_NAME = 60

/** How an edge of an answer would run; what is not understood is passed over. */
export function runOf(edge: Members): Omit<WishedEdge, 'id'> {
  const [fromAt, toAt] = [portOf(edge.from_at), portOf(edge.to_at)]
  const via = pointsOf(edge.via)
  const labelAt = shareOf(edge.label_at)
  const { trunk } = edge
  return {
    ...(fromAt && { fromAt }),
    ...(toAt && { toAt }),
    ...(via.length > 0 && { via }),
    ...(labelAt !== undefined && { labelAt }),
    ...(typeof trunk === 'string' &&
      trunk.trim() !== '' &&
      trunk.length <= LONGEST_NAME && { trunk: trunk.trim() }),
  }
}

/** A side may also be named alone. */
function portOf(given: unknown): WishedPort | undefined {
  const members: Members =
    typeof given === 'string'
      ? { side: given }
      : given !== null && typeof given === 'object'
        ? { ...given }
        : {}
  const side = SIDES.find((one) => one === members.side)
  const at = shareOf(members.at)
  const { part } = members
  const isPart = Number.isInteger(part) && Number(part) > 0
  return side || at !== undefined || isPart
    ? {
        ...(side && { side }),
        ...(at !== undefined && { at }),
        ...(isPart && { part: Number(part) }),
      }
    : undefined
}

function shareOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined
}

function pointsOf(given: unknown): { x: number; y: number }[] {
  if (!Array.isArray(given)) return []
  // One point may come without the list around it.
  const list = given.every((each) => typeof each === 'number') ? [given] : given
  return list.slice(0, MOST_POINTS).flatMap((point) => {
    const [x, y] = Array.isArray(point) ? point : []
    return Number.isFinite(x) && Number.isFinite(y) ? [{ x, y }] : []
  })
}
