import type { Diagram } from '../../../src/forms/diagram'
import type { Scene } from '../../../src/forms/scene'
import { aim, type Row } from '../harness/rows'
import { median, percentile } from '../harness/stats'
import { tools } from './figures'

/** How much of a figure moves when one sentence adds one node: order of the others and their shift. */
export async function stabilityRows(
  half: string,
  diagrams: Record<string, Diagram>,
): Promise<Row[]> {
  const shifts: number[] = []
  let kept = 0
  for (const diagram of Object.values(diagrams)) {
    const options = { style: 'academic', ratio: '16:9', title: '' }
    const before = await tools.draw(diagram, options)
    const after = await tools.draw(extended(diagram), options)
    const moved = compare(before, after)
    shifts.push(moved.shift)
    if (moved.order >= 0.9) kept++
  }
  return [
    aim(
      {
        figure: `${half}: one node more, median shift`,
        value: 100 * median(shifts),
        unit: '% of the diagonal',
      },
      { most: 10 },
    ),
    {
      figure: `${half}: one node more, p90 of shifts`,
      value: 100 * percentile(shifts, 0.9),
      unit: '%',
    },
    {
      figure: `${half}: one node more, figures that keep their order`,
      value: (100 * kept) / shifts.length,
      unit: '%',
    },
  ]
}

function extended(diagram: Diagram): Diagram {
  const middle = diagram.nodes[Math.floor(diagram.nodes.length / 2)]
  const last = diagram.nodes.at(-1)
  if (!middle || !last) return diagram
  const sure = { spans: [], confidence: 1 }
  if (diagram.shape === 'stages') {
    const added = {
      ...last,
      id: 'added',
      label: 'Archive all results',
      step: diagram.nodes.length + 1,
    }
    const order = {
      id: 'added-edge',
      from: last.id,
      to: 'added',
      kind: 'order',
      heads: 'end',
      ...sure,
    } as const
    return { ...diagram, nodes: [...diagram.nodes, added], edges: [...diagram.edges, order] }
  }
  const added = { id: 'added', label: 'Archive', kind: 'store', ...sure } as const
  const edge = {
    id: 'added-edge',
    from: middle.id,
    to: 'added',
    kind: 'flow',
    heads: 'end',
    ...sure,
  } as const
  return { ...diagram, nodes: [...diagram.nodes, added], edges: [...diagram.edges, edge] }
}

/** Median shift of the common nodes as a share of the diagonal, and how many pairs keep their order on both axes. */
function compare(before: Scene, after: Scene): { shift: number; order: number } {
  const centres = (scene: Scene) =>
    new Map(
      scene.elements
        .filter(({ role }) => role === 'node')
        .map(({ id, box }) => [
          id,
          { x: (box.x + box.width / 2) / scene.width, y: (box.y + box.height / 2) / scene.height },
        ]),
    )
  const [was, is] = [centres(before), centres(after)]
  const common = [...was.keys()].flatMap((id) => {
    const [a, b] = [was.get(id), is.get(id)]
    return a && b ? [{ a, b }] : []
  })
  const shift = median(common.map(({ a, b }) => Math.hypot(a.x - b.x, a.y - b.y) / Math.SQRT2))
  const near = 0.03
  let same = 0
  let pairs = 0
  for (const [index, one] of common.entries()) {
    for (const two of common.slice(index + 1)) {
      for (const axis of ['x', 'y'] as const) {
        const [d, e] = [one.a[axis] - two.a[axis], one.b[axis] - two.b[axis]]
        if (Math.abs(d) < near) continue
        pairs++
        if (d * e > 0 || Math.abs(e) < near) same++
      }
    }
  }
  return { shift, order: pairs > 0 ? same / pairs : 1 }
}
