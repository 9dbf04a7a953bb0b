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
import type { PdfFacts, PdfRefusal, PdfText } from './forms/pdf'
import type { PictureStyle } from './forms/picture-style'
import type { Scene } from './forms/scene'

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
  /** A model's name: free, 1 to 200 characters. */
  model: TSchema
  /** Refuses every value: the provider `local` has no image models. */
  imageModel: TSchema
  /** What chooses, caps and shows the icons of a figure, and repairs it: the fields that every SVG job takes. */
  segmentation: Readonly<
    Record<
      | 'sam_prompt'
      | 'sam_backend'
      | 'sam_max_masks'
      | 'placeholder_mode'
      | 'merge_threshold'
      | 'optimize_iterations',
      TSchema
    >
  >
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
  /** Writes a file of the job. SVG is cleaned; the kind is derived from the path when absent. */
  artifact(path: string, content: Uint8Array | string, kind?: string): Promise<void>
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
   * mermaid or DOT block and nothing else, and cannot be read.
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

/** A rectangle in pixels. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Where the panels and labels of a composite stand, in pixels of its canvas. */
export interface CompositePlan {
  width: number
  height: number
  panels: readonly Place[]
  /** One for each panel; a blank text draws nothing. */
  labels: readonly { text: string; band: Place }[]
  /** Of a label that fits its band. */
  labelFontSize: number
  title: string
  description: string
}

export interface ComposeOptions {
  style: string
  /** `auto` or `W:H`. */
  ratio: string
  /** For readers who cannot see the figure; not drawn. */
  title: string
  /** Rounds, default 1: each further one changes what the worst figure hangs on and keeps the better scene. */
  iterations?: number
  /** A look to take over from a picture. */
  reference?: PictureStyle
}

export interface Composed {
  scene: Scene
  svg: string
  /** What was done, for run.log. */
  log: string[]
  /** Quality figures and what was inferred or left out, for report.json. */
  report: Record<string, unknown>
}

export interface SegmentOptions {
  /** Kinds to select: `icon` is every icon, another word those whose label has it. */
  words: readonly string[]
  /** At most so many; the largest stay. */
  maxMasks: number
  /** Boxes whose intersection is at least this share of the smaller one become one; 0 is off. */
  mergeThreshold: number
}

/** A selected icon of a scene, in canvas pixels. */
export interface Segment {
  /** `AF01`, `AF02`... in reading order: the id of its placeholder and its files. */
  id: string
  label: string
  /** The word that selected it. */
  prompt: string
  box: { x: number; y: number; width: number; height: number }
  /** Ids of the scene's elements that it covers. */
  elements: string[]
}

/** Pixel sizes follow the contract: 1K has the area of 1024 x 1024, 2K and 4K that of 2048 and 4096 squared. */
export interface FigureTools {
  /** Places and dresses a diagram. `ratio` is `auto` or `W:H`. Same input, same scene. */
  draw(diagram: Diagram, options: { style: string; ratio: string; title: string }): Promise<Scene>
  /** Draws, measures and writes a diagram: what every workflow that starts from text does. */
  compose(diagram: Diagram, options: ComposeOptions): Promise<Composed>
  /** Draws a chart of a table. Same input, same scene. Throws with a sentence where the data cannot be drawn so. */
  chart(
    chart: ChartIR,
    table: Table,
    options: { ratio: string; iterations: number },
  ): Promise<Composed>
  /** The scene's canvas scaled to a size class, in pixels. */
  pixels(scene: Scene, size: string): { width: number; height: number }
  /** The dressed scene as flat SVG 1.1. `without` leaves elements out by id and draws placeholders instead. */
  svg(
    scene: Scene,
    options?: { placeholders?: { mode: 'label' | 'box' | 'none'; ids: readonly string[] } },
  ): string
  /** The icons of a scene that a segmentation prompt asks for, in the scene's pixels. */
  segment(scene: Scene, options: SegmentOptions): Segment[]
  /**
   * The parts of a scene that was read from a picture which a segmentation prompt asks for: icons, pictures, arrows,
   * text, shapes, charts. Words that name no kind select the icons and are given back.
   */
  segmentKinds(scene: Scene, options: SegmentOptions): { segments: Segment[]; unknown: string[] }
  /** The figure with its segments outlined and named over it. */
  segmentationSvg(svg: string, segments: readonly Segment[]): string
  /** One segment alone on a transparent ground, as an SVG of its box's size. */
  segmentSvg(scene: Scene, segment: Segment): string
  /** Places cut out of one PNG, in its pixels. */
  crop(png: Uint8Array, places: readonly Place[]): Promise<Uint8Array[]>
  /** Paints panels on white and labels them, as PNG; sources are asked for one after the other. */
  compositePng(
    plan: CompositePlan,
    read: (panel: number) => Promise<Uint8Array>,
  ): Promise<Uint8Array>
  /** The same geometry with whole SVGs nested as panels, their ids prefixed. */
  compositeSvg(plan: CompositePlan, sources: readonly string[]): string
  /** Rasterises an SVG to exactly `size`, to a width that keeps its proportions, or to its own size; at most 100 megapixels. */
  png(svg: string, size?: number | { width: number; height: number }): Promise<Uint8Array>
  /** One PDF page of the SVG's size (1 px = 0.75 pt), its text selectable. */
  pdf(svg: string): Promise<Uint8Array>
  /** Quality figures of a scene, by name: overlaps, crossings, smallest text in points at 178 mm, contrast... */
  measure(scene: Scene): Record<string, number>
}
