import { FIGURE_LIMITS } from '../../forms/figure-limits'
import type { Operation } from '../../forms/operations'
import type { Scene, SceneElement } from '../../forms/scene'
import { refuse } from './context'
import { sizeFault } from './size-fault'

const ROLES = { nodes: 'node', edges: 'edge', groups: 'group' } as const
type Figure = Pick<Scene, 'width' | 'height'> & { elements: readonly SceneElement[] }

/** Why a figure cannot become like this: what is larger than figures may be stays so, but does not grow. `isLaidOut`: it gets another canvas. */
export function growthFault(
  before: Figure,
  after: Figure,
  { isLaidOut = false } = {},
): string | undefined {
  const { width, height } = after
  const isResized = before.width !== width || before.height !== height
  const size = isResized && !isLaidOut ? sizeFault(after) : undefined
  if (size) return `the figure would be ${width} x ${height} pixels: ${size}`
  for (const name of ['elements', 'nodes', 'edges', 'groups'] as const) {
    const count = countOf(after.elements, name)
    if (count > FIGURE_LIMITS[name] && count > countOf(before.elements, name))
      return `a figure holds ${FIGURE_LIMITS[name]} ${name} at the most.`
  }
  return undefined
}

function countOf(elements: readonly SceneElement[], name: 'elements' | keyof typeof ROLES): number {
  if (name === 'elements') return elements.length
  return elements.reduce((sum, { role }) => sum + (role === ROLES[name] ? 1 : 0), 0)
}

const WORDS = ['label', 'text', 'detail', 'title', 'role', 'quote']

/** @throws Inapplicable where an operation brings words that are too long, or that nobody could see. */
export function checkTexts(operation: Operation): void {
  for (const [name, value] of Object.entries(operation)) {
    if (!WORDS.includes(name) || typeof value !== 'string' || value === '') continue
    if (value.length > FIGURE_LIMITS.label)
      refuse(`its ${name} has more than ${FIGURE_LIMITS.label} characters.`)
    if (!/[^\s\p{Cc}\p{Cf}]/u.test(value)) refuse(`its ${name} has nothing that can be read.`)
  }
}
