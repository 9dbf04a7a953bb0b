import { Child, type ChildEvents, type StartChild } from '../../src/jobs/child'
import type { ExecutorSettings, FromExecutor, ToExecutor } from '../../src/jobs/protocol'

/** A process of an app that has ended, or of one that uses it now. */
interface Kept {
  child: Child
  settings: string
  events: ChildEvents | undefined
  ready: boolean
}

/** Each takes some hundred megabytes. */
const MOST_KEPT = 3
const MOST_BYTES = 1_200_000_000
const WORK: readonly ToExecutor['type'][] = ['run', 'examine']
const ENDS: readonly FromExecutor['type'][] = ['done', 'examined', 'refused', 'broke']

const shelf: Kept[] = []

/**
 * Executors that outlive their app while they are idle and whole, as a server's own outlive their jobs: the next app
 * takes them over with all that they have loaded, and tells them its settings where these are others. One that is
 * killed, or stopped at work, is gone as ever.
 */
export const warmExecutor: StartChild = (settings, events) => {
  const kept = takeOver(settings) ?? start(settings)
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
    // What one keeps between stories is what the next one needs: it is not replaced for it.
    residentBytes: () => {
      const bytes = child.residentBytes()
      return busy || bytes > MOST_BYTES ? bytes : 0
    },
  }
}

function takeOver(settings: ExecutorSettings): Kept | undefined {
  const told = JSON.stringify(settings)
  const at = shelf.findIndex((one) => one.settings === told)
  const [kept] = shelf.splice(at < 0 ? shelf.length - 1 : at, 1)
  if (!kept || at >= 0) return kept
  kept.settings = told
  kept.ready = false
  kept.child.send({ type: 'start', settings })
  return kept
}

function start(settings: ExecutorSettings): Kept {
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
  const kept: Kept = {
    child,
    settings: JSON.stringify(settings),
    events: undefined,
    ready: false,
  }
  return kept
}
