import type { Drawers } from './glyph'
import { circle, line, polygon, polyline, rect, type Stroke, shape, upTo } from './stroke'

/** Of a unit of a graph, tree or network. */
const RADIUS = 9.5

export const links: Drawers<'layers' | 'volume' | 'graph' | 'tree' | 'network'> = {
  layers: {
    least: 1.8,
    usual: 4,
    draw: ({ count }) => {
      // Few sheets are seen from higher up.
      const [width, half] = [132, Math.max(21, 50 - 17 * (count - 1))]
      const step = (100 - 2 * half) / (count - 1)
      const parts = upTo(count).map((index) => ({
        x: 0,
        y: step * index,
        width,
        height: 2 * half,
      }))
      const sheets = parts.map(({ y }, index) =>
        shape(
          polygon(0, y + half, width / 2, y, width, y + half, width / 2, y + 2 * half),
          index % 2 === 0 ? 'tint' : 'mid',
        ),
      )
      return { width, strokes: sheets.reverse(), parts }
    },
  },
  volume: {
    least: 1.8,
    usual: 4,
    draw: ({ cells }) => {
      const [side, by] = [72, 28]
      const step = side / cells
      const inner = upTo(cells - 1).map((index) => {
        const [at, back] = [step * (index + 1), (by / cells) * (index + 1)]
        return [
          polyline(at, 100, at, by, at + by, 0),
          polyline(0, by + at, side, by + at, side + by, at),
          polyline(back, by - back, side + back, by - back, side + back, 100 - back),
        ].join('')
      })
      return {
        width: side + by,
        strokes: [
          shape(rect(0, by, side, side), 'tint'),
          shape(polygon(0, by, by, 0, side + by, 0, side, by), 'wash'),
          shape(polygon(side, by, side + by, 0, side + by, side, side, 100), 'mid'),
          ...(cells > 1 ? [line(inner.join(''), 'line', 0.6)] : []),
        ],
      }
    },
  },
  graph: {
    least: 1.8,
    usual: 4,
    draw: ({ nodes }) => {
      const ring = upTo(nodes - 1).map((index) => {
        const turn = (2 * Math.PI * index) / (nodes - 1) - Math.PI / 2
        const far = 50 - RADIUS
        return [50 + far * Math.cos(turn), 50 + far * Math.sin(turn)] as const
      })
      const spokes = ring.filter((_, index) => index % 2 === 0 || nodes < 6)
      const rims = ring.map((from, index) => [from, ring[(index + 1) % ring.length] ?? from])
      const edges = [
        ...spokes.map(([x, y]) => polyline(50, 50, x, y)),
        ...rims
          .filter((_, index) => index % 3 !== 2 || nodes < 6)
          .map((ends) => polyline(...ends.flat())),
      ]
      return {
        width: 100,
        strokes: [
          line(edges.join(''), 'line'),
          unit(50, 50, true),
          ...ring.map(([x, y]) => unit(x, y)),
        ],
        parts: [[50, 50] as const, ...ring].map(([x, y]) => around(x, y)),
      }
    },
  },
  tree: {
    least: 1.8,
    usual: 4,
    draw: ({ levels }) => {
      const last = levels - 1
      const apart = Math.max(2 * RADIUS + 9, 80 / (2 ** last - 1))
      // A parent stands over the middle of its leaves.
      const rows = upTo(levels).map((depth) =>
        upTo(2 ** depth).map((index) => {
          const leaf = (index + 0.5) * 2 ** (last - depth) - 0.5
          return [RADIUS + apart * leaf, RADIUS + ((100 - 2 * RADIUS) * depth) / last] as const
        }),
      )
      const edges = rows
        .slice(1)
        .flatMap((row, above) =>
          row.map((to, index) => polyline(...(rows[above]?.[index >> 1] ?? to), ...to)),
        )
      const units = rows.flatMap((row, depth) => row.map(([x, y]) => unit(x, y, depth === 0)))
      return {
        width: 2 * RADIUS + apart * (2 ** last - 1),
        strokes: [line(edges.join('')), ...units],
        parts: (rows.at(-1) ?? []).map(([x, y]) => around(x, y)),
      }
    },
  },
  network: {
    least: 2,
    usual: 4,
    draw: ({ layers }) => {
      const sizes = [3, 4, 4, 3, 2].slice(-layers)
      const columns = sizes.map((size, column) =>
        upTo(size).map((index) => {
          const y = 50 + (index - (size - 1) / 2) * 27
          return [RADIUS + 48 * column, y] as const
        }),
      )
      const edges = columns
        .slice(1)
        .flatMap((column, before) =>
          column.flatMap(([x, y]) =>
            (columns[before] ?? []).map((from) => polyline(...from, x, y)),
          ),
        )
      return {
        width: 48 * (layers - 1) + 2 * RADIUS,
        strokes: [line(edges.join(''), 'line', 0.6), ...columns.flat().map(([x, y]) => unit(x, y))],
        parts: columns.map((column) => {
          const [[x, y] = [0, 0]] = column
          return { ...around(x, y), height: 27 * (column.length - 1) + 2 * RADIUS }
        }),
      }
    },
  },
}

function unit(x: number, y: number, strong = false): Stroke {
  return shape(circle(x, y, RADIUS), strong ? 'mid' : 'tint')
}

function around(x: number, y: number) {
  return { x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS }
}
