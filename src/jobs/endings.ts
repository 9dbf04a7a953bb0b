import { OUTPUTS } from '../forms/outputs'
import type { Logger } from '../log'
import type { Account } from '../providers/ledger'
import type { JobProviders } from '../providers/messages'
import type { Claimed } from '../store/moves'
import type { Store } from '../store/store'
import type { ChildProcess } from './child'
import type { Committer } from './committer'
import type { DiskRoom } from './disk-room'
import { keepListed } from './leftovers'
import { persist } from './persist'
import type { FromExecutor } from './protocol'

/** The work of one executor at this moment. */
export interface Run {
  record: Claimed
  /** When the server gives up on it, by the monotonic clock. */
  deadline: number
  /** Set once the server has decided how it ends; what the process still says is ignored. */
  decided: boolean
  account: Account
  /** The store refused something that it reported. */
  unstored: boolean
  /** It went back to the queue, or was cancelled: what it has written has no use. */
  over: boolean
  /** How long its process may take to stop, in milliseconds. */
  graceMs: number
}

const ABORT_GRACE_MS = 200
/** Of a job that may have submitted work elsewhere, which it takes back. */
const FAREWELL_GRACE_MS = 2000

export const graceMsOf = ({ connections }: JobProviders): number =>
  connections.some(({ adapter }) => adapter === 'fal' || adapter === 'task')
    ? FAREWELL_GRACE_MS
    : ABORT_GRACE_MS

/** How a run ended, in the words of its plugin or of the pool. */
export type Ending = Pick<
  Extract<FromExecutor, { type: 'done' }>,
  'error' | 'description' | 'warnings'
>

export const failure = (error: string): Ending => ({ error, description: '', warnings: [] })

export const UNSTORED =
  "What the job reported could not be stored; the cause is in the server's log."

/** Stores how runs end, each in its time. What fails for good leaves its record running: the next start gives it back. */
export class Endings {
  private readonly open = new Set<Promise<void>>()

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    private readonly committer: Committer,
    private readonly room: DiskRoom,
    /** After every end of a job, once it is stored. */
    private readonly ended: () => void,
  ) {}

  /** Resolves when all that has begun is stored. */
  async stored(): Promise<void> {
    await Promise.all(this.open)
  }

  /** @param killed a process that was stopped for it: what it has left half written goes */
  settle(run: Run, ending: Ending, killed?: ChildProcess): Promise<void> {
    const ended = this.end(run, ending)
    return this.track(killed ? ended.then(() => this.clear(killed, run.record)) : ended)
  }

  /** @param death how its executor died; null: it is given back for no reason of its own */
  giveBack(run: Run, death: string | null): Promise<void> {
    return this.track(this.back(run, death))
  }

  /** Waits for a killed process, and removes what it has left half written, or reported too late. */
  async clear(child: ChildProcess, { id, attempt }: Claimed): Promise<void> {
    await child.killed()
    await keepListed(this.store, id, attempt)
  }

  async track(ending: Promise<void>): Promise<void> {
    const logged = ending.catch((error) =>
      this.log.error('the end of a job could not be stored', { error: String(error) }),
    )
    this.open.add(logged)
    await logged.finally(() => this.open.delete(logged))
  }

  /** An end that the store will never take becomes a failure that it does. */
  private async end(run: Run, ending: Ending): Promise<void> {
    const { account, record } = run
    const { id, attempt } = record
    const costUsd = account.cost()
    account.close({ ended: true })
    const end = async (error: string | null) => {
      const image = () => (error === null ? webhookImage(this.store, record) : null)
      const imageBase64 = await persist(this.log, async () => image())
      const outcome = { ...ending, id, attempt, error, costUsd, imageBase64 }
      return persist(this.log, () => this.store.settle(outcome))
    }
    await this.committer.flush(record)
    const error = run.unstored ? UNSTORED : ending.error
    const settled = await end(error).catch((cause) => {
      this.log.error('the end of a job could not be stored', { job: id, error: String(cause) })
      return end(UNSTORED)
    })
    this.room.ended(id)
    this.ended()
    this.log.info(settled ? 'job ended' : 'late result dropped', { job: id, attempt, error })
    await this.store.files.settled(id, attempt)
  }

  private async back(run: Run, death: string | null): Promise<void> {
    run.over = true
    const { account, record } = run
    const { id, attempt } = record
    account.close({ ended: false })
    await this.committer.flush(record)
    const state = await persist(this.log, () => this.store.giveBack({ id, attempt, death }))
    if (state === 'failed') this.ended()
    this.log.info('job given back', { job: id, attempt, death, state })
    if (state === 'pending') await this.store.files.removeAttempts(id, attempt)
    else await keepListed(this.store, id, attempt)
  }
}

/** The PNG of a task whose webhook is to carry it. */
async function webhookImage(store: Store, record: Claimed): Promise<string | null> {
  if (!record.webhookIncludeImage || record.webhookUrl === null) return null
  const figure = await store.findArtifact(record.id, OUTPUTS.figure.path)
  if (!figure) return null
  const file = Bun.file(await store.files.artifact(figure))
  return (await file.exists()) ? (await file.bytes()).toBase64() : null
}
