import { ChartRefused } from '../../../forms/chart'
import { extent } from '../stats'
import type { Json } from '../vega'
import { amount, type Composite, colorOf, fieldOn, layerOf, samplesOf } from './groups'

/** Units of the grid on which densities are estimated; a cell of Vega is four of them. At one a cell its contours lie beside the points. */
const GRID = 480

interface Contour {
  value: number
  coordinates: [number, number][][][]
}

/** Runs transforms of Vega over rows. */
export type Compute = (rows: Json[], transform: Json[]) => Promise<Json[]>

/** Contours of a Gaussian kernel density in two dimensions. */
export async function contour(own: Composite, compute: Compute): Promise<Json> {
  const { encoding, mark, says } = own
  const [fx, fy] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const groups = samplesOf(own, { x: 'number', y: 'number' })
  const all = groups.flatMap(({ list }) => list)
  if (groups.some(({ list }) => list.length < 5))
    throw new ChartRefused('A density in two dimensions needs 5 points or more.')
  const axis = (values: number[]) => {
    const [low, high] = extent(values)
    const room = (high - low) * 0.3 || 1
    const from = low - room
    const step = (high - low + 2 * room) / GRID
    return {
      to: (value: number) => (value - from) / step,
      back: (cell: number) => from + cell * step,
    }
  }
  const [ax, ay] = [axis(all.map(({ x }) => x)), axis(all.map(({ y }) => y))]
  const levels = Number(mark.levels ?? 8)
  const rings = (
    await Promise.all(
      groups.map(async ({ own: keys, list }, group) => {
        const rows = list.map(({ x, y }) => ({ u: ax.to(x), v: ay.to(y) }))
        const found = await compute(rows, [
          {
            type: 'kde2d',
            size: [GRID, GRID],
            x: { field: 'u' },
            y: { field: 'v' },
            as: 'grid',
          },
          { type: 'isocontour', field: 'grid', levels, as: 'contour' },
        ])
        return found.flatMap(({ contour: each }, level) => {
          const { coordinates } = each as unknown as Contour
          return coordinates.flat().flatMap((ring, i) =>
            ring.map(([u, v], turn) => ({
              ...keys,
              x: ax.back(u),
              y: ay.back(v),
              level: (level + 1) / levels,
              ring: `${group}-${level}-${i}`,
              turn,
            })),
          )
        })
      }),
    )
  ).flat()
  says.push(`Contours of the density of ${fy} by ${fx} at ${levels} levels, ${all.length} points.`)
  const place = {
    x: amount(encoding.x, 'x', fx, { scale: { zero: false, nice: false } }),
    y: amount(encoding.y, 'y', fy, { scale: { zero: false, nice: false } }),
    detail: { field: 'ring' },
    order: { field: 'turn' },
  }
  const filled = mark.filled === true
  const grouped = encoding.color?.field !== undefined
  const ramp = {
    field: 'level',
    type: 'quantitative',
    title: 'Density (relative)',
    scale: { domain: [0, 1] },
  }
  const ink = colorOf(own).color
  return layerOf(
    'contour',
    rings,
    {
      type: 'line',
      interpolate: 'linear-closed',
      strokeWidth: filled ? 0.6 : 1.1,
      ...(filled && grouped ? { fillOpacity: 0.12 } : {}),
    },
    {
      ...place,
      ...(filled
        ? { fill: grouped ? ink : ramp, stroke: grouped ? ink : { value: '#ffffff' } }
        : { color: ink }),
    },
  )
}
