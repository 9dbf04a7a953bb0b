import type { Box } from '../../forms/scene'
import { svgSize } from './size'

const ROOT = /<svg\b[^>]*>/
const VIEW_BOX = /<svg\b[^>]*\sviewBox=/

/** Shows `box` (in the SVG's own pixels) alone: the SVG gets its size, its content stays. */
export function cropSvg(svg: string, { x, y, width, height }: Box): string {
  return withRoot(svg, { width, height, viewBox: `${x} ${y} ${width} ${height}` })
}

/** The same drawing stretched to exactly `width` by `height` pixels. */
export function resizeSvg(svg: string, width: number, height: number): string {
  const own = svgSize(svg)
  const stretched = { width, height, preserveAspectRatio: 'none' }
  if (VIEW_BOX.test(svg)) return withRoot(svg, stretched)
  return withRoot(svg, { ...stretched, viewBox: `0 0 ${own.width} ${own.height}` })
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
