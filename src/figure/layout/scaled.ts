import type { Geometry } from '../../forms/scene'
import { movePath } from '../geometry/path-data'

/** A form scaled about the canvas's origin, then moved. */
export function scaledGeometry(geometry: Geometry, by: number, dx: number, dy: number): Geometry {
  const at = <P extends { x: number; y: number }>(point: P) => ({
    ...point,
    x: by * point.x + dx,
    y: by * point.y + dy,
  })
  const sized = <B extends { x: number; y: number; width: number; height: number }>(box: B) => ({
    ...at(box),
    width: by * box.width,
    height: by * box.height,
  })
  switch (geometry.form) {
    case 'rect':
      return { ...sized(geometry), radius: by * geometry.radius }
    case 'cylinder':
      return { ...sized(geometry), cap: by * geometry.cap }
    case 'ellipse':
      return {
        ...geometry,
        cx: by * geometry.cx + dx,
        cy: by * geometry.cy + dy,
        rx: by * geometry.rx,
        ry: by * geometry.ry,
      }
    case 'polygon':
      return { ...geometry, points: geometry.points.map(at) }
    case 'polyline':
      return { ...geometry, points: geometry.points.map(at), radius: by * geometry.radius }
    case 'path':
      return { ...geometry, d: movePath(geometry.d, by, dx, dy) }
    case 'lines':
      return {
        ...geometry,
        lines: geometry.lines.map((line) => ({ ...at(line), width: by * line.width })),
      }
    case 'image':
      return sized(geometry)
  }
}
