import type { PanelMetrics } from '../../forms/figure-tools'
import { svgSize } from '../svg-size'

/** What the panels of one figure are set by, read from an SVG of ours. */
export function panelMetrics(svg: string): PanelMetrics {
  const frame = frameOf(svg)
  return { ...svgSize(svg), type: typeOf(svg), ...(frame && { frame }) }
}

/** The size that most letters have; 0 where there are none. */
function typeOf(svg: string): number {
  const letters = new Map<number, number>()
  for (const [, size = '', content = ''] of svg.matchAll(TEXT)) {
    const count = content.replace(/<[^>]*>|\s/g, '').length
    letters.set(Number(size), (letters.get(Number(size)) ?? 0) + count)
  }
  const [most = [0]] = [...letters].sort(([, one], [, other]) => other - one)
  return most[0]
}

const TEXT = /<text\b[^>]*\sfont-size="([\d.]+)"[^>]*>([\s\S]*?)<\/text>/g

/** The field between the first axes of a chart. */
function frameOf(svg: string): PanelMetrics['frame'] {
  const [x, y] = ['x', 'y'].map((channel) => {
    const axis = new RegExp(`data-channel="${channel}"[^>]* data-range="([\\d.-]+) ([\\d.-]+)"`)
    return axis.exec(svg)?.slice(1).map(Number)
  })
  return x && y && { left: Math.min(...x), bottom: Math.max(...y) }
}
