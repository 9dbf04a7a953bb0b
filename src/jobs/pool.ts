import type { Resolved } from '../engines/resolve'
import { Away, isDiskFull } from '../errors'
import type { ExecutorState } from '../forms/answers'
import type { Logger } from '../log'
import type { Ledger } from '../providers/ledger'
import type { JobProviders } from '../providers/messages'
import type { Batch } from '../store/append'
import { Gone } from '../store/files'
import { type Claimed, runsAlone } from '../store/moves'
import { ownerOf } from '../store/owners'
import type { Store } from '../store/store'
import { atRest, isLaden, type Resting } from './at-rest'
import type { ChildProcess, StartChild } from './child'
import { Committer } from './committer'
import { DiskRoom } from './disk-room'
import { type Ending, Endings, failure, graceMsOf, type Run, UNSTORED } from './endings'
import { keepLeases } from './leases'
import type { ExecutorSettings, FromExecutor } from './protocol'

export interface PoolOptions {
  executors: number
  deadlineMs: number
  memoryBytes: number
  jobsPerExecutor: number
  /** After a full disk jobs begin again when so many megabytes are free. */
  roomMegabytes: number
  settings: ExecutorSettings
  startChild: StartChild
  /** The providers that a job may call, with their keys. */
  providersOf: (choice: Resolved) => JobProviders
  ledger: Ledger
  /** After every end of a job, once it is stored. */
  ended: () => void
}

interface Executor extends Resting {
  child: ChildProcess
  ready: boolean
  run: Run | undefined
}

type Busy = Executor & { run: Run }

const WATCH_MS = 100
/** After so much time without work the executors are told to rest. */
const QUIET_MS = 500
const RESPAWN_MS = 1000
const RETRY_MS = 1000
/** At most between two tries to fetch a job's files while their storage is away. */
const AWAY_MS = 60_000
/** A database that is away holds a drain for no longer: the next start gives back what is not stored. */
const STORED_MS = 5000
const UNREAD = "A file of the job could not be read; the cause is in the server's log."
/** A warm executor this near to the cap is replaced between jobs. */
const RECYCLE_SHARE = 0.5

/** Keeps the executors busy. Only this side decides: deadline, memory, cancel, replacement. */
export class Pool {
  private readonly executors = new Set<Executor>()
  private readonly endings: Endings
  private readonly committer: Committer
  private readonly room: DiskRoom
  private readonly watch: ReturnType<typeof setInterval>
  private readonly endLeases: () => void = () => {}
  private later: ReturnType<typeof setTimeout> | undefined
  private claiming = false
  private wakeAgain = false
  private stopped = false
  private quietSince = performance.now()
  /** While files are away: how long no job begins, and until when. */
  private awayMs = RETRY_MS
  private awayUntil = 0

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    private readonly options: PoolOptions,
  ) {
    this.committer = new Committer(store, log, (batch) => this.refused(batch))
    this.room = new DiskRoom(store.files, log, options.roomMegabytes)
    this.endings = new Endings(store, log, this.committer, this.room, options.ended)
    // After the server has begun to listen: they would take the processor from its start.
    setTimeout(() => this.spawnAll())
    this.watch = setInterval(() => this.look(), WATCH_MS)
    if (options.executors === 0) return
    this.endLeases = keepLeases(store, log, {
      records: () => this.undecided().map(({ run }) => run.record),
      // A later attempt of the same record may run here meanwhile.
      lost: (record) => this.stop((one) => one === record),
      wake: () => void this.wake(),
    })
  }

  private spawnAll(): void {
    for (let i = 0; i < this.options.executors && !this.stopped; i++) this.spawn()
  }

  /** Hands pending records to idle executors; called at every acceptance and whenever one falls idle. */
  async wake(): Promise<void> {
    this.wakeAgain = true
    if (this.claiming) return
    this.claiming = true
    try {
      while (this.wakeAgain && !this.stopped) {
        this.wakeAgain = false
        await this.fill()
      }
    } catch (error) {
      this.log.error('no job could be claimed', { error: String(error) })
      this.wakeLater()
    } finally {
      this.claiming = false
    }
  }

  private wakeLater(): void {
    this.later ??= setTimeout(() => {
      this.later = undefined
      void this.wake()
    }, RETRY_MS)
  }

  /** Ends a record that someone cancelled, and the process that works on it. */
  async cancel(id: string): Promise<void> {
    await this.store.cancel(id)
    this.room.ended(id)
    this.options.ended()
    this.stop((one) => one.id === id)
  }

  /** Lets running jobs end for `graceMs`, gives the rest back uncounted and stops every executor. */
  async drain(graceMs: number): Promise<void> {
    this.stopped = true
    const until = performance.now() + graceMs
    const running = this.busy().length
    const grace = `${jobs(running)} at work, with ${graceMs / 1000} s at most to end`
    this.log.info(`draining: ${running > 0 ? grace : 'no job is at work'}`)
    // What is just being claimed is at work in a moment.
    while ((this.claiming || this.busy().length > 0) && performance.now() < until)
      await Bun.sleep(20)
    clearInterval(this.watch)
    this.endLeases()
    const left = await this.abortAll()
    const executors = [...this.executors]
    this.executors.clear()
    await Promise.all(executors.map(({ child }) => child.killed()))
    const stored = async () => {
      await this.endings.stored()
      for (const run of left) await this.endings.giveBack(run, null)
    }
    await Promise.race([stored(), Bun.sleep(STORED_MS)])
    const back = `${jobs(left.length)} given back, to run after the next start`
    this.log.info(`drained: ${left.length > 0 ? back : 'no job was given back'}`)
  }

  executorStates(): ExecutorState[] {
    return [...this.executors].map(({ child, ready, run, jobs }) => ({
      pid: child.pid,
      state: run ? 'busy' : ready ? 'idle' : 'starting',
      jobs,
      memory_bytes: child.residentBytes(),
      task_id: run?.record.id ?? null,
    }))
  }

  /** Process ids, for supervision and tests. */
  pids(): number[] {
    return [...this.executors].map(({ child }) => child.pid)
  }

  /** Tells every running job to stop and gives it a moment; nothing it still says counts. */
  private async abortAll(): Promise<Run[]> {
    const left = this.undecided().map(({ run, child }) => {
      run.decided = true
      run.over = true
      child.send({ type: 'abort' })
      return run
    })
    if (left.length > 0) await Bun.sleep(Math.max(...left.map(({ graceMs }) => graceMs)))
    return left
  }

  private busy(): Busy[] {
    return [...this.executors].filter((one): one is Busy => one.run !== undefined)
  }

  /** The busy ones without those whose run is being stored, which go on to other work. */
  private undecided(): Busy[] {
    return this.busy().filter(({ run }) => !run.decided)
  }

  private idle(): Executor[] {
    return [...this.executors].filter(({ ready, run }) => ready && !run)
  }

  private async fill(): Promise<void> {
    if (this.room.isShort() || performance.now() < this.awayUntil) return this.wakeLater()
    while (this.idle().length > 0 && !this.stopped) {
      const busy = this.busy()
      if (busy.some(({ run }) => runsAlone(run.record))) return
      const record = await this.store.claim({ busy: busy.length > 0, full: await this.full(busy) })
      if (!record) return
      // One that has ended meanwhile has a successor.
      const executor = this.idle()[0] ?? this.spawn()
      const isStale = isLaden(executor, record) && !this.stopped
      this.give(isStale ? this.replace(executor) : executor, record)
    }
  }

  /** The caller who holds all executors but one, where there are others to come; undefined: nobody. */
  private async full(busy: readonly Busy[]): Promise<number | null | undefined> {
    const mine = Map.groupBy(busy, ({ run }) => run.record.keyId)
    for (const [keyId, held] of mine)
      if (held.length >= this.options.executors - 1)
        return (await this.store.hasOthers(keyId)) ? keyId : undefined
    return undefined
  }

  private give(executor: Executor, record: Claimed): void {
    const { id, attempt, workflow } = record
    executor.jobs += 1
    executor.rested = false
    executor.lastWorkflow = workflow
    const choice: Resolved = JSON.parse(record.choice)
    const providers = this.options.providersOf(choice)
    const run: Run = {
      record,
      deadline: performance.now() + this.options.deadlineMs,
      decided: false,
      over: false,
      unstored: false,
      graceMs: graceMsOf(providers),
      account: this.options.ledger.open({ id, owner: ownerOf(record.keyId) }, (message) =>
        executor.child.send({ type: 'ledger', message }),
      ),
    }
    executor.run = run
    const { pid } = executor.child
    const alone = runsAlone(record) || undefined
    this.log.info('job started', { job: id, attempt, workflow, pid, alone })
    const begin = (files: Record<string, string>) => {
      if (run.decided) return
      this.awayMs = RETRY_MS
      run.deadline = performance.now() + this.options.deadlineMs
      executor.child.send({
        type: 'run',
        job: {
          ...{ id, attempt, workflow, files, providers },
          input: record.input,
          folder: this.store.files.attemptFolder(id, attempt),
          ignored: choice.ignored,
          candidates: choice.candidates ?? 1,
          deadline: Date.now() + this.options.deadlineMs,
        },
      })
    }
    void this.store.files
      .lend(id, attempt, JSON.parse(record.files))
      .then(begin, (error) => this.withoutFiles(executor, run, error))
  }

  /** Ends a run that could not begin: without a file that is gone it fails, without storage or room it waits. */
  private async withoutFiles(executor: Executor, run: Run, error: unknown): Promise<void> {
    if (run.decided) return
    const { id } = run.record
    this.log.error('files of a job could not be read', { job: id, error: String(error) })
    if (error instanceof Away) {
      this.awayUntil = performance.now() + this.awayMs
      this.awayMs = Math.min(2 * this.awayMs, AWAY_MS)
    }
    const reason = error instanceof Gone ? error.message : UNREAD
    const goesBack = isDiskFull(error) ? this.room.ranOut(id) : error instanceof Away
    await this.conclude(executor, run, goesBack ? null : failure(reason))
  }

  /** @param ending null: the job goes back, to run when there is room again */
  private async conclude(executor: Executor, run: Run, ending: Ending | null): Promise<void> {
    run.decided = true
    await (ending ? this.endings.settle(run, ending) : this.endings.giveBack(run, null))
    executor.run = undefined
    this.recycle(executor)
    if (ending) await this.wake()
    else this.wakeLater()
  }

  private spawn(): Executor {
    const executor: Executor = {
      ...{ ready: false, rested: false, jobs: 0, lastWorkflow: '', run: undefined },
      child: this.options.startChild(this.options.settings, {
        message: (message) => void this.hear(executor, message),
        exit: (how) => void this.lost(executor, how),
      }),
    }
    this.executors.add(executor)
    return executor
  }

  private async hear(executor: Executor, message: FromExecutor): Promise<void> {
    const { run } = executor
    if (message.type === 'ready') {
      executor.ready = true
      await this.wake()
    } else if (run && !run.decided && message.type === 'reports') {
      this.committer.add(run.record, message.reports, () => run.over)
    } else if (run && message.type === 'ledger') {
      run.account.receive(message.message)
    } else if (run && !run.decided && message.type === 'done') {
      const goesBack = message.noRoom && this.room.ranOut(run.record.id)
      await this.conclude(executor, run, goesBack ? null : message)
    }
  }

  private recycle(executor: Executor): void {
    const worn = executor.jobs >= this.options.jobsPerExecutor
    const fat = executor.child.residentBytes() > this.options.memoryBytes * RECYCLE_SHARE
    if (worn || fat) this.replace(executor)
  }

  /** Kills the process at once and puts a fresh one in its place; gives that. */
  private replace(executor: Executor): Executor {
    executor.child.kill()
    return this.executors.delete(executor) && !this.stopped ? this.spawn() : executor
  }

  /** Looks at every running job: past its deadline or its memory, it fails and its process goes. */
  private look(): void {
    const { deadlineMs, memoryBytes } = this.options
    this.restWhenQuiet()
    const megabytes = Math.round(memoryBytes / 1_000_000)
    for (const executor of this.undecided())
      if (performance.now() > executor.run.deadline)
        void this.fail(executor, `The job took longer than ${deadlineMs / 1000} seconds.`)
      else if (executor.child.residentBytes() > memoryBytes)
        void this.fail(executor, `The job used more than ${megabytes} MB of memory.`)
  }

  /** While a job runs, loading and clearing up elsewhere would take the processor from it. */
  private restWhenQuiet(): void {
    const now = performance.now()
    if (this.busy().length > 0) this.quietSince = now
    const quietMs = now - this.quietSince
    if (quietMs < QUIET_MS) return
    const ready = [...this.executors].filter((one) => one.ready)
    const { rests, goes } = atRest(ready, quietMs)
    for (const executor of rests) {
      executor.rested = true
      executor.child.send({ type: 'rest' })
    }
    for (const executor of goes) this.replace(executor)
  }

  private async fail(executor: Busy, reason: string): Promise<void> {
    const { run, child } = executor
    run.decided = true
    this.replace(executor)
    await this.endings.settle(run, failure(reason), child)
    await this.wake()
  }

  /** Stops the job of a record whose end is already written: a word first, then the kill. */
  private stop(isIt: (record: Claimed) => boolean): void {
    const executor = this.undecided().find(({ run }) => isIt(run.record))
    if (!executor) return
    const { run, child } = executor
    run.decided = true
    run.over = true
    run.account.close({ ended: true })
    child.send({ type: 'abort' })
    const stopped = Bun.sleep(run.graceMs).then(() => this.replace(executor))
    void this.endings.track(stopped.then(() => this.endings.clear(child, run.record)))
  }

  /** A job of which something cannot be stored must not end as if it were whole. */
  private refused({ id, attempt }: Batch): void {
    const executor = this.busy().find(
      ({ run: { record } }) => record.id === id && record.attempt === attempt,
    )
    if (!executor) return
    executor.run.unstored = true
    if (!executor.run.decided) void this.fail(executor, UNSTORED)
  }

  /** A process ended by itself: its job goes back, a fresh one takes its place. */
  private async lost(executor: Executor, how: string): Promise<void> {
    if (!this.executors.delete(executor)) return
    const { run, ready } = executor
    this.log.error('executor ended', { pid: executor.child.pid, how, job: run?.record.id })
    const isShort = () => !this.stopped && this.executors.size < this.options.executors
    setTimeout(() => isShort() && this.spawn(), ready ? 0 : RESPAWN_MS)
    if (run && !run.decided) {
      run.decided = true
      await this.endings.giveBack(run, how)
      await this.wake()
    }
  }
}

const jobs = (count: number) => (count === 1 ? '1 job' : `${count} jobs`)
