import type { Box, Geometry, Point } from '../../forms/scene'
import { boxAround } from './parts'

/** A symbol of `area` square pixels around a centre, with the proportions of Vega's. */
export function symbolGeometry(
  shape: string,
  { x, y }: Point,
  area: number,
): { geometry: Geometry; box: Box } {
  const polygon = (points: Point[]) => ({
    geometry: { form: 'polygon' as const, points },
    box: boxAround(points),
  })
  const half = Math.sqrt(area) / 2
  switch (shape) {
    case 'square': {
      const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
      return { geometry: { form: 'rect', ...box, radius: 0 }, box }
    }
    case 'diamond': {
      const reach = half * 1.4
      return polygon([
        { x, y: y - reach },
        { x: x + reach, y },
        { x, y: y + reach },
        { x: x - reach, y },
      ])
    }
    case 'triangle-up':
    case 'triangle-down': {
      const side = half * 1.25
      const up = shape === 'triangle-up' ? -1 : 1
      return polygon([
        { x, y: y + up * side },
        { x: x + side, y: y - up * side * 0.75 },
        { x: x - side, y: y - up * side * 0.75 },
      ])
    }
    case 'cross': {
      const [long, thin] = [half * 1.15, half * 0.4]
      const turns: [number, number][] = [
        [-thin, -long],
        [thin, -long],
        [thin, -thin],
        [long, -thin],
        [long, thin],
        [thin, thin],
        [thin, long],
        [-thin, long],
        [-thin, thin],
        [-long, thin],
        [-long, -thin],
        [-thin, -thin],
      ]
      return polygon(turns.map(([right, down]) => ({ x: x + right, y: y + down })))
    }
    default: {
      const r = Math.sqrt(area / Math.PI)
      return {
        geometry: { form: 'ellipse', cx: x, cy: y, rx: r, ry: r },
        box: { x: x - r, y: y - r, width: 2 * r, height: 2 * r },
      }
    }
  }
}
