import type { Logger } from '../log'
import type { Batch } from '../store/append'
import type { Store } from '../store/store'
import { persist } from './persist'

/** Gathers what all executors report and commits it in one transaction, in order. */
export class Committer {
  private waiting: Batch[] = []
  /** Numbers only have to grow within an attempt. */
  private added = 0
  private committing: Promise<void> | undefined

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    /** Hears of a batch that the store will never take. */
    private readonly refused: (batch: Batch) => void,
  ) {}

  add(batch: Omit<Batch, 'number'>): void {
    this.added += 1
    this.waiting.push({ ...batch, number: this.added })
    this.committing ??= this.commit()
  }

  /** Resolves when everything added so far is stored. */
  async flush(): Promise<void> {
    while (this.committing) await this.committing
  }

  private async commit(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batches = this.waiting
        this.waiting = []
        const checked = await Promise.all(batches.map((batch) => this.checked(batch)))
        if (await this.append(checked)) continue
        // One that cannot be stored must not take those of other jobs along.
        for (const batch of checked) if (!(await this.append([batch]))) this.refused(batch)
      }
    } finally {
      this.committing = undefined
    }
  }

  /** False when the store will never take them. */
  private async append(batches: readonly Batch[]): Promise<boolean> {
    try {
      await persist(this.log, () => this.store.append(batches))
      return true
    } catch (error) {
      this.log.error('reports could not be stored', { error: String(error) })
      return false
    }
  }

  /** Leaves out artifacts whose files are not there whole: what is announced can be fetched. */
  private async checked(batch: Batch): Promise<Batch> {
    const { id, attempt } = batch
    const whole = await Promise.all(
      batch.reports.map(
        (report) =>
          report.type !== 'artifact' ||
          this.store.files.isWhole(id, attempt, report.path, report.size),
      ),
    )
    return { ...batch, reports: batch.reports.filter((_, index) => whole[index]) }
  }
}
