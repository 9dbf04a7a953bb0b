import { cleanSvg } from '../clean'
import { svgSize } from '../svg-size'

/** Pixels. */
const MOST_SIDE = 16_384
/** Pixels: no figure is drawn larger. */
const MOST_AREA = 100_000_000

/** Why a canvas can have no such size. */
export function sizeFault({
  width,
  height,
}: {
  width: number
  height: number
}): string | undefined {
  if (!(Math.min(width, height) >= 1 && Math.max(width, height) <= MOST_SIDE))
    return `width and height must be from 1 to ${MOST_SIDE} pixels.`
  if (width * height > MOST_AREA) return `width times height must be at most ${MOST_AREA} pixels.`
  return undefined
}

const DRAWS = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text|image|use)\b/
/** In an attribute that is no name and no words. */
const NO_NUMBER =
  / (?!data-|aria-|id=|class=|inkscape:|font-family=)([\w:-]+="[^"]*(?:NaN|Infinity)\b[^"]*")/

/** Why an SVG cannot be a figure. */
export function svgFault(svg: string): string | undefined {
  try {
    const clean = cleanSvg(svg)
    const [, wild] = NO_NUMBER.exec(clean) ?? []
    if (wild !== undefined) return `the SVG has ${wild.slice(0, 80)} where numbers must stand.`
    return sizeFault(svgSize(clean)) ?? (DRAWS.test(clean) ? undefined : 'the SVG draws nothing.')
  } catch (reason) {
    return reason instanceof Error ? `${reason.message}.` : String(reason)
  }
}
