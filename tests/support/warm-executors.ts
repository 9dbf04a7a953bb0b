import { Child, type ChildEvents, type StartChild } from '../../src/jobs/child'
import type { ExecutorSettings, FromExecutor, ToExecutor } from '../../src/jobs/protocol'

/** A process of an app that has ended, or of one that uses it now. */
interface Kept {
  child: Child
  key: string
  events: ChildEvents | undefined
  ready: boolean
}

/** Each takes some hundred megabytes. */
const MOST_KEPT = 6
const WORK: readonly ToExecutor['type'][] = ['run', 'examine']
const ENDS: readonly FromExecutor['type'][] = ['done', 'examined', 'refused', 'broke']

/** Test files have their modules apart, but one process: what one has warmed serves the next. */
const all = globalThis as { keptExecutors?: Kept[] }
all.keptExecutors ??= []
const shelf = all.keptExecutors

/**
 * Executors that outlive their app while they are idle and whole, as a server's own outlive their jobs: an app with the
 * same settings takes them over warm. One that is killed, or stopped at work, is gone as ever.
 */
export const warmExecutor: StartChild = (settings, events) => {
  const key = JSON.stringify(settings)
  const at = shelf.findIndex((one) => one.key === key)
  const [kept = start(key, settings)] = at < 0 ? [] : shelf.splice(at, 1)
  let busy = false
  kept.events = {
    message: (message) => {
      if (ENDS.includes(message.type)) busy = false
      events.message(message)
    },
    exit: events.exit,
  }
  if (kept.ready) setTimeout(() => kept.events?.message({ type: 'ready' }))
  const { child } = kept
  return {
    pid: child.pid,
    send: (message) => {
      if (WORK.includes(message.type)) busy = true
      child.send(message)
    },
    kill: () => {
      busy = true
      child.kill()
    },
    killed: async () => {
      kept.events = undefined
      if (busy) return child.killed()
      shelf.push(kept)
      if (shelf.length > MOST_KEPT) shelf.shift()?.child.kill()
    },
    processorSeconds: () => child.processorSeconds(),
    residentBytes: () => child.residentBytes(),
  }
}

function start(key: string, settings: ExecutorSettings): Kept {
  const child = new Child(settings, {
    message: (message) => {
      if (message.type === 'ready') kept.ready = true
      kept.events?.message(message)
    },
    exit: (how) => {
      const at = shelf.indexOf(kept)
      if (at >= 0) shelf.splice(at, 1)
      kept.events?.exit(how)
    },
  })
  const kept: Kept = { child, key, events: undefined, ready: false }
  return kept
}
