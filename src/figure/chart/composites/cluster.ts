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

/** A heat map in the order of hierarchical clustering by Euclidean distance, its trees above and beside it. */
export function cluster(own: Composite): Json {
  const { encoding, mark, says } = own
  const [fx, fy, fc] = [fieldOn(own, 'x'), fieldOn(own, 'y'), fieldOn(own, 'color')]
  const ungrouped = { ...own, encoding: { ...encoding, color: undefined, cell: encoding.color } }
  const list = samplesOf(ungrouped, { x: 'name', y: 'name', cell: 'number' }).flatMap(
    (each) => each.list,
  )
  const [columns, rows] = [
    [...new Set(list.map(({ x }) => x))],
    [...new Set(list.map(({ y }) => y))],
  ]
  if (columns.length > MOST || rows.length > MOST)
    throw new ChartRefused(
      `The matrix has ${rows.length} rows and ${columns.length} columns; ${MOST} each are the most.`,
    )
  const cells = new Map(list.map(({ x, y, cell }) => [JSON.stringify([y, x]), cell]))
  if (cells.size < columns.length * rows.length)
    throw new ChartRefused(
      `Clustering needs a value in every cell; ${columns.length * rows.length - cells.size} of ${columns.length * rows.length} are missing.`,
    )
  const matrix = rows.map((y) => columns.map((x) => cells.get(JSON.stringify([y, x])) ?? 0))
  const linkage = String(mark.linkage ?? 'average')
  const order = String(mark.order ?? 'both')
  const tree = (wanted: string, lines: number[][]) =>
    order === wanted || order === 'both' ? treeOf(lines, linkage) : undefined
  const down = tree('rows', matrix)
  const across = tree(
    'columns',
    columns.map((_, k) => matrix.map((line) => line[k] ?? 0)),
  )
  says.push(
    `${order === 'both' ? 'Rows and columns' : order === 'rows' ? 'Rows' : 'Columns'} in the order of ${linkage} linkage by Euclidean distance.`,
  )
  const named = (names: string[], found: Tree | undefined) =>
    found ? found.members.map((i) => names[i] ?? '') : names
  const [width, height] = [360, Math.min(620, Math.max(160, 18 * rows.length))]
  const map = {
    ...layerOf(
      'cell',
      list.map(({ x, y, cell }) => ({ x, y, cell })),
      { type: 'rect' },
      {
        x: {
          ...encoding.x,
          field: 'x',
          type: 'nominal',
          sort: named(columns, across),
          title: titleOf(encoding.x, fx),
        },
        y: {
          ...encoding.y,
          field: 'y',
          type: 'nominal',
          sort: named(rows, down),
          title: titleOf(encoding.y, fy),
        },
        color: {
          ...encoding.color,
          field: 'cell',
          type: 'quantitative',
          title: titleOf(encoding.color, fc),
        },
      },
    ),
    width,
    height,
  }
  const beside = down
    ? { hconcat: [map, { ...branches(down, true), width: 46, height }], spacing: 3 }
    : map
  return across
    ? { vconcat: [{ ...branches(across, false), width, height: 46 }, beside], spacing: 3 }
    : beside
}

/** The joints of a tree as lines; leaves stand in the middles of their places, heights grow away from the map. */
function branches(tree: Tree, lying: boolean): Json {
  const at = new Map(tree.members.map((member, i) => [member, i + 0.5]))
  const joints: Json[] = []
  const place = (each: Tree): number => {
    if (!each.parts) return at.get(each.members[0] ?? 0) ?? 0
    const [a, b] = [place(each.parts[0]), place(each.parts[1])]
    const corners = [
      [a, each.parts[0].height],
      [a, each.height],
      [b, each.height],
      [b, each.parts[1].height],
    ]
    const joint = joints.length
    joints.push(...corners.map(([leaf, far], turn) => ({ leaf, far, turn, joint: `${joint}` })))
    return (a + b) / 2
  }
  place(tree)
  const axisOf = (field: string, domain: number[], reverse: boolean) => ({
    field,
    type: 'quantitative',
    axis: null,
    scale: { domain, nice: false, reverse },
  })
  const leaf = axisOf('leaf', [0, tree.members.length], lying)
  const far = axisOf('far', [0, tree.height * 1.02 || 1], false)
  const [x, y] = lying ? [far, leaf] : [leaf, far]
  return layerOf(
    'branch',
    joints,
    { type: 'line', color: '#57606a', strokeWidth: 0.8, interpolate: 'linear' },
    {
      x,
      y,
      detail: { field: 'joint' },
      order: { field: 'turn' },
    },
  )
}

/** Agglomerative clustering with the update of Lance and Williams (1967). */
function treeOf(lines: readonly number[][], linkage: string): Tree {
  const far = lines.map((one) =>
    lines.map((two) => Math.hypot(...one.map((value, i) => value - (two[i] ?? 0)))),
  )
  const trees: (Tree | undefined)[] = lines.map((_, i) => ({ members: [i], height: 0 }))
  const alive = () => trees.flatMap((each, i) => (each ? [i] : []))
  for (let left = lines.length; left > 1; left--) {
    const [a, b, height] = nearest(alive(), far)
    const [one, two] = [trees[a], trees[b]]
    if (!one || !two) break
    for (const k of alive()) {
      const [fa, fb] = [far[a]?.[k] ?? 0, far[b]?.[k] ?? 0]
      const [na, nb] = [one.members.length, two.members.length]
      const joined =
        linkage === 'single'
          ? Math.min(fa, fb)
          : linkage === 'complete'
            ? Math.max(fa, fb)
            : (na * fa + nb * fb) / (na + nb)
      for (const [i, j] of [
        [a, k],
        [k, a],
      ] as const)
        (far[i] ?? [])[j] = joined
    }
    trees[a] = { members: [...one.members, ...two.members], height, parts: [one, two] }
    trees[b] = undefined
  }
  return trees.find((each) => each !== undefined) ?? { members: [], height: 0 }
}

function nearest(alive: readonly number[], far: readonly number[][]): [number, number, number] {
  let best: [number, number, number] = [alive[0] ?? 0, alive[1] ?? 0, Number.POSITIVE_INFINITY]
  for (const [k, i] of alive.entries())
    for (const j of alive.slice(k + 1)) {
      const distance = far[i]?.[j] ?? Number.POSITIVE_INFINITY
      if (distance < best[2]) best = [i, j, distance]
    }
  return best
}
