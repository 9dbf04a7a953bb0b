import type { DiagramItem, Span } from '../../../forms/diagram'

/** A stage before the choice: everything it would show, and how much it looks like a step. */
export interface Draft {
  title: string
  detail: string
  items: DiagramItem[]
  spans: Span[]
  confidence: number
  weight: number
  /** Index of the block it stands in; sets its heading. */
  block: number
  /** What "the same step" is judged by: verb and the stem of the object's head. */
  verb: string
  object: string
  /** Directly joined to the draft before it: "trimmed and filtered". */
  joined: boolean
}

/** More panels than this cannot be read in one figure. */
export const MAX_STAGES = 9
const STEP = 0.6
const MAYBE = 0.4

/** Chooses the steps: clear ones, else doubtful ones, else whatever there is; at most {@link MAX_STAGES}. */
export function pickStages(drafts: readonly Draft[]): Draft[] {
  const clear = fuse(drafts.filter((draft) => draft.weight >= STEP))
  const maybe = clear.length >= 2 ? clear : fuse(drafts.filter((draft) => draft.weight >= MAYBE))
  const pool = maybe.length >= 2 ? maybe : maybe.length === 1 && drafts.length < 3 ? maybe : fuse([...drafts])
  return limit(pool)
}

/** Merges neighbours that are one step: the same verb and object again, or two verbs joined over one object. */
function fuse(drafts: readonly Draft[]): Draft[] {
  const out: Draft[] = []
  for (const draft of drafts) {
    const last = out.at(-1)
    const same = last && last.block === draft.block && last.object !== '' && last.object === draft.object
    if (last && (last.title.toLowerCase() === draft.title.toLowerCase() || (same && last.verb === draft.verb))) {
      out[out.length - 1] = absorb(last, draft, last.title)
    } else if (last && same && draft.joined) {
      out[out.length - 1] = absorb(last, draft, doubleTitle(last, draft))
    } else out.push(draft)
  }
  return out
}

function doubleTitle(first: Draft, second: Draft): string {
  const join = `${first.verb} and ${second.title.charAt(0).toLowerCase()}${second.title.slice(1)}`
  if (first.title.includes(' and ') || join.split(' ').length > 6) return first.title
  return join.charAt(0).toUpperCase() + join.slice(1)
}

function absorb(into: Draft, other: Draft, title: string): Draft {
  const labels = new Set(into.items.map((item) => item.label.toLowerCase()))
  return {
    ...into,
    title,
    detail: into.detail === '' ? other.detail : into.detail,
    items: [...into.items, ...other.items.filter((item) => !labels.has(item.label.toLowerCase()))].slice(0, 4),
    spans: [...into.spans, ...other.spans],
    weight: Math.max(into.weight, other.weight),
    joined: into.joined,
  }
}

/** Keeps the heaviest stages in the order of the text; each heading keeps at least one. */
function limit(drafts: readonly Draft[]): Draft[] {
  if (drafts.length <= MAX_STAGES) return [...drafts]
  const kept = new Set([...drafts].sort((a, b) => b.weight - a.weight || drafts.indexOf(a) - drafts.indexOf(b)).slice(0, MAX_STAGES))
  return drafts.filter((draft) => kept.has(draft))
}
