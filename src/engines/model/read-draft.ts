import type { TSchema } from '@sinclair/typebox'
import { type DiagramDraft, DraftEdge, DraftGroup, DraftNode } from '../../forms/draft'
import type { Reading } from './conversation'
import { faultIn } from './fault'
import { oneLine, plain } from './material'

type Answer = Readonly<Record<string, unknown>>

/** Longer labels cannot be drawn in a figure. */
const MOST_LABEL = 160

/** What stands for a member that the answer leaves out. */
const NODE_DEFAULTS = { detail: null, kind: 'process', group: null, quote: '' } as const
const EDGE_DEFAULTS = { label: null, kind: 'flow', heads: 'end', dashed: false, quote: '' } as const
const GROUP_DEFAULTS = { parent: null } as const

/** The signs of operators that stand alone, by their names. */
const SIGNS: Readonly<Record<string, string>> = {
  plus: '+',
  times: '×',
  concat: '‖',
  sum: 'Σ',
  sigma: 'σ',
  minus: '−',
}

/** Reads a diagram draft: every part that is sound, and a sentence for each that is not. */
export function readDraft(answer: Answer): Reading<DiagramDraft> {
  if (!Array.isArray(answer.nodes)) return { value: undefined, faults: ['nodes: must be a list.'] }
  const faults: string[] = []
  const list = (name: string) => {
    const value = answer[name] ?? []
    if (Array.isArray(value)) return value.map(membersOf)
    faults.push(`${name}: must be a list.`)
    return []
  }
  const sound = <T>(name: string, schema: TSchema, defaults: Answer): Placed<T>[] =>
    list(name).flatMap((given, index) => {
      const one = { ...defaults, ...given }
      const at = `${name}[${index}]`
      const fault = faultIn(schema, one, at)
      if (fault !== undefined) faults.push(fault)
      return fault === undefined ? [{ at, one: one as T }] : []
    })
  const groups = sound<DraftGroup>('groups', DraftGroup, GROUP_DEFAULTS)
  const nodes = sound<DraftNode>('nodes', DraftNode, NODE_DEFAULTS)
  const edges = sound<DraftEdge>('edges', DraftEdge, EDGE_DEFAULTS)
  const checked = checkedParts({ groups, nodes, edges }, faults)
  const title = typeof answer.title === 'string' ? answer.title : null
  const unsure = Array.isArray(answer.unsure)
    ? answer.unsure.filter((sentence) => typeof sentence === 'string')
    : []
  return { value: { title, unsure, ...checked }, faults }
}

/** A part of the draft and how a fault names it. */
interface Placed<T> {
  at: string
  one: T
}

interface Parts {
  groups: Placed<DraftGroup>[]
  nodes: Placed<DraftNode>[]
  edges: Placed<DraftEdge>[]
}

/** What no schema says: ids that are there once, labels, groups that hold together. */
function checkedParts({ groups, nodes, edges }: Parts, faults: string[]) {
  const ids = new Set<string>()
  const isNew = ({ at, one: { id } }: Placed<{ id: string }>) => {
    if (!ids.has(id)) return ids.add(id)
    faults.push(`${at}.id: ${quoted(id)} is taken already; every node and group needs its own id.`)
    return false
  }
  const isNamed = ({ at, one }: Placed<{ label: string }>) => {
    const letters = one.label.length
    if (letters > MOST_LABEL)
      faults.push(`${at}.label: has ${letters} characters; at most ${MOST_LABEL} can be drawn.`)
    else if (plain(one.label) === '') faults.push(`${at}.label: must not be empty.`)
    else return true
    return false
  }
  const keptGroups = groups.filter(isNamed).filter(isNew)
  const groupIds = new Set(keptGroups.map(({ one }) => one.id))
  const known = (at: string, id: string | null) => {
    if (id === null || id === '') return null
    if (groupIds.has(id)) return id
    faults.push(`${at}: there is no group ${quoted(id)}.`)
    return null
  }
  const keptNodes = nodes
    .map(({ at, one }) => ({ at, one: { ...one, label: signed(one) } }))
    .filter(isNamed)
    .filter(isNew)
    .map(({ at, one }) => ({ ...one, group: known(`${at}.group`, one.group) }))
  const keptEdges = edges.filter(({ at, one }) => {
    const missing = [one.from, one.to].find((end) => !ids.has(end))
    if (missing !== undefined) faults.push(`${at}: there is no node or group ${quoted(missing)}.`)
    return missing === undefined
  })
  const nested = keptGroups.map(({ at, one }) => ({
    at,
    one: { ...one, parent: known(`${at}.parent`, one.parent) },
  }))
  return {
    nodes: keptNodes,
    edges: keptEdges.map(({ one }) => one),
    groups: withoutCycles(nested, faults),
  }
}

/** A group that would stand in itself stands in none. */
function withoutCycles(groups: readonly Placed<DraftGroup>[], faults: string[]): DraftGroup[] {
  const parents = new Map(groups.map(({ one }) => [one.id, one.parent]))
  for (const { at, one } of groups) {
    const seen = new Set([one.id])
    let up = parents.get(one.id) ?? null
    while (up !== null && !seen.has(up)) {
      seen.add(up)
      up = parents.get(up) ?? null
    }
    if (up !== one.id) continue
    faults.push(`${at}.parent: ${quoted(one.id)} stands in itself; groups must not form a cycle.`)
    parents.set(one.id, null)
  }
  return groups.map(({ one }) => ({ ...one, parent: parents.get(one.id) ?? null }))
}

/** An operator may have no words: then its sign, which older plans name beside it, is its label. */
function signed(node: DraftNode): string {
  const { form, sign } = node as Answer
  if (node.label.trim() !== '' || form !== 'operator' || typeof sign !== 'string') return node.label
  return SIGNS[sign.toLowerCase()] ?? sign.slice(0, 3)
}

const membersOf = (value: unknown): Answer =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
    : { id: value }

const quoted = (text: string) => JSON.stringify(oneLine(text).slice(0, 60))
