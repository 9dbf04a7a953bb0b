/** Width and height in pixels that the root declares, or its viewBox. Throws where it declares neither. */
export function svgSize(svg: string): { width: number; height: number } {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? ''
  const view = /\sviewBox="\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)/.exec(root)
  const width = Number(/\swidth="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[1])
  const height = Number(/\sheight="([\d.]+)(?:px)?"/.exec(root)?.[1] ?? view?.[2])
  if (!(width > 0 && height > 0)) throw new Error('the SVG declares no size')
  return { width, height }
}
