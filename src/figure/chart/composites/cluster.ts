import { ChartRefused } from '../../../forms/chart'
import type { Json } from '../vega'
import { type Composite, fieldOn, layerOf, samplesOf, titleOf } from './groups'

/** More rows or columns than this cannot be told apart. */
const MOST = 400

interface Tree {
  members: number[]
  height: number
  parts?: readonly [Tree, Tree]
}

/** A heat map in the order of hierarchical clustering, average linkage by Euclidean distance, its trees above and beside it. */
export function cluster(own: Composite): Json {
  const { encoding, says } = own
  const [fx, fy, fc] = [fieldOn(own, 'x'), fieldOn(own, 'y'), fieldOn(own, 'color')]
  const ungrouped = { ...own, encoding: { ...encoding, color: undefined, cell: encoding.color } }
  const list = samplesOf(ungrouped, { x: 'name', y: 'name', cell: 'number' }).flatMap(
    (each) => each.list,
  )
  const columns = [...new Set(list.map(({ x }) => x))]
  const rows = [...new Set(list.map(({ y }) => y))]
  if (columns.length > MOST || rows.length > MOST)
    throw new ChartRefused(
      `The matrix has ${rows.length} rows and ${columns.length} columns; ${MOST} each are the most.`,
    )
  const cells = new Map(list.map(({ x, y, cell }) => [JSON.stringify([y, x]), cell]))
  const all = columns.length * rows.length
  if (cells.size < all)
    throw new ChartRefused(
      `Clustering needs a value in every cell; ${all - cells.size} of ${all} are missing.`,
    )
  const matrix = rows.map((y) => columns.map((x) => cells.get(JSON.stringify([y, x])) ?? 0))
  const down = treeOf(matrix)
  const across = treeOf(columns.map((_, k) => matrix.map((line) => line[k] ?? 0)))
  says.push('Rows and columns in the order of average linkage by Euclidean distance.')
  const named = (channel: 'x' | 'y', names: string[], { members }: Tree, title: string) => ({
    ...encoding[channel],
    field: channel,
    type: 'nominal',
    sort: members.map((i) => names[i] ?? ''),
    title: titleOf(encoding[channel], title),
  })
  const color = { field: 'cell', type: 'quantitative', title: titleOf(encoding.color, fc) }
  const [width, height] = [360, Math.min(620, Math.max(160, 18 * rows.length))]
  const values = list.map(({ x, y, cell }) => ({ x, y, cell }))
  const place = { x: named('x', columns, across, fx), y: named('y', rows, down, fy) }
  const map = layerOf(
    'cell',
    values,
    { type: 'rect' },
    { ...place, color: { ...encoding.color, ...color } },
  )
  const beside = { ...branches(down, true), width: 46, height }
  return {
    vconcat: [
      { ...branches(across, false), width, height: 46 },
      { hconcat: [{ ...map, width, height }, beside], spacing: 3 },
    ],
    spacing: 3,
  }
}

/** The joints of a tree as lines; leaves stand in the middles of their places, heights grow away from the map. */
function branches(tree: Tree, isLying: boolean): Json {
  const at = new Map(tree.members.map((member, i) => [member, i + 0.5]))
  const joints: Json[] = []
  const place = ({ members, parts, height }: Tree): number => {
    if (!parts) return at.get(members[0] ?? 0) ?? 0
    const [a, b] = [place(parts[0]), place(parts[1])]
    const corners = [
      [a, parts[0].height],
      [a, height],
      [b, height],
      [b, parts[1].height],
    ]
    const joint = `${joints.length}`
    joints.push(...corners.map(([leaf, far], turn) => ({ leaf, far, turn, joint })))
    return (a + b) / 2
  }
  place(tree)
  const axisOf = (field: string, end: number, reverse: boolean) => ({
    field,
    type: 'quantitative',
    axis: null,
    scale: { domain: [0, end], nice: false, reverse },
  })
  const leaf = axisOf('leaf', tree.members.length, isLying)
  const far = axisOf('far', tree.height * 1.02 || 1, false)
  const [x, y] = isLying ? [far, leaf] : [leaf, far]
  const look = { type: 'line', color: '#57606a', strokeWidth: 0.8, interpolate: 'linear' }
  const lines = { detail: { field: 'joint' }, order: { field: 'turn' } }
  return layerOf('branch', joints, look, { x, y, ...lines })
}

/** Agglomerative clustering by average linkage: the two nearest join until one is left. */
function treeOf(lines: readonly number[][]): Tree {
  const far = lines.map((one) =>
    lines.map((two) => Math.hypot(...one.map((value, i) => value - (two[i] ?? 0)))),
  )
  const trees = new Map(lines.map((_, i): [number, Tree] => [i, { members: [i], height: 0 }]))
  while (trees.size > 1) {
    const [a, b] = nearest([...trees.keys()], far)
    const [one, two] = [trees.get(a) as Tree, trees.get(b) as Tree]
    const [na, nb] = [one.members.length, two.members.length]
    const height = far[a]?.[b] ?? 0
    for (const k of trees.keys()) {
      const joined = (na * (far[a]?.[k] ?? 0) + nb * (far[b]?.[k] ?? 0)) / (na + nb)
      ;(far[a] as number[])[k] = joined
      ;(far[k] as number[])[a] = joined
    }
    trees.set(a, { members: [...one.members, ...two.members], height, parts: [one, two] })
    trees.delete(b)
  }
  return [...trees.values()][0] ?? { members: [], height: 0 }
}

function nearest(alive: readonly number[], far: readonly number[][]): [number, number] {
  let [a, b, least] = [0, 0, Number.POSITIVE_INFINITY]
  for (const [k, i] of alive.entries())
    for (const j of alive.slice(k + 1)) {
      const distance = far[i]?.[j] ?? least
      if (distance < least) [a, b, least] = [i, j, distance]
    }
  return [a, b]
}
