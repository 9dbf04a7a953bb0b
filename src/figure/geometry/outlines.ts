import type { Geometry, Point } from '../../forms/scene'
import { pathSegments, ringsOf, type Segment } from './path-data'
import { closedPath, cylinderPath, ellipsePath, roundedPath, roundedRect } from './shape-paths'

/** The outline of a form as lines and cubic curves; empty for words. */
export const outlineOf = (geometry: Geometry): Segment[] => pathSegments(dataOf(geometry))

function dataOf(geometry: Geometry): string {
  switch (geometry.form) {
    case 'rect':
      return roundedRect(geometry, geometry.radius)
    case 'image':
      return roundedRect(geometry, 0)
    case 'ellipse':
      return ellipsePath(geometry.cx, geometry.cy, geometry.rx, geometry.ry)
    case 'polygon':
      return geometry.points.length > 1 ? closedPath(geometry.points) : ''
    case 'polyline':
      return roundedPath(geometry.points, geometry.radius)
    case 'cylinder':
      return cylinderPath(geometry)
    case 'path':
      return geometry.d
    case 'lines':
      return ''
  }
}

/** The same as path data without what is drawn inside it; corners up to `sharp` pixels of radius are corners. */
export function wholeOf(geometry: Geometry, sharp = 0): string {
  if (geometry.form === 'rect' && geometry.radius <= sharp) return roundedRect(geometry, 0)
  return dataOf(geometry).split(/(?<=Z)/)[0] ?? ''
}

/** The same as a polygon; curves in steps. */
export const polygonOf = (geometry: Geometry): Point[] =>
  ringsOf(pathSegments(wholeOf(geometry)))[0]?.points ?? []
