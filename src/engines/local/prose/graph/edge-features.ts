import { sharesRoot } from './find'
import { kindOf } from './kinds'
import type { Reading } from './node-features'
import { roleOf } from './slot-roles'
import type { Features } from './trees'
import type { Entity, Frame, Link, World } from './world'

/** Candidates that are one node of the figure; the first gives it its name. */
export type Cluster = readonly Entity[]

interface Touch {
  frame: Frame
  index: number
}

/** What is known of the chosen nodes before their pairs are looked at. */
export interface Path {
  links: Link[]
  /** The least confidence on the way. */
  sure: number
}

export interface Setting {
  reading: Reading
  clusters: readonly Cluster[]
  of: Map<number, number>
  /** Frames that a cluster acts in, and those that speak of it. */
  acts: Touch[][]
  uses: (Touch & { role: string; id: number })[][]
  /** The cluster that held each thing before each frame: what touched it last. */
  held: Map<string, number>
  /** The last cluster that acted before each frame. */
  lastActor: number[]
  first: number[]
  rank: number[]
  sentence: number[]
  paths: Map<string, Path>
}

export function settingOf(reading: Reading, clusters: readonly Cluster[]): Setting {
  const { world } = reading
  const of = new Map<number, number>()
  clusters.forEach((cluster, at) => {
    for (const { id } of cluster) of.set(id, at)
  })
  const acts = clusters.map((cluster) =>
    touches(
      world,
      cluster.flatMap(({ id }) => reading.acts.get(id) ?? []),
    ),
  )
  const uses = clusters.map((cluster) =>
    cluster
      .flatMap(({ id }) =>
        (reading.uses.get(id) ?? []).map(({ frame, index, slot }) => ({
          frame,
          index,
          role: roleOf(slot.role),
          id,
        })),
      )
      .sort((a, b) => a.index - b.index),
  )
  const first = clusters.map((cluster) => Math.min(...cluster.map(({ start }) => start)))
  const order = clusters
    .map((_, at) => at)
    .sort((a, b) => (first[a] ?? 0) - (first[b] ?? 0) || a - b)
  const rank = clusters.map(() => 0)
  order.forEach((cluster, at) => {
    rank[cluster] = at
  })
  const sentence = clusters.map((_, at) =>
    Math.min(
      ...[...(acts[at] ?? []), ...(uses[at] ?? [])].map(({ frame }) => frame.sentence),
      reading.length,
    ),
  )
  return {
    reading,
    clusters,
    of,
    acts,
    uses,
    ...statesOf(world, of),
    first,
    rank,
    sentence,
    paths: pathsOf(world, of),
  }
}

const touches = (world: World, at: readonly number[]): Touch[] =>
  [...new Set(at)]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const frame = world.frames[index]
      return frame ? [{ frame, index }] : []
    })

/** Who held each thing before each frame, by `frame thing`; and who acted last. */
function statesOf(world: World, of: Map<number, number>): Pick<Setting, 'held' | 'lastActor'> {
  const held = new Map<string, number>()
  const lastActor: number[] = []
  const state = new Map<number, number>()
  let last = -1
  world.frames.forEach((frame, index) => {
    lastActor.push(last)
    for (const { id } of frame.slots) {
      const at = state.get(id)
      if (at !== undefined) held.set(`${index} ${id}`, at)
    }
    const actor = frame.actors.map((id) => of.get(id)).find((at) => at !== undefined)
    const goal = frame.slots.find(
      ({ role, id }) => /^(to|into|onto|result|as|back to)$/.test(role) && of.has(id),
    )
    for (const { role, id } of frame.slots) {
      const name = roleOf(role)
      if (name === 'patient' || name === 'result' || name === 'into') {
        const now =
          goal && name === 'patient'
            ? of.get(goal.id)
            : of.get(id) !== undefined && name !== 'patient'
              ? of.get(id)
              : actor
        if (now !== undefined) state.set(id, now)
      } else if (!state.has(id) && actor !== undefined && name === 'doer') state.set(id, actor)
    }
    if (actor !== undefined) last = actor
    else if (goal) last = of.get(goal.id) ?? last
  })
  return { held, lastActor }
}

/** Links of the rules between clusters, by way of at most two things that are in none. */
function pathsOf(world: World, of: Map<number, number>): Setting['paths'] {
  const out = new Map<number, Link[]>()
  for (const link of world.links) out.set(link.from, [...(out.get(link.from) ?? []), link])
  const paths: Setting['paths'] = new Map()
  const walk = (start: number, id: number, links: Link[], seen: Set<number>) => {
    for (const link of out.get(id) ?? []) {
      if (seen.has(link.to)) continue
      const next = [...links, link]
      const sure = Math.min(...next.map(({ confidence }) => confidence))
      const target = of.get(link.to)
      if (target === start) continue
      if (target !== undefined) {
        const key = `${start} ${target}`
        const known = paths.get(key)
        const longer = known ? known.links.length - next.length : 1
        if (longer > 0 || (longer === 0 && known && known.sure < sure))
          paths.set(key, { links: next, sure })
      } else if (next.length < 3) walk(start, link.to, next, new Set([...seen, link.to]))
    }
  }
  for (const [id, at] of of) walk(at, id, [], new Set([id]))
  return paths
}

const ruleOf = (link: Link | undefined) => (link?.rule ?? '').replace(/[/+].*/, '')

const clip = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

/** What speaks for an edge from one cluster to another. */
export function edgeFeatures(setting: Setting, a: number, b: number): Features {
  const f: Features = new Map()
  const put = (name: string, value: number | boolean) => {
    const number = Number(value)
    if (number !== 0) f.set(name, number)
  }
  const add = (name: string) => f.set(name, (f.get(name) ?? 0) + 1)
  orderFeatures(setting, a, b, put)
  kindFeatures(setting, a, b, put)
  frameFeatures(setting, a, b, put, add)
  sequenceFeatures(setting, a, b, put)
  const path = setting.paths.get(`${a} ${b}`)
  if (path) {
    put('rule:path', 1 / path.links.length)
    put('rule:sure', path.sure)
    put(`rule:${ruleOf(path.links[0])}`, true)
    put(`rule last:${ruleOf(path.links.at(-1))}`, true)
  }
  const back = setting.paths.get(`${b} ${a}`)
  if (back) put('rule:back', 1 / back.links.length)
  put(
    'rule:other in',
    [...setting.paths.keys()].filter((key) => key.endsWith(` ${b}`) && key !== `${a} ${b}`).length,
  )
  put(
    'rule:other out',
    [...setting.paths.keys()].filter((key) => key.startsWith(`${a} `) && key !== `${a} ${b}`)
      .length,
  )
  return f
}

type Put = (name: string, value: number | boolean) => void

function orderFeatures(s: Setting, a: number, b: number, put: Put): void {
  const ranks = (s.rank[b] ?? 0) - (s.rank[a] ?? 0)
  put('order:rank', clip(ranks, 8))
  put('order:next', ranks === 1)
  put('order:sentences', clip((s.sentence[b] ?? 0) - (s.sentence[a] ?? 0), 6))
  put('order:same sentence', s.sentence[a] === s.sentence[b])
  put('order:characters', clip(((s.first[b] ?? 0) - (s.first[a] ?? 0)) / 50, 20))
  const near = (at: number) =>
    [...(s.acts[at] ?? []), ...(s.uses[at] ?? [])].map(({ index }) => index)
  const [from, to] = [near(a), near(b)]
  const gaps = to.flatMap((index) => from.map((other) => index - other))
  const closest = gaps.reduce((best, gap) => (Math.abs(gap) < Math.abs(best) ? gap : best), 99)
  put('order:frames', clip(closest, 10))
  put('order:touch', closest === 0)
  put('order:first use', clip(Math.min(...to, 99) - Math.min(...from, 99), 10))
  put('order:before any', clip(gaps.filter((gap) => gap === 1).length, 3))
  put('order:a first', s.rank[a] === 0)
  put('order:b last', s.rank[b] === s.clusters.length - 1)
  put('order:nodes', s.clusters.length)
}

function kindFeatures(s: Setting, a: number, b: number, put: Put): void {
  for (const [name, at] of [
    ['a', a],
    ['b', b],
  ] as const) {
    const cluster = s.clusters[at] ?? []
    const lead = cluster[0]
    if (!lead) continue
    put(`${name}:kind ${kindOf(lead)}`, true)
    put(
      `${name}:step`,
      cluster.some(({ step }) => step),
    )
    put(`${name}:lead step`, lead.step)
    put(`${name}:acts`, lead.acts && !lead.step)
    put(`${name}:size`, cluster.length)
    put(`${name}:uses`, (s.uses[at] ?? []).length)
    put(`${name}:plural`, lead.plural)
    put(`${name}:agent`, /(er|or)$/.test(lead.head))
    put(
      `${name}:doer`,
      (s.uses[at] ?? []).some(({ role }) => role === 'doer'),
    )
    put(`${name}:actor frames`, (s.acts[at] ?? []).length)
    const first = s.uses[at]?.[0]
    if (first) put(`${name}:first ${first.role}`, true)
    const act = s.acts[at]?.[0]
    if (act) put(`${name}:verb ${act.frame.kind}`, true)
    if (act) {
      const patients = act.frame.slots.filter(({ role }) => role === 'patient')
      put(
        `${name}:known patient`,
        patients.some(({ fresh }) => !fresh),
      )
      put(
        `${name}:definite patient`,
        patients.some(({ article }) => /^(the|these|this|its|their)$/.test(article)),
      )
      put(
        `${name}:new patient`,
        patients.some(({ article, fresh }) => fresh && article === ''),
      )
      put(`${name}:coordinated`, act.frame.flags.includes('coordinated'))
      put(`${name}:opener`, act.frame.opener !== '')
      put(
        `${name}:held`,
        act.frame.slots.some(({ id }) => s.held.has(`${act.index} ${id}`)),
      )
    }
  }
}

function frameFeatures(
  s: Setting,
  a: number,
  b: number,
  put: Put,
  add: (name: string) => void,
): void {
  const { of, held } = s
  for (const { frame, index } of s.acts[b] ?? [])
    for (const { id, role, pronoun } of frame.slots) {
      const name = roleOf(role)
      const direct = of.get(id) === a
      const via = held.get(`${index} ${id}`) === a
      if (direct && of.get(id) !== b) {
        add(`in:${name}`)
        put(`in verb:${frame.kind}`, true)
        put('in:any', true)
        const other = held.get(`${index} ${id}`)
        put('in:held by other', other !== undefined && other !== a && other !== b)
      }
      if (via && a !== b) {
        add(`via:${name}`)
        put(`via verb:${frame.kind}`, true)
        put('via:any', true)
        put('via:pronoun', pronoun)
        put('via:itself', of.get(id) === a)
        put('via:node', of.has(id) && of.get(id) !== a)
      }
    }
  for (const { frame } of s.acts[a] ?? [])
    for (const { id, role, fresh } of frame.slots) {
      if (of.get(id) !== b) continue
      add(`out:${roleOf(role)}`)
      put(`out verb:${frame.kind}`, true)
      put('out:any', true)
      put('out:fresh', fresh)
    }
  for (const one of s.uses[a] ?? [])
    for (const other of s.uses[b] ?? []) {
      if (one.frame !== other.frame) continue
      put('both:any', true)
      put(`both a:${one.role}`, true)
      put(`both b:${other.role}`, true)
      put(`both verb:${one.frame.kind}`, true)
      put('both:same role', one.role === other.role)
      put(`both use:${one.frame.use}`, true)
    }
  // What held the thing that goes along with b: "the reads were fed to b", a having made the reads.
  for (const { frame, index, role, id } of s.uses[b] ?? [])
    for (const slot of frame.slots) {
      if (slot.id === id || held.get(`${index} ${slot.id}`) !== a || of.get(slot.id) === b) continue
      put(`with a:${roleOf(slot.role)}`, true)
      put(`with b:${role}`, true)
      put(`with verb:${frame.kind}`, true)
      put('with:any', true)
    }
}

function sequenceFeatures(s: Setting, a: number, b: number, put: Put): void {
  const starts = s.acts[b]?.[0]
  const use = s.uses[b]?.[0]
  const begin = Math.min(starts?.index ?? 999, use?.index ?? 999)
  put('next:actor', starts !== undefined && s.lastActor[starts.index] === a)
  put('next:user', use !== undefined && s.lastActor[use.index] === a)
  put('next:begin', s.lastActor[begin] === a)
  const frame = starts?.frame
  if (starts && frame) {
    put(
      'next:held by other',
      frame.slots.some(({ id }) => {
        const at = s.held.get(`${starts.index} ${id}`)
        return at !== undefined && at !== a && at !== b
      }),
    )
    put(`next use:${frame.use}`, true)
    const between = s.reading.world.frames
      .slice(0, starts.index)
      .filter(
        (one, index) =>
          index > (s.acts[a]?.at(-1)?.index ?? 999) && one.actors.some((id) => s.of.has(id)),
      )
    put('next:between', between.length)
    put('next:patients', frame.slots.filter(({ role }) => role === 'patient').length)
  }
  const shared = (s.clusters[a] ?? []).some((one) =>
    (s.clusters[b] ?? []).some((other) => one.head !== '' && one.head === other.head),
  )
  put('words:head', shared)
  const root = (s.clusters[a] ?? []).some((one) =>
    [...one.verbs].some(
      (verb) =>
        verb.length > 3 &&
        (s.clusters[b] ?? []).some((other) =>
          [...other.stems].some((stem) => sharesRoot(verb, stem)),
        ),
    ),
  )
  put('words:root', root)
  const spoken = (s.clusters[b] ?? []).some((other) =>
    (s.clusters[a] ?? []).some((one) => one.head.length > 2 && other.stems.has(one.head)),
  )
  put('words:named', spoken)
}
