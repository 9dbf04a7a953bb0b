/**
 * What the server and the process that calls providers say to each other: plain values, fit for any serialisation. Keys
 * travel in {@link JobProviders} alone, with the job, and never in an environment.
 */
import type { Stage } from '../forms/engines'
import type { Model, Provider } from './catalogue/build'
import type { PictureRules, PictureWithDefaults } from './catalogue/picture-rules'
import type { Role } from './catalogue/provider-file'

export type { Stage }

/** What is asked of a picture; absent: left to the model. */
interface PictureWish {
  ratio?: string
  resolution?: string
  /** There is a picture to start from. */
  reference?: boolean
}

/** Who shall do a stage, as resolved at submission; kept with the record, so that a retry decides the same. */
export interface StageChoice {
  role: Role
  /** An id, or `local`. */
  provider: string
  /** Null with `local`. */
  model: string | null
  picture?: PictureWish
}

export type JobChoices = Partial<Record<Stage, StageChoice>>

/** A provider with what it takes to call it. */
export type Connection = Omit<Provider, 'models' | 'concurrency' | 'fallback' | 'anyModel'>

/** A model as it is called; for pictures, what is asked of them: `size` is the word for both on wires that take pixels. */
export type CalledModel = Omit<Model, 'draws' | keyof PictureRules> & {
  picture?: PictureWithDefaults & { size: string }
}

/** One place of a stage's chain, in order: the rules, a drop-in, a model, or one that cannot do it and why. */
export type Link =
  | { provider: 'local' }
  | { provider: string; dropIn: true }
  | { provider: string; model: CalledModel }
  | { provider: string; passedOver: string }

/** All that a job needs to call its models. */
export interface JobProviders {
  connections: Connection[]
  chains: Partial<Record<Stage, Link[]>>
  /** Whether rows of a client's data may leave; absent: no. */
  sendRows?: boolean
}

/** Why a request is not made. */
export type Denial =
  | { reason: 'paused' }
  | { reason: 'usd'; limit: number }
  | { reason: 'calls'; limit: number }

/** How a request, or a call after all its attempts, ended. Also the label `outcome` of the metrics. */
export type Outcome =
  | 'ok'
  | 'connection'
  | 'timeout'
  | 'cut'
  | 'rate_limited'
  | 'server_error'
  | 'credential'
  | 'payment'
  | 'request'
  | 'not_found'
  | 'declined'
  | 'unreadable'
  | 'too_large'
  | 'redirect'
  | 'task_failed'
  | 'paused'
  | 'budget'
  | 'cancelled'

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** How many pictures were made, by size (`1K`). */
  pictures: Readonly<Record<string, number>>
}

/** Asked before each request. */
export interface PermitRequest {
  stage: Stage
  provider: string
  model: string
  inputCharacters: number
  /** Null: no limit is sent. */
  maxOutputTokens: number | null
  /** The size of the picture that is asked for; null: text. */
  picture: string | null
}

/** Told after each request. */
export interface Settlement {
  outcome: Outcome
  /** What was used; null: nothing, or nobody knows. */
  usage: Usage | null
  /** The call is over with this: no attempt follows. */
  last: boolean
}

export type ToLedger =
  | { type: 'permit'; id: number; request: PermitRequest }
  /** The asker no longer waits. */
  | { type: 'withdraw'; id: number }
  | { type: 'settle'; id: number; settlement: Settlement }

export type FromLedger =
  | { type: 'granted'; id: number }
  | { type: 'denied'; id: number; denial: Denial }
