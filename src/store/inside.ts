import type { Backlog } from './backlog'
import type { Dialect } from './dialects'
import type { EventRow } from './hints'
import type { Db } from './schema'
import type { Secrets } from './secrets'
import type { Steps } from './steps'
import type { Turns } from './turns'

/** What the functions of the store work with. */
export interface Inside {
  /** Of one transaction, where there is one. */
  db: Db
  dialect: Dialect
  secrets: Secrets
  turns: Turns
  backlog: Backlog
  /** Whether work is taken from callers without a key. */
  anonymous: boolean
  now: () => number
  /** Announces a record's rows as soon as they are committed. */
  committed(recordId: string, rows: readonly EventRow[]): void
}

/** Takes the steps of a function of the store; one that is atomic in a transaction. */
export type Exec = <Rest extends unknown[], Result>(
  call: (inside: Inside, ...rest: Rest) => Steps<Result>,
  ...rest: Rest
) => Promise<Result>

type Bound<Functions> = {
  [Name in keyof Functions as Functions[Name] extends (
    inside: Inside,
    ...rest: never[]
  ) => Steps<unknown>
    ? Name
    : never]: Functions[Name] extends (inside: Inside, ...rest: infer Rest) => Steps<infer Result>
    ? (...rest: Rest) => Promise<Result>
    : never
}

/** The functions of a module that work with the store, for whom has it not: each gives a Promise. */
export function bound<Functions extends object>(run: Exec, functions: Functions): Bound<Functions> {
  const all = Object.entries(functions).map(([name, value]) => [
    name,
    (...rest: unknown[]) => run(value, ...rest),
  ])
  return Object.fromEntries(all)
}
