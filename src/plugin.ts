/**
 * The whole plugin contract, types only: the file to read first.
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
import type { JavaScriptTypeBuilder, TSchema } from '@sinclair/typebox'
import type { ChartIR, Table } from './forms/chart'
import type { Diagram } from './forms/diagram'
import type { FigureTools, Place, Segment, SegmentOptions } from './forms/figure-tools'
import type { PdfFacts, PdfRefusal, PdfText } from './forms/pdf'
import type { PictureStyle } from './forms/picture-style'
import type { Scene } from './forms/scene'

export type * from './forms/figure-tools'
export type { Diagram, PdfFacts, PdfRefusal, PdfText, PictureStyle, Scene }

/** What an address in a body is for: any public image, one from the allowed hosts, a receiver of webhooks. */
export type AddressRule = 'image' | 'reference' | 'webhook'

/** Values lent to a plugin. A drop-in imports types only: a value import would load a second copy of a package. */
export interface Kit {
  /**
   * TypeBox's builder. Besides the JSON Schema keywords the host checks, on strings: `enum` (a refusal lists what is
   * accepted), `notBlank: true` (white space alone is refused), `maxWords` (of a comma list) and `never` (a sentence
   * with which every value is refused), `address` (`image`, `reference` or `webhook`: a URL that the rules of
   * outgoing addresses let pass) and `upload: true` (a path that `/api/upload` returned to the same caller; the job
   * reads it by `ctx.read`), `file: 'pdf'` (base64 or a data URL: the host decodes it in a process of its own and keeps
   * it with the record, so that the input holds an {@link InputFile} in its place). `default` stands in for an absent or null value. These two act on the body's own
   * properties, the others inside lists and objects too.
   */
  t: JavaScriptTypeBuilder
  /** The deployment's limits that a body schema states. */
  limits: {
    textCharacters: number
    /** Of a request that carries a PDF. */
    pdfBytes: number
    /** That one request may choose. */
    pdfPages: number
  }
  /** Schemas that several routes share. */
  fields: Fields
  /** The value sets that both services share. */
  sets: {
    ratios: readonly string[]
    sizes: readonly string[]
    styles: readonly string[]
    providers: ProviderSets
  }
}

/** Ready-made schemas of body fields. */
export interface Fields {
  /** One of `values`; the first is the default unless another is named. */
  oneOf(values: readonly string[], standard?: string): TSchema
  /** Optional, and null means the default. */
  nullable(schema: TSchema): TSchema
  /** Refuses every value: the provider `local` has no image models. */
  imageModel: TSchema
  /** The fields that every SVG job takes, by name: a plugin spreads them. */
  svg: Readonly<Record<keyof SvgWish, TSchema>>
  /** The optional fields of the task service, by name: a plugin spreads those it takes. */
  task: Readonly<
    Record<
      | 'iterations'
      | 'style_preset'
      | 'aspect_ratio'
      | 'output_formats'
      | 'vlm_provider'
      | 'vlm_model'
      | 'image_model'
      | 'image_resolution'
      | 'webhook_url'
      | 'webhook_include_image',
      TSchema
    >
  >
}

/** The default export of a plugin's `index.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: a list of plugins holds plugins of any input
export type Declare = (kit: Kit) => Plugin<any>

/** The identifiers that a deployment accepts; the first of each list is the default. */
export interface ProviderSets {
  main: readonly string[]
  image: readonly string[]
  svg: readonly string[]
  vlm: readonly string[]
  segmentation: readonly string[]
}

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

export type Run<Input = unknown> = (input: Input, ctx: RunContext) => Promise<RunResult | undefined>

export interface RunResult {
  /** What the figure shows, in words; a task's `description`. */
  description?: string
}

export interface PluginRoute {
  /** Unique among the plugin's routes; documented as its operation. */
  name: string
  /** Below the plugin's own `path`, e.g. `/themes`. */
  path: string
  summary: string
  /** Strict, as the body is; numbers and booleans are read from their text. Absent: `get` is given `{}`. */
  query?: TSchema
  /** Gives what is answered as JSON. Runs in the server's own process, so it must be quick. */
  get: (query: unknown) => unknown
}

export interface Refusal {
  /** The field at fault; null for the body as a whole. */
  field: string | null
  status: 404 | 422
  sentence: string
}

/** A file that came inside a body. */
export interface InputFile {
  /** The name by which `ctx.read` gives it. */
  file: string
  bytes: number
  sha256: string
}

/** What `accept` may look at. */
export interface Look {
  /**
   * A record of the same owner, or undefined. What `accept` has looked at is lent: the work reads its files by
   * `ctx.read('<id>/<path>')`.
   */
  record(id: string): Promise<RecordView | undefined>
  /** Examines the PDF that came in `field`, in a process of its own. `pages` as the client chose them; null: all. */
  probe(field: string, question: { pages: string | null }): Promise<PdfFacts | PdfRefusal>
}

export interface RecordView {
  id: string
  service: 'job' | 'task'
  workflow: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  artifacts: readonly { path: string; kind: string; size: number }[]
  /** The size of its `figure.png` in pixels; undefined: it has none (any more). */
  image: { width: number; height: number } | undefined
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
  /** Step `step` of `steps` named `stage`. */
  progress(stage: string, step: number, steps: number): void
  /**
   * Writes a file of the job: text, bytes, or for a path that ends in `.json` any object. SVG is cleaned; the kind is
   * derived from the path when absent.
   */
  artifact(path: string, content: Uint8Array | string | object, kind?: string): Promise<void>
  /** Reads a file that the host allowed for this job (an upload, a source), by the name the input uses. */
  read(name: string): Promise<Uint8Array>
  /** Fetches an image through the guarded fetch; a `reference` and its redirects stay on the allowed hosts. */
  fetchImage(url: string, rule: 'image' | 'reference'): Promise<Uint8Array>
  engines: Engines
  figure: FigureTools
  documents: DocumentTools
  /** Ground, colours, line width and roundness of a picture. Refuses what is no image with a sentence. */
  pictureStyle(bytes: Uint8Array): Promise<PictureStyle>
  /**
   * Reads a picture into a scene of text, shapes, connectors, icons and pictures, in the picture's own pixels. Refuses
   * what is no image with a sentence; whatever is an image gives a scene, at worst of pixels alone.
   */
  readPicture(bytes: Uint8Array, options?: ReadPictureOptions): Promise<PictureReading>
  /**
   * Draws a text and writes the files of a methodology task: diagram.json, scene.json, figure.png, report.json, and
   * final.svg and final.pdf where asked for. `stepsBefore` counts the steps that the plugin has told of by then.
   */
  drawText(text: string, wish: FigureWish, stepsBefore?: number): Promise<RunResult>
  /** Selects the segments that are asked for and writes samed.png, boxlib.json and the icons. */
  segment(wish: SvgWish, picture: SegmentedPicture): Promise<Segment[]>
  /**
   * What was asked for by these fields and has no effect, since `local` uses no model: a sentence each, for `ignored` in
   * report.json; told in run.log.
   */
  withoutEffect(models: Readonly<Record<string, string | null>>): string[]
  /** Begins to load the PDF writer, which takes a second, in threads beside the work that comes before the PDF. */
  expectPdf(): void
}

/** How a methodology figure is asked for: body fields by their names. */
export interface FigureWish {
  caption: string
  iterations: number
  style_preset: string
  aspect_ratio: string
  output_formats: readonly ('png' | 'svg' | 'pdf')[]
  vlm_model: string | null
  image_resolution: string
}

/** What every SVG job may be asked: body fields by their names. They choose, cap and show icons, and repair the figure. */
export interface SvgWish {
  provider: string
  svg_provider: string
  svg_model: string | null
  sam_prompt: string
  sam_backend: string
  sam_max_masks: number
  placeholder_mode: 'label' | 'box' | 'none'
  merge_threshold: number
  optimize_iterations: number
}

/** A figure whose segments are wanted. */
export interface SegmentedPicture {
  scene: Scene
  /** figure.png, and its size in pixels. */
  figure: Uint8Array
  size: { width: number; height: number }
  select(options: SegmentOptions): Segment[]
  /** figure.png with segments outlined and named over it. */
  outlined(segments: readonly Segment[]): Promise<Uint8Array>
  /** Parts of figure.png as PNG. */
  crop(places: readonly Place[]): Promise<Uint8Array[]>
}

export interface ReadPictureOptions {
  /** Verify-and-repair rounds, each kept only where it brings the drawing nearer to the picture. */
  rounds?: number
  /** Called before each stage with its name; may throw to end the reading. */
  onStage?: (name: string) => void
}

export interface PictureReading {
  /** The picture as PNG, turned as its EXIF says. */
  figure: Uint8Array
  scene: Scene
  /** The scene after the repair rounds; absent without rounds. */
  repaired?: Scene
  /** What was found, for run.log. */
  log: string[]
  /** Fidelity, the share that can be edited, counts, what stayed pixels. */
  report: Record<string, unknown>
  /** A part of the picture as PNG. */
  crop(place: Place): Promise<Uint8Array>
  /** The picture with segments outlined and named over it, as PNG. */
  outlined(segments: readonly Segment[]): Promise<Uint8Array>
}

/** Reads what people write in. */
export interface DocumentTools {
  /** The words of a PDF's chosen pages for a figure. Throws with a sentence where they cannot be read. */
  pdf(bytes: Uint8Array, choice: { pages: string | null }): Promise<PdfText>
}

/** Who decides what a figure says: rules (`local`) or a model. */
export interface Engines {
  /**
   * Reads a method text into a diagram; odd prose is at worst one stage. Throws with a sentence for a text that is a
   * mermaid or DOT block and nothing else, and cannot be read, and for one that says only how a picture should look.
   */
  diagram(text: string): Promise<Diagram>
  /** Completes a prompt for an image model; keeps what it says and adds no fact. */
  stylist(request: StylistRequest): Promise<{ prompt: string; log: string[] }>
  /** Chooses a chart for parsed JSON data and an intent in words or Vega-Lite. Throws with a sentence for the client. */
  chart(data: unknown, intent: string): Promise<{ chart: ChartIR; table: Table }>
}

export interface StylistRequest {
  /** The prompt: kept whole. */
  description: string
  /** What the prompt must agree with. */
  sourceContext: string | null
  /** Caption or intent. */
  caption: string | null
  figureType: 'methodology' | 'statistical_plot'
  /** A client's own, one a line; null: the built-in ones of the type. */
  guidelines: string | null
}
