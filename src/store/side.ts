import type { Dialect } from './dialects'
import type { Db } from './schema'
import type { Steps } from './steps'

/** A database that the store works on. */
export interface Side {
  db: Db
  dialect: Dialect
  /** What servers that share it have between them; undefined: it is this server's alone. */
  shared: Shared | undefined
  /** Takes steps, built on the connection they run on; `atomic`: in one transaction. */
  take<Result>(steps: (db: Db) => Steps<Result>, atomic: boolean): Promise<Result>
  /** How large it is. */
  bytes(): Promise<number>
  close(): Promise<void>
}

interface Shared {
  /** Tells the others of a record's new rows, soon. */
  tell(recordId: string): void
  /** Says to the others that something waits. */
  tellWork(): void
  /** Says to the queue that attempts go on. */
  beat(leases: readonly string[]): Promise<void>
}
