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
  /** Of each record the batches whose files are not kept yet, one after the other. */
  private readonly keeping = new Map<string, Promise<void>>()

  constructor(
    private readonly store: Store,
    private readonly log: Logger,
    /** Hears of a batch that the store will never take. */
    private readonly refused: (batch: Batch) => void,
  ) {}

  /** @param isOver whether what is reported has no use any more */
  add(batch: Omit<Batch, 'number'>, isOver: () => boolean): void {
    this.added += 1
    const { id } = batch
    const kept = this.keep({ ...batch, number: this.added }, isOver, this.keeping.get(id))
    this.keeping.set(id, kept)
    void kept.then(() => this.keeping.get(id) === kept && this.keeping.delete(id))
  }

  /** Resolves when everything added so far whose files are kept is stored; of the record `id` all the rest as well. */
  async flush(id?: string): Promise<void> {
    if (id !== undefined) await this.keeping.get(id)
    while (this.committing) await this.committing
  }

  private async keep(batch: Batch, isOver: () => boolean, earlier?: Promise<void>): Promise<void> {
    await earlier
    try {
      const checked = await this.checked(batch, isOver)
      this.waiting.push(checked)
      this.committing ??= this.commit()
    } catch (error) {
      this.log.error('files could not be kept', { job: batch.id, error: String(error) })
      this.refused(batch)
    }
  }

  private async commit(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batches = this.waiting
        this.waiting = []
        if (await this.append(batches)) continue
        // One that cannot be stored must not take those of other jobs along.
        for (const batch of batches) if (!(await this.append([batch]))) this.refused(batch)
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
  private async checked(batch: Batch, isOver: () => boolean): Promise<Batch> {
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
