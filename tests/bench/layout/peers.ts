import type { ElkNode } from 'elkjs'
import { crossings } from '../../../src/figure/geometry'
import type { Diagram } from '../../../src/forms/diagram'
import type { Point } from '../../../src/forms/scene'
import { against, type Row } from '../harness/rows'
import { median } from '../harness/stats'
import { ratioError, tools } from './figures'

/** A peer's drawing: node boxes, routes, size. */
interface Plain {
  routes: Point[][]
  width: number
  height: number
  milliseconds: number
}

interface Figures {
  crossings: number
  bends: number
  error: number
  milliseconds: number
}

type Placer = (
  diagram: Diagram,
  sizes: Map<string, { width: number; height: number }>,
) => Promise<Plain>

/** Ours beside Graphviz dot and ELK on the same ungrouped diagrams, with the same node sizes, at 16:9. */
export async function peerRows(half: string, diagrams: Record<string, Diagram>): Promise<Row[]> {
  const ungrouped = Object.values(diagrams).filter(
    (each) => each.shape === 'graph' && each.groups.length === 0,
  )
  const placers: Record<string, Placer> = { dot: await dot(), elk: await elk() }
  const mine: Figures[] = []
  const theirs: Record<string, Figures[]> = { dot: [], elk: [] }
  let planar = 0
  let kept = 0
  for (const diagram of ungrouped) {
    const options = { style: 'academic', ratio: '16:9', title: '' }
    await tools.draw(diagram, options)
    const started = performance.now()
    const scene = await tools.draw(diagram, options)
    const milliseconds = performance.now() - started
    const own = tools.measure(scene)
    mine.push({
      crossings: own.edgeCrossings ?? 0,
      bends: own.bendsPerEdge ?? 0,
      error: ratioError(scene),
      milliseconds,
    })
    const sizes = new Map(
      scene.elements
        .filter(({ role }) => role === 'node')
        .map(({ id, box }) => [id, { width: box.width, height: box.height }]),
    )
    let fewest = Number.POSITIVE_INFINITY
    for (const [name, place] of Object.entries(placers)) {
      const figures = figuresOf(await place(diagram, sizes))
      fewest = Math.min(fewest, figures.crossings)
      theirs[name]?.push(figures)
    }
    if (fewest === 0) planar++
    if (fewest === 0 && own.edgeCrossings === 0) kept++
  }
  const mean = (list: Figures[], of: keyof Figures) =>
    list.reduce((sum, each) => sum + each[of], 0) / list.length
  const rows = Object.entries(theirs).flatMap(([name, list]) => [
    against(
      { figure: `${half}: crossings, mean`, value: mean(mine, 'crossings'), unit: '' },
      { name, value: mean(list, 'crossings') },
    ),
    against(
      { figure: `${half}: bends per edge, mean`, value: mean(mine, 'bends'), unit: '' },
      { name, value: mean(list, 'bends') },
    ),
    against(
      {
        figure: `${half}: ratio error 16:9, median`,
        value: median(mine.map((m) => m.error)),
        unit: '',
      },
      { name, value: median(list.map((m) => m.error)) },
    ),
    against(
      {
        figure: `${half}: time, median`,
        value: median(mine.map((m) => m.milliseconds)),
        unit: 'ms',
      },
      { name, value: median(list.map((m) => m.milliseconds)) },
    ),
  ])
  const share = planar > 0 ? (100 * kept) / planar : 100
  return [
    ...rows,
    {
      figure: `${half}: without a crossing where a peer has none (${planar})`,
      value: share,
      unit: '%',
    },
  ]
}

function figuresOf({ routes, width, height, milliseconds }: Plain): Figures {
  let count = 0
  for (const [index, one] of routes.entries())
    for (const two of routes.slice(index + 1)) count += crossings(one, two)
  const bends = routes.reduce((sum, route) => sum + Math.max(0, route.length - 2), 0)
  return {
    crossings: count,
    bends: routes.length > 0 ? bends / routes.length : 0,
    error: Math.abs(Math.log(width / height / (16 / 9))),
    milliseconds,
  }
}

interface DotEdge {
  pos?: string
}

/** Layered with orthogonal lines, in whichever of the two directions is nearer to the canvas. */
async function dot(): Promise<Placer> {
  const { instance } = await import('@viz-js/viz')
  const viz = await instance()
  return async (diagram, sizes) => {
    const started = performance.now()
    const both = (['LR', 'TB'] as const).map((rankdir) => {
      const graph = {
        directed: true,
        graphAttributes: { rankdir, splines: 'ortho' },
        nodes: diagram.nodes.map(({ id }) => {
          const size = sizes.get(id) ?? { width: 90, height: 40 }
          return {
            name: id,
            attributes: {
              shape: 'box',
              fixedsize: true,
              width: size.width / 72,
              height: size.height / 72,
              label: '',
            },
          }
        }),
        edges: diagram.edges.map(({ from, to }) => ({ tail: from, head: to })),
      }
      return viz.renderJSON(graph) as { bb: string; edges?: DotEdge[] }
    })
    const milliseconds = (performance.now() - started) / 2
    const plain = both.map(({ bb, edges = [] }) => {
      const [, , width = 1, height = 1] = bb.split(',').map(Number)
      return { routes: edges.map(({ pos }) => cornersOf(pos ?? '')), width, height, milliseconds }
    })
    return nearest(plain)
  }
}

/** A spline of dot as its corners: every third point lies on the line. */
function cornersOf(pos: string): Point[] {
  const points = pos
    .split(' ')
    .filter((part) => !part.startsWith('e,') && !part.startsWith('s,'))
    .map((part) => {
      const [x = 0, y = 0] = part.split(',').map(Number)
      return { x, y }
    })
    .filter((_, index) => index % 3 === 0)
  return straightened(points)
}

function straightened(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]]
    if (!before || !after) return true
    const area =
      (point.x - before.x) * (after.y - before.y) - (point.y - before.y) * (after.x - before.x)
    return Math.abs(area) > 1
  })
}

async function elk(): Promise<Placer> {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
  const engine = new Elk()
  return async (diagram, sizes) => {
    const plain: Plain[] = []
    for (const direction of ['RIGHT', 'DOWN']) {
      const started = performance.now()
      const graph: ElkNode = {
        id: 'root',
        layoutOptions: {
          'elk.algorithm': 'layered',
          'elk.direction': direction,
          'elk.edgeRouting': 'ORTHOGONAL',
          'elk.aspectRatio': '1.78',
          'elk.layered.wrapping.strategy': 'MULTI_EDGE',
        },
        children: diagram.nodes.map(({ id }) => ({
          id,
          ...(sizes.get(id) ?? { width: 90, height: 40 }),
        })),
        edges: diagram.edges.map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
      }
      const placed = await engine.layout(graph)
      const routes = (placed.edges ?? []).map(({ sections = [] }) =>
        sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
          startPoint,
          ...bendPoints,
          endPoint,
        ]),
      )
      const milliseconds = performance.now() - started
      plain.push({ routes, width: placed.width ?? 1, height: placed.height ?? 1, milliseconds })
    }
    return nearest(plain)
  }
}

function nearest(all: readonly Plain[]): Plain {
  const error = ({ width, height }: Plain) => Math.abs(Math.log(width / height / (16 / 9)))
  const best = [...all].sort((a, b) => error(a) - error(b))[0]
  if (!best) throw new Error('nothing was placed')
  return best
}
