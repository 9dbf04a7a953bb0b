import type { Config } from '../config'
import type { Registry } from '../host/registry'
import type { Pool } from '../jobs/pool'
import type { Logger } from '../log'
import type { Store } from '../store/store'

/** What the routes stand on; made once by the composition root. */
export interface Context {
  config: Config
  store: Store
  pool: Pick<Pool, 'wake' | 'cancel'>
  registry: Registry
  log: Logger
  /** True once a shutdown began. */
  draining: () => boolean
}
