/** The value sets of how a figure is asked to look; every list of them comes from here. */

/** Aspect ratios, `auto` first: then the figure takes its natural one. */
export const RATIOS = [
  'auto',
  '1:1',
  '5:4',
  '2:3',
  '3:2',
  '3:4',
  '4:5',
  '4:3',
  '9:16',
  '16:9',
  '21:9',
] as const

/** Ratio of a job whose request names none. */
export const JOB_RATIO: Ratio = '16:9'

/** Size classes of rasters: each has the area of a square of this side, in pixels. */
export const SIZE_SIDES = { '1K': 1024, '2K': 2048, '4K': 4096 } as const

/** Size of what is asked for without one. */
export const STANDARD_SIZE: Size = '1K'

/** Of every chart: large enough for print. */
export const CHART_SIZE: Size = '2K'

export const SIZES = Object.keys(SIZE_SIDES) as Size[]

export const STYLES = [
  'academic',
  'minimalist',
  'colorful',
  'blueprint',
  'hand_drawn',
  'infographic',
  'isometric_3d',
  'flat_design',
] as const

/** What a figure stands on: its style's own ground, or a light one where that is dark, for print. */
export const GROUNDS = ['style', 'light'] as const

/** Style of a figure whose request names none. */
export const STANDARD_STYLE: Style = STYLES[0]

export type Ratio = (typeof RATIOS)[number]
export type FigureGround = (typeof GROUNDS)[number]
export type Size = keyof typeof SIZE_SIDES
export type Style = (typeof STYLES)[number]
