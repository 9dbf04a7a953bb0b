import { Type } from '@sinclair/typebox'
import { RATIOS, SIZES } from '../forms/picture-sizes'
import type { Kit } from '../plugin'
import { createFields } from './fields'

export { RATIOS, SIZES }

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

const local = ['local'] as const

/** What every plugin is lent. Until a deployment names providers, `local` is the only one. */
export function createKit(limits: Kit['limits']): Kit {
  const sets = {
    ratios: RATIOS,
    sizes: SIZES,
    styles: STYLES,
    providers: { main: local, image: local, svg: local, vlm: local, segmentation: local },
  }
  return { t: Type, limits, sets, fields: createFields(sets) }
}
