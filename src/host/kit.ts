import { Type } from '@sinclair/typebox'
import type { Kit } from '../plugin'
import { createFields } from './fields'

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

export const SIZES = ['1K', '2K', '4K'] as const

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
