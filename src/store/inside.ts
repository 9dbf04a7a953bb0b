import type { Room } from './accept'
import type { Db } from './db'
import type { Hints } from './hints'
import type { Secrets } from './secrets'
import type { Turns } from './turns'

/** What the functions of the store work with. */
export interface Inside {
  db: Db
  hints: Hints
  secrets: Secrets
  turns: Turns
  room: Room
  /** Whether work is taken from callers without a key. */
  anonymous: boolean
  now: () => number
}

type Bound<Functions> = {
  [Name in keyof Functions as Functions[Name] extends (inside: Inside, ...rest: never[]) => unknown
    ? Name
    : never]: Functions[Name] extends (inside: Inside, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/** The functions of a module that work with the store, for whom has it not: each gives a Promise. */
export function bound<Functions extends object>(
  inside: Inside,
  functions: Functions,
): Bound<Functions> {
  const all = Object.entries(functions).map(([name, value]) => [
    name,
    async (...rest: unknown[]) => value(inside, ...rest),
  ])
  return Object.fromEntries(all)
}
