import { mix } from '../../pixels/color'

/** Okabe and Ito's colours, told apart by colour-blind readers; their yellow comes late because it is weak on white. */
// biome-ignore format: a list
export const OKABE_ITO = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#4d4d4d', '#bfae00'] as const

/** Colours of names: those above, then the same lighter. */
export const NAMES = [...OKABE_ITO, ...OKABE_ITO.map((color) => mix(color, '#ffffff', 0.5))]

/** From low to high in near even steps of lightness. */
export const BLUES = [
  '#f4f8fc',
  '#d3e3f1',
  '#a6c8e2',
  '#6ba6cf',
  '#3a80b8',
  '#165a97',
  '#08346b',
] as const

/** For values on both sides of a centre, which is light. */
// biome-ignore format: a list
export const BLUE_RED = ['#14437a', '#3a82b8', '#86bcd9', '#d2e5f0', '#f7f7f7', '#fbdfcf', '#ec9c7b', '#c4503f', '#8a1a2b'] as const
