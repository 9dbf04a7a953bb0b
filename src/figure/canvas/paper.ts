import type { Scene } from '../../forms/scene'

type Size = Pick<Scene, 'width' | 'height'>

/** Widths on paper in mm: two columns, one and a half, one. */
export const PAPER = { wide: 178, square: 120, narrow: 85 } as const

/** Canvases are whole pixels, so a ratio is met within this. */
const ROUNDING = 0.005

/** Width on paper in mm of what we draw on a canvas: two columns where it is wider than high, down to 4:5 one and a half, else one. */
export function paperWidth({ width, height }: Size): number {
  const ratio = width / height
  if (ratio > 1 + ROUNDING) return PAPER.wide
  return ratio > 4 / 5 - ROUNDING ? PAPER.square : PAPER.narrow
}

const MM_PER_INCH = 25.4
const PT_PER_INCH = 72

/** Millimetres in points. */
export const pointsOf = (mm: number) => (mm / MM_PER_INCH) * PT_PER_INCH

/** Pixels of a canvas that are one point on its paper, `paper` mm wide. */
export const pixelsPerPoint = (size: Size, paper = paperWidth(size)) => size.width / pointsOf(paper)

/** Width and height in mm of a scene that has a size on paper, for report.json. */
export function paperOf({ paper, width, height }: Scene) {
  if (paper === undefined) return {}
  const rounded = (mm: number) => Number(mm.toFixed(2))
  return { paper: { width_mm: paper, height_mm: rounded((paper * height) / width) } }
}
