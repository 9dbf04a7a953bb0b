import type { Config } from '../config'
import type { Examine } from '../forms/probe'
import type { Registry } from '../host/registry'
import type { Logger } from '../log'
import type { AddressRule } from '../plugin'
import type { Store } from '../store/store'
import type { WrongCredentials } from './wrong-credentials'

/** What the routes stand on; made once by the composition root. */
export interface Context {
  config: Config
  store: Store
  registry: Registry
  log: Logger
  wrongCredentials: WrongCredentials
  pool: {
    /** Says that there is new work. */
    wake: () => Promise<void>
    /** Ends a job that has not ended. */
    cancel: (id: string) => Promise<void>
  }
  /** Says that a webhook is due. */
  deliverWebhooks: () => Promise<void>
  /** Examines a client's file in a process of its own; undefined: it crashed, hung or ate memory. */
  probe: Examine
  /** Why an address that a client names is refused; undefined: taken. */
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
  /** True once a shutdown began. */
  draining: () => boolean
}
