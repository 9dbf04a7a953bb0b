import type { Operation } from '../../forms/operations'
import type { Part } from './figure'

/** What an operation says of a part, and under which name the part has it. */
const SAYS = {
  rename: ['label', 'label'],
  rename_group: ['label', 'label'],
  set_edge_label: ['label', 'label'],
  set_detail: ['detail', 'detail'],
  set_kind: ['kind', 'kind'],
  set_edge_kind: ['kind', 'kind'],
  set_form: ['form', 'form'],
  set_icon: ['icon', 'icon'],
  set_picture: ['picture', 'picture'],
  set_accent: ['color', 'accent'],
  set_heads: ['heads', 'heads'],
  set_dashed: ['dashed', 'dashed'],
  set_role: ['role', 'role'],
  move_to_group: ['group', 'group'],
} as const satisfies Partial<Record<Operation['op'], readonly [from: string, to: string]>>

/** A part as it will be once operations are drawn: fields show what was chosen at once. */
export function foreseen<P extends Part>(part: P, operations: readonly Operation[]): P {
  let { said, label } = part
  for (const one of operations) {
    if (!('id' in one) || one.id !== part.id || !isSaying(one.op)) continue
    const [from, to] = SAYS[one.op]
    const value: unknown = Reflect.get(one, from)
    // An icon that is taken away is none; whatever else is taken away is left out.
    said = { ...said, [to]: value === null && to !== 'icon' ? undefined : value }
    if (to === 'label') label = typeof value === 'string' ? value : ''
  }
  return { ...part, said, label }
}

const isSaying = (op: Operation['op']): op is keyof typeof SAYS => Object.hasOwn(SAYS, op)
