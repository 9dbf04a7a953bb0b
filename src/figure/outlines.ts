import type { Geometry } from '../forms/scene'
import { pathSegments, type Segment } from './path-data'
import { cylinderPath, roundedPath } from './svg-path'
import { closedPath, ellipsePath, roundedRect } from './themes/path'

/** The outline of a form as lines and cubic curves; empty for words. */
export function outlineOf(geometry: Geometry): Segment[] {
  switch (geometry.form) {
    case 'rect':
      return pathSegments(roundedRect(geometry, geometry.radius))
    case 'image':
      return pathSegments(roundedRect(geometry, 0))
    case 'ellipse':
      return pathSegments(ellipsePath(geometry.cx, geometry.cy, geometry.rx, geometry.ry))
    case 'polygon':
      return geometry.points.length > 1 ? pathSegments(closedPath(geometry.points)) : []
    case 'polyline':
      return pathSegments(roundedPath(geometry.points, geometry.radius))
    case 'cylinder':
      return pathSegments(cylinderPath(geometry))
    case 'path':
      return pathSegments(geometry.d)
    case 'lines':
      return []
  }
}
