import type { Config } from '../config'
import type { ExecutorState } from '../forms/answers'
import type { OwnPictures } from '../forms/picture'
import type { Registry } from '../host/registry'
import type { Examine } from '../intake/question'
import type { Logger } from '../log'
import type { AddressRule } from '../plugin'
import type { Catalogue } from '../providers/catalogue'
import type { Ledger } from '../providers/ledger'
import type { Store } from '../store/store'
import type { OpenBodies } from './open-bodies'
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
    /** Who works, and on what. */
    executorStates: () => ExecutorState[]
  }
  /** Says that a webhook is due. */
  deliverWebhooks: () => Promise<void>
  /** What the operator configured of models. */
  catalogue: Catalogue
  /** The operator's own. */
  pictures: OwnPictures
  /** What calls of models cost, and whether more may be made. */
  ledger: Pick<Ledger, 'dayIsSpent' | 'metrics' | 'report'>
  /** Judges a body or a file in a process of its own. */
  examine: Examine
  /** Bodies that are being received or examined. */
  openBodies: OpenBodies
  /** True while this process holds more memory than it should: no body that is not small is begun. */
  isShortOfMemory: () => boolean
  /** Why an address that a client names is refused; undefined: taken. */
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
  /** True once a shutdown began. */
  draining: () => boolean
}
