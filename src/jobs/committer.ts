import type { Logger } from '../log'
import type { Batch, Report } from '../store/append'
import type { Store } from '../store/store'
import { persist } from './persist'

/** Keeps and stores what executors report; of one record what comes meanwhile is stored together. */
export class Committer {
  /** Numbers only have to grow within an attempt. */
  private begun = 0
  /** By attempt: one that went back may still be stored when the next one of its record reports. */
  private readonly open = new Map<string, { waiting: Report[]; stored: Promise<void> }>()

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    /** Hears of a batch that the store will never take. */
    private readonly refused: (batch: Batch) => void,
  ) {}

  /** @param isOver whether what is reported has no use any more */
  add({ id, attempt }: Attempt, reports: readonly Report[], isOver: () => boolean): void {
    const open = this.open.get(nameOf({ id, attempt }))
    if (open) return void open.waiting.push(...reports)
    const waiting = [...reports]
    const stored = this.storeAll({ id, attempt }, waiting, isOver)
    this.open.set(nameOf({ id, attempt }), { waiting, stored })
  }

  /** Resolves when everything added so far of an attempt is stored, or has no use any more. */
  async flush(attempt: Attempt): Promise<void> {
    await this.open.get(nameOf(attempt))?.stored
  }

  private async storeAll(attempt: Attempt, waiting: Report[], isOver: () => boolean) {
    // What is said in one moment comes in one moment.
    await Bun.sleep(0)
    while (waiting.length > 0) {
      this.begun += 1
      const batch = { ...attempt, number: this.begun, reports: waiting.splice(0) }
      try {
        const kept = await this.kept(batch, isOver)
        await persist(this.log, () => this.store.append([kept]), isOver)
      } catch (error) {
        this.log.error('reports could not be stored', { job: batch.id, error: String(error) })
        this.refused(batch)
      }
    }
    this.open.delete(nameOf(attempt))
  }

  /** Leaves out artifacts whose files are not there whole: what is announced can be fetched. */
  private async kept(batch: Batch, isOver: () => boolean): Promise<Batch> {
    const { id: recordId, attempt } = batch
    const { files } = this.store
    const whole = await Promise.all(
      batch.reports.map(
        (report) =>
          report.type !== 'artifact' ||
          persist(this.log, () => files.keepArtifact({ ...report, recordId, attempt }), isOver),
      ),
    )
    return { ...batch, reports: batch.reports.filter((_, index) => whole[index]) }
  }
}

type Attempt = Pick<Batch, 'id' | 'attempt'>

const nameOf = ({ id, attempt }: Attempt) => `${id} ${attempt}`
