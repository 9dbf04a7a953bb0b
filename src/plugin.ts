/**
 * The whole plugin contract, types only: the file to read first. What figures, engines and readers look like stands in
 * `forms/`; a plugin imports all of it from here.
 *
 * A plugin is a folder whose `index.ts` default-exports a function from the lent {@link Kit} to a {@link Plugin}.
 * The host validates, authenticates, charges, stores, queues and answers; a plugin never sees a request.
 *
 * @example
 * import type { Kit, Plugin } from '../../src/plugin'
 * export default ({ t }: Kit): Plugin<{ name: string }> => ({
 *   id: 'hello',
 *   summary: 'Draws a greeting',
 *   service: 'job',
 *   path: '/api/hello',
 *   body: t.Object({ name: t.String({ minLength: 1, notBlank: true }) }, { additionalProperties: false }),
 *   run: () => import('./run'),
 * })
 */
import type { TSchema } from '@sinclair/typebox'
import type { Call, Engines } from './forms/engines'
import type { FigureTools } from './forms/figure-tools'
import type { Kit } from './forms/kit'
import type { Look, Refusal } from './forms/look-before'
import type { OUTPUTS, Output } from './forms/outputs'
import type { Reader } from './forms/reading'
import type { Workflows } from './forms/workflows'

export type { Diagram } from './forms/diagram'
export type * from './forms/edit'
export type * from './forms/engines'
export type * from './forms/figure-tools'
export type * from './forms/kit'
export type * from './forms/look-before'
export type * from './forms/pdf'
export type * from './forms/picture-style'
export type * from './forms/reading'
export type * from './forms/scene'
export type { ReadSpec } from './forms/vega-lite'
export type * from './forms/workflows'

/** The default export of a plugin's `index.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: a list of plugins holds plugins of any input
export type Declare = (kit: Kit) => Plugin<any>

export interface Plugin<Input = unknown> {
  /** Unique, `[a-z][a-z0-9-]*`: also the `endpoint` in usage logs. */
  id: string
  /** One line for the API pages. */
  summary: string
  /** `job`: answers `{job_id}`, FastAPI-shaped errors. `task`: answers 202 `{task_id, status}`, one-sentence errors. */
  service: 'job' | 'task'
  /** The route of its POST, unique, below `/api/`. */
  path: string
  /** Strict JSON body: an object schema with `additionalProperties: false`. */
  body: TSchema
  /** Largest body in bytes; default the deployment's JSON limit. */
  bodyLimit?: number
  /** It draws several figures to choose from where a model plans and the request prefers so. */
  candidates?: true
  /** The field of the body that names the record whose figure is edited: `parent` of the new one. */
  parent?: string
  /** The value of a task's `diagram_type`. */
  diagramType?: string
  /** Runs before the charge, at most 10 s; refuses what the schema cannot see. */
  accept?: (input: Input, look: Look) => Refusal | undefined | Promise<Refusal | undefined>
  /** More GET routes of its own, authenticated by the host. */
  routes?: readonly PluginRoute[]
  /** An example body for the API pages. */
  example?: Record<string, unknown>
  /** The work, loaded in the worker only. */
  run: () => Promise<{ run: Run<Input> }>
}

export interface PluginRoute {
  /** Unique among the plugin's routes; documented as its operation. */
  name: string
  /** Below the plugin's own `path`, e.g. `/themes`. */
  path: string
  summary: string
  /** Strict, as the body is; numbers and booleans are read from their text. Absent: `get` is given `{}`. */
  query?: TSchema
  /** Of what `get` gives, for the API pages. */
  response?: TSchema
  /** Gives what is answered as JSON. Runs in the server's own process, so it must be quick. */
  get: (query: unknown) => unknown
}

export type Run<Input = unknown> = (input: Input, ctx: RunContext) => Promise<RunResult | undefined>

export interface RunResult {
  /** What the figure shows, in words; a task's `description`. At most 20,000 characters are kept. */
  description?: string
  /** Why the figure may be read wrongly, a sentence each: shown beside it. */
  warnings?: readonly string[]
}

/** What a running plugin holds. */
export interface RunContext {
  /** 32 hexadecimal characters. */
  jobId: string
  /** The program's version. */
  version: string
  /** Aborted on cancel or drain; the host kills a worker that does not stop. */
  signal: AbortSignal
  /** One line of run.log and of the event stream; at most 4 kB, control characters and secrets stay out. */
  log(line: string, stream?: 'stdout' | 'stderr'): void
  /** Step `step` of `steps` named `stage`; gives the stage as an engine wants it. */
  progress(stage: string, step: number, steps: number): Call
  /**
   * Writes a file of the job: text, bytes, or for a path that ends in `.json` any object. SVG is cleaned; the kind is
   * derived from the path when absent.
   */
  artifact(path: string, content: Uint8Array | string | object, kind?: string): Promise<void>
  /** Whether somebody wants a file of {@link outputs}: one that is dear to make need not be made for nobody. */
  wants(output: Output): boolean
  /** Reads a file that the host allowed for this job (an upload, a source), by the name the input uses. */
  read(name: string): Promise<Uint8Array>
  /** Fetches an image through the guarded fetch; a `reference` and its redirects stay on the allowed hosts. */
  fetchImage(url: string, rule: 'image' | 'reference'): Promise<Uint8Array>
  /** The names and kinds of the files that every reader knows. */
  outputs: typeof OUTPUTS
  /** Wishes of the request that have no effect, a sentence each; workflows name them in report.json. */
  ignored: readonly string[]
  /** Who decides, as the request chose. */
  engines: Engines
  /** Whole pieces of work that plugins share. */
  workflows: Workflows
  figure: FigureTools
  reader: Reader
}
