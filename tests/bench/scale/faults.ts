/** What goes wrong in a run, and when: by how far the work has come, so that nothing happens to an idle cluster. */
import type { Cluster, Member } from './cluster'
import { pick } from './random'

export interface Fault {
  /** The share of the work that is done when it happens, 0 to 1. */
  at: number
  name: string
  happen: () => Promise<void>
}

/** What can be taken away beside servers. */
export interface Services {
  crashDatabase?: () => Promise<void>
  cutObjects?: () => Promise<void>
}

/** How often, and for how long. */
export interface Plan {
  apiKills: number
  workKills: number
  /** A worker is held for so many milliseconds, beyond its lease; 0: none is. */
  heldMs: number
}

/** Faults in their order, spread over the run. */
export function planFaults(
  { members }: Cluster,
  { crashDatabase, cutObjects }: Services,
  { apiKills, workKills, heldMs }: Plan,
  random: () => number,
): Fault[] {
  const of = (...roles: Member['role'][]) => members.filter(({ role }) => roles.includes(role))
  const held = new Set<Member>()
  const kill = (role: 'api' | 'work') => async () => {
    const free = of(role, 'all').filter((member) => !held.has(member))
    if (free.length === 0) return
    const member = pick(random, free)
    held.add(member)
    await member.replace('SIGKILL').finally(() => held.delete(member))
  }
  const hold = async () => {
    const member = pick(
      random,
      of('work', 'all').filter((member) => !held.has(member)),
    )
    held.add(member)
    member.signal('SIGSTOP')
    await Bun.sleep(heldMs)
    member.signal('SIGCONT')
    held.delete(member)
  }
  const spread = (count: number, name: string, happen: () => Promise<void>): Fault[] =>
    Array.from({ length: count }, (_, index) => ({
      at: (index + 0.3 + 0.6 * random()) / (count + 0.5),
      name,
      happen,
    }))
  return [
    ...spread(apiKills, 'api killed', kill('api')),
    ...spread(workKills, 'worker killed', kill('work')),
    ...(heldMs > 0 ? [{ at: 0.25, name: `worker held for ${heldMs / 1000} s`, happen: hold }] : []),
    ...(crashDatabase ? [{ at: 0.5, name: 'database crashed', happen: crashDatabase }] : []),
    ...(cutObjects ? [{ at: 0.7, name: 'object storage away', happen: cutObjects }] : []),
  ].sort((a, b) => a.at - b.at)
}

const LOOK_MS = 100

/** Lets each fault happen when its time has come; gives what happened once all are over. */
export async function inflict(
  faults: readonly Fault[],
  progress: () => number,
  isOver: () => boolean,
): Promise<string[]> {
  const happening: Promise<void>[] = []
  const names: string[] = []
  for (const { at, name, happen } of faults) {
    while (progress() < at && !isOver()) await Bun.sleep(LOOK_MS)
    if (isOver()) break
    names.push(name)
    happening.push(happen())
  }
  await Promise.all(happening)
  return names
}
