import type { Logger } from '../log'
import type { Batch } from '../store/append'
import type { Store } from '../store/store'
import { persist } from './persist'

/** Gathers what all executors report and commits it in one transaction, in order. */
export class Committer {
  private waiting: Batch[] = []
  private committing: Promise<void> | undefined

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
  ) {}

  add(batch: Batch): void {
    this.waiting.push(batch)
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
        await persist(this.log, () => this.store.append(checked))
      }
    } finally {
      this.committing = undefined
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
