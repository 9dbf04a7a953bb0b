import type { Box } from '../forms/scene'
import { svgSize } from './svg-size'

const ROOT = /<svg\b[^>]*>/
const VIEW_BOX = /<svg\b[^>]*\sviewBox=/

/** Shows `box` (in the SVG's own pixels) alone: the SVG gets its size, its content stays. */
export function cropSvg(svg: string, { x, y, width, height }: Box): string {
  return withRoot(svg, { width, height, viewBox: `${x} ${y} ${width} ${height}` })
}

/** The same drawing stretched to exactly `width` by `height` pixels. */
export function resizeSvg(svg: string, width: number, height: number): string {
  const own = svgSize(svg)
  const view = VIEW_BOX.test(svg) ? {} : { viewBox: `0 0 ${own.width} ${own.height}` }
  return withRoot(svg, { width, height, preserveAspectRatio: 'none', ...view })
}

function withRoot(svg: string, attributes: Record<string, string | number>): string {
  return svg.replace(ROOT, (root) =>
    Object.entries(attributes).reduce((tag, [name, value]) => {
      const present = new RegExp(`\\s${name}="[^"]*"`)
      const attribute = ` ${name}="${value}"`
      return present.test(tag)
        ? tag.replace(present, attribute)
        : tag.replace(/>$/, `${attribute}>`)
    }, root),
  )
}
