import { CAP_HEIGHT } from '../fonts'
import type { Theme } from '../themes/theme'

/** Sizes and faces about which those of all themes lie. */
const NEUTRAL = { detail: 0.87, labelWeight: 600, detailWeight: 400, leading: 1.28 } as const

/** A theme with measures that all themes share: what is arranged with them is arranged so in every style. */
export function neutral(theme: Theme): Theme {
  const { depth, ...measures } = theme.measures
  return { ...theme, capHeight: CAP_HEIGHT, measures: { ...measures, ...NEUTRAL } }
}
