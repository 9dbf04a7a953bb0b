import { pointsOf } from '../canvas/paper'

/** Width and height in pixels that the root declares, or its viewBox, as where it declares a size on paper. Throws where it declares neither. */
export function svgSize(svg: string): { width: number; height: number } {
  const root = rootOf(svg)
  const view = /\sviewBox="\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)/.exec(root)
  const width = Number(/\swidth="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[1])
  const height = Number(/\sheight="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[2])
  if (!(width > 0 && height > 0)) throw new Error('the SVG declares no size')
  return { width, height }
}

/** Width and height on paper in points: of the millimetres that the root declares, else 0.75 for each pixel. */
export function svgPoints(svg: string): { width: number; height: number } {
  const [width, height] = ['width', 'height'].map((name) => {
    const mm = new RegExp(`\\s${name}="([\\d.]+)mm"`).exec(rootOf(svg))?.[1]
    return mm === undefined ? undefined : pointsOf(Number(mm))
  })
  if (width && height) return { width, height }
  const pixels = svgSize(svg)
  return { width: PIXEL_PT * pixels.width, height: PIXEL_PT * pixels.height }
}

/** A CSS pixel in points. */
const PIXEL_PT = 0.75

const rootOf = (svg: string) => /<svg\b[^>]*>/.exec(svg)?.[0] ?? ''
