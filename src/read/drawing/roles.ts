import type { Markup } from '../../figure/svg/clean'
import type { SceneElement } from '../../forms/scene'

/** What a group says of itself. */
export interface Role {
  kind: SceneElement['kind']
  role?: NonNullable<SceneElement['role']>
  /** Where its attribute's value is its id. */
  named?: 'node' | 'edge' | 'panel'
  id?: string
  label?: string
}

const NAMED = {
  node: ['shape', 'node'],
  edge: ['connector', 'edge'],
  panel: ['group', 'group'],
} as const
const TOLD = { picture: 'picture', scheme: 'group', key: 'group', note: 'group' } as const
const NAMES = ['node', 'edge', 'panel'] as const
const TELLING = ['picture', 'scheme', 'key', 'note'] as const

/** By the classes of the house's own SVG. */
const CLASSES: Readonly<Record<string, Role>> = {
  group: { kind: 'group', role: 'group' },
  node: { kind: 'shape', role: 'node' },
  edge: { kind: 'connector', role: 'edge' },
  text: { kind: 'text', role: 'text' },
  icon: { kind: 'icon' },
  picture: { kind: 'picture', role: 'picture' },
  residual: { kind: 'residual', role: 'residual' },
  axis: { kind: 'group', role: 'axis' },
  mark: { kind: 'shape', role: 'mark' },
  legend: { kind: 'group', role: 'legend' },
  scheme: { kind: 'group', role: 'scheme' },
  key: { kind: 'group', role: 'key' },
  note: { kind: 'group', role: 'note' },
}

export function roleOf({ attributes }: Markup): Role | undefined {
  for (const named of NAMES) {
    const id = attributes[`data-${named}`]?.trim()
    if (id === undefined) continue
    const [kind, role] = NAMED[named]
    return { kind, role, named, id }
  }
  for (const role of TELLING) {
    const label = attributes[`data-${role}`]?.trim()
    if (label !== undefined) return { kind: TOLD[role], role, ...(label !== '' && { label }) }
  }
  return CLASSES[attributes.class ?? '']
}

/** Attributes that have a place of their own in an element. */
const PLACED = /^data-(?:node|edge|panel|picture|scheme|key|note|label|quote|inferred|tex|heads)$/

/** What else a group says: its label, its quote, its data. */
export function dataOf({ attributes }: Markup, role: Role, id: string): Partial<SceneElement> {
  const label = attributes['data-label']?.trim() || role.label
  const quote = attributes['data-quote']?.trim()
  const heads = attributes['data-heads']
  const data = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      /^data-[a-z]+$/.test(name) && !PLACED.test(name) ? [[name.slice(5), value]] : [],
    ),
  )
  if (role.named && role.id !== id) data[role.named] = role.id ?? ''
  // A drawing's edge has to name its ends.
  if (role.named === 'edge') for (const end of ['from', 'to']) data[end] ??= ''
  if (heads === 'both' || heads === 'none') data.heads = heads
  return {
    ...(label && { label }),
    ...(quote && { quote }),
    ...(attributes['data-inferred'] === 'true' && { inferred: true }),
    ...(Object.keys(data).length > 0 && { data }),
  }
}
