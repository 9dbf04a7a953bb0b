import type { Config } from '../config'
import type { Registry } from '../host/registry'
import type { Pool } from '../jobs/pool'
import type { Prober } from '../jobs/prober'
import type { Logger } from '../log'
import type { AddressRule } from '../net/rules'
import type { Store } from '../store/store'

/** What the routes stand on; made once by the composition root. */
export interface Context {
  config: Config
  store: Store
  pool: Pick<Pool, 'wake' | 'cancel'>
  /** Examines a client's file in a process of its own. */
  probe: Prober['probe']
  registry: Registry
  log: Logger
  /** Why an address that a client names is refused; undefined: taken. */
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
  /** True once a shutdown began. */
  draining: () => boolean
}
