import type { Logger } from '../log'
import type { Files } from '../store/files'

/** As many attempts of a job may find the disk full: it may be the one that fills it. */
const MAX_FOUND_FULL = 3

/** What the pool knows of the disk: whether jobs wait for room, and which of them found none. */
export class DiskRoom {
  private short = false
  /** Of jobs that have not ended. */
  private readonly foundFull = new Map<string, number>()

  constructor(
    private readonly files: Pick<Files, 'freeMegabytes'>,
    private readonly log: Logger,
    /** After a full disk jobs begin again when so much is free. */
    private readonly neededMegabytes: number,
  ) {}

  /** True while no job may begin, since one found the disk full and there is no room yet. */
  isShort(): boolean {
    if (this.short) this.short = this.files.freeMegabytes() < this.neededMegabytes
    return this.short
  }

  /** Takes note that a job found the disk full; true when it may go back to the queue and wait. */
  ranOut(id: string): boolean {
    this.short = true
    const times = (this.foundFull.get(id) ?? 0) + 1
    this.foundFull.set(id, times)
    this.log.error('the disk is full', { job: id, times, neededMegabytes: this.neededMegabytes })
    return times < MAX_FOUND_FULL
  }

  ended(id: string): void {
    this.foundFull.delete(id)
  }
}
