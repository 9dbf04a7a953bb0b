import { count, eq } from 'drizzle-orm'
import { prepared } from './prepared'
import { type Db, records } from './schema'
import { one, type Steps } from './steps'
import { countWaitingOf } from './turns'

/** No more may wait, or the caller has as many waiting as one caller may. */
export type Overfull = { kind: 'full' } | { kind: 'share'; records: number }

const statements = prepared((db) => ({
  waiting: () =>
    db.select({ records: count() }).from(records).where(eq(records.status, 'pending')).prepare(),
}))

/** Each of several servers may take in so small a part of the room without counting. */
const UNCOUNTED = 32

/**
 * How many more records may wait, in all and of each caller. One caller may hold half of the room, a caller who is the
 * only one the whole. What waits is counted only when as many were taken as there was room for: a count walks them all.
 */
export class Backlog {
  private left = 0
  private readonly leftOf = new Map<number | null, number>()
  private readonly share: number

  /** @param alone no other server takes records in: then what was counted once need not be counted again soon */
  constructor(
    private readonly maxPending: number,
    private readonly alone: boolean,
  ) {
    this.share = Math.ceil(maxPending / 2)
  }

  /** How many are taken before the next count: the others take meanwhile too. */
  private some(left: number): number {
    return this.alone ? left : Math.min(left, Math.ceil(this.maxPending / UNCOUNTED))
  }

  /** Takes one place, of the whole where there are no `others`; gives the refusal when there is none. */
  *take(db: Db, keyId: number | null, others: Steps<boolean>): Steps<Overfull | undefined> {
    const { waiting } = statements(db)
    if (this.left <= 0)
      this.left = this.some(this.maxPending - ((yield* one(waiting))?.records ?? 0))
    if (this.left <= 0) return { kind: 'full' }
    if ((yield* others) && !(yield* this.takeOfShare(db, keyId)))
      return { kind: 'share', records: this.share }
    this.left -= 1
    return undefined
  }

  private *takeOfShare(db: Db, keyId: number | null): Steps<boolean> {
    const known = this.leftOf.get(keyId) ?? 0
    const left = known > 0 ? known : this.some(this.share - (yield* countWaitingOf({ db }, keyId)))
    this.leftOf.set(keyId, left - 1)
    return left > 0
  }
}
