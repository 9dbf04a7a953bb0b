import { Type } from '@sinclair/typebox'
import { RATIOS, SIZES, STYLES } from '../forms/look'
import type { Kit } from '../plugin'
import { createFields } from './fields'

const local = ['local'] as const

/** What every plugin is lent, frozen: a drop-in that changes it changes nothing. */
export function createKit(limits: Kit['limits']): Kit {
  const sets = {
    ratios: RATIOS,
    sizes: SIZES,
    styles: STYLES,
    providers: { main: local, image: local, svg: local, vlm: local, segmentation: local },
  }
  return { t: Type, ...frozen({ limits, sets, fields: createFields(sets) }) }
}

/** A copy that is frozen all through; functions and symbols stay what they are. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  const copy: object = Array.isArray(value) ? [] : {}
  for (const name of Reflect.ownKeys(value))
    Reflect.set(copy, name, frozen(Reflect.get(value, name)))
  return Object.freeze(copy) as Value
}
