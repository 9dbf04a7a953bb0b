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
  /** Where its sentence starts. */
  sentence: number
  /** What "the same step" is judged by: verb and the stem of the object's head. */
  verb: string
  object: string
  /** The "and" that follows the verb in its sentence: the evidence for a double title. */
  and: Span | undefined
  /** Directly joined to the draft before it: "trimmed and filtered". */
  joined: boolean
}

/** More panels than this cannot be read in one figure. */
export const MAX_STAGES = 9
/** Evidence for one stage; more repeats add nothing. */
const MAX_SPANS = 12
const STEP = 0.6
const MAYBE = 0.4

/**
 * Chooses the steps: clear ones, else doubtful ones, else whatever there is; at most {@link MAX_STAGES}.
 * `left` counts the steps that were merged into others or dropped for want of room.
 */
export function pickStages(drafts: readonly Draft[]): { stages: Draft[]; left: number } {
  const clear = fuse(drafts.filter((draft) => draft.weight >= STEP))
  const maybe = clear.length >= 2 ? clear : fuse(drafts.filter((draft) => draft.weight >= MAYBE))
  const enough = maybe.length >= 2 || (maybe.length === 1 && drafts.length < 3)
  const pool = enough ? maybe : fuse([...drafts])
  const stages = drop(condense(pool))
  return { stages, left: pool.length - stages.length }
}

/** Merges neighbours that are one step: the same verb and object again, or two verbs joined over one object. */
function fuse(drafts: readonly Draft[]): Draft[] {
  const out: Draft[] = []
  for (const draft of drafts) {
    const last = out.at(-1)
    const same =
      last && last.block === draft.block && last.object !== '' && last.object === draft.object
    if (
      last &&
      (last.title.toLowerCase() === draft.title.toLowerCase() || (same && last.verb === draft.verb))
    ) {
      out[out.length - 1] = absorb(last, draft, last.title)
    } else if (last && same && draft.joined) {
      out[out.length - 1] = join(last, draft)
    } else out.push(draft)
  }
  return out
}

/** "Trim and align reads", where both have one object and the title stays short. */
function doubleTitle(first: Draft, second: Draft): string | undefined {
  if (
    first.title.includes(' and ') ||
    second.title.includes(' and ') ||
    first.object !== second.object ||
    !first.and
  )
    return undefined
  const join = `${first.verb} and ${second.title.charAt(0).toLowerCase()}${second.title.slice(1)}`
  return join.split(' ').length > 6 ? undefined : join.charAt(0).toUpperCase() + join.slice(1)
}

/** One stage with two verbs where its title can hold both. */
function join(first: Draft, second: Draft): Draft {
  const title = doubleTitle(first, second)
  const both = absorb(first, second, title ?? first.title)
  return title && first.and ? { ...both, spans: [...both.spans, first.and] } : both
}

function absorb(into: Draft, other: Draft, title: string): Draft {
  const labels = new Set(into.items.map((item) => item.label.toLowerCase()))
  const detail = [...new Set([into.detail, other.detail])].filter((part) => part !== '').join(', ')
  return {
    ...into,
    title,
    detail: detail.length <= 40 ? detail : into.detail,
    items: [
      ...into.items,
      ...other.items.filter((item) => !labels.has(item.label.toLowerCase())),
    ].slice(0, 4),
    spans: into.spans.length < MAX_SPANS ? [...into.spans, ...other.spans] : into.spans,
    weight: Math.max(into.weight, other.weight),
    joined: into.joined,
  }
}

/** While there are too many, joins the neighbours of one sentence that share their object, evenly over the text. */
function condense(drafts: readonly Draft[]): Draft[] {
  const stages = [...drafts]
  if (stages.length > MAX_STAGES * 4) return stages
  while (stages.length > MAX_STAGES) {
    let best = -1
    stages.forEach((draft, index) => {
      const next = stages[index + 1]
      if (!next || next.sentence !== draft.sentence || doubleTitle(draft, next) === undefined)
        return
      const cost = draft.spans.length + next.spans.length
      const known = stages[best]
      if (!known || cost < known.spans.length + (stages[best + 1]?.spans.length ?? 0)) best = index
    })
    const first = stages[best]
    const second = stages[best + 1]
    if (!first || !second) break
    stages.splice(best, 2, join(first, second))
  }
  return stages
}

/**
 * Drops the lightest. Of equals the second or third step of one sentence goes first, then the sentences that
 * stand closest together, so that the whole text stays covered; the first and the last step stay.
 */
function drop(drafts: readonly Draft[]): Draft[] {
  if (drafts.length <= MAX_STAGES) return [...drafts]
  const perSentence = new Map<number, number>()
  const ranked = drafts.map((draft, index) => {
    const rank = perSentence.get(draft.sentence) ?? 0
    perSentence.set(draft.sentence, rank + 1)
    const edge = index === 0 || index === drafts.length - 1 ? 1 : 0
    return { draft, index, value: draft.weight - Math.min(rank, 3) * 0.12 + edge }
  })
  const floor = [...ranked].sort((a, b) => b.value - a.value).at(MAX_STAGES - 1)?.value ?? 0
  const above = ranked.filter((entry) => entry.value > floor)
  const ties = ranked.filter((entry) => entry.value === floor)
  const room = MAX_STAGES - above.length
  const spread = ties.filter(
    (_, at) =>
      Math.floor((at * room) / ties.length) !== Math.floor(((at - 1) * room) / ties.length),
  )
  return [...above, ...spread]
    .sort((a, b) => a.index - b.index)
    .slice(0, MAX_STAGES)
    .map((entry) => entry.draft)
}
