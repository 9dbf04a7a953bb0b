/** Who decides what a figure says: rules (`local`) or a model. The port that every workflow is written against. */
import type { ChartSpec, Table } from './chart'
import type { Diagram } from './diagram'
import type { Candidates, DrawBrief, Drawn, Look, LookedFigure } from './drawing'
import type { Segment, SegmentOptions } from './figure-tools'
import type { ShownPicture } from './reading'
import type { Scene } from './scene'

/** What a job's fields choose an engine for. */
export const STAGES = [
  'plan',
  'draw',
  'look',
  'critic',
  'paint',
  'segment',
  'redraw',
  'style',
  'chart',
] as const

export type Stage = (typeof STAGES)[number]

/** One stage of a running job, as an engine sees it. */
export interface Call {
  /** Aborted on cancel, drain and at the deadline. */
  readonly signal: AbortSignal
  /** When the job ends in any case, in milliseconds since 1970. */
  readonly deadline: number
  /** One line of run.log and of the event stream. */
  log(line: string, stream?: 'stdout' | 'stderr'): void
  /** Says that the stage goes on; `provider` while a remote call is under way. */
  beat(provider?: string): void
}

/** Who decided, as report.json tells it. */
export interface Decisions {
  /** Each stage that ran, and what it took. */
  engine: Partial<Record<Stage, { provider: string } & Record<string, unknown>>>
  /** Who stood in for whom; absent where the job has no model. */
  fallbacks?: readonly { stage: Stage; from: string; to: string; reason: string }[]
}

/** Each member decides one stage; an optional one is absent where nobody can. */
export interface Engines {
  /**
   * Reads a method text into a diagram. Throws with a sentence for the client where the text cannot be drawn
   * honestly: a mermaid or DOT block that cannot be read, or nothing but how a picture should look.
   */
  plan(text: string, wish: PlanWish, call: Call): Promise<Diagram>
  /**
   * Draws a figure of a text, or null where it is to be laid out: the text is structured, and its author has said what
   * the figure holds. `grown` is told of the whole groups so far, as SVG. Absent where nobody can.
   */
  draw?(brief: DrawBrief, call: Call, grown?: (svg: string) => void): Promise<Drawn | null>
  /**
   * Looks at a figure and changes groups of it; absent where nobody can. A provider that fails ends the rounds by `ended`,
   * its sentence.
   */
  look?(figure: LookedFigure, call: Call): Promise<Look>
  /** Says by one look at all which drawing is best, from 0, and why; undefined where nobody sees them. */
  choose?(candidates: Candidates): Promise<{ best: number; why: string } | undefined>
  /** Paints a figure; null: it is to be drawn from its structure. Absent where nobody paints. */
  paint?(brief: PaintBrief, call: Call): Promise<Painting | null>
  /** Rewrites a prompt for an illustration; keeps what it says and adds no fact. */
  style(request: StyleRequest, call: Call): Promise<StyledPrompt>
  /** Chooses a chart for parsed JSON data and an intent in words or Vega-Lite. Throws with a sentence for the client. */
  chart(data: unknown, intent: string, call: Call): Promise<ChartChoice>
  /**
   * Looks at a drawn chart that a model chose and gives a better one, none for nothing; absent where nobody can. A
   * provider that fails ends the rounds by `ended`, its sentence.
   */
  reviseChart?(drawn: DrawnChart, call: Call): Promise<ChartRevision>
  /** Draws a picture anew on its own pixels, or null where nobody does; `grown` as of draw. Absent where nobody can. */
  redraw?(figure: RedrawnFigure, call: Call, grown?: (svg: string) => void): Promise<Drawn | null>
  /** Finds the parts of a figure that are asked for, in reading order. */
  segment(picture: SegmentedPicture, options: SegmentOptions, call: Call): Promise<Segmentation>
}

/** Words of an intent that a chart does not use, with their place in it in UTF-16 units. */
export interface UnusedPart {
  start: number
  end: number
  words: string
}

/** A chart that an engine chose. */
export interface ChartChoice {
  /** Checked by `checkSpec`. */
  chart: ChartSpec
  table: Table
  /** Wishes that it does not meet, a sentence each. */
  unmet: string[]
  /** The same by their places in the intent, where rules read it. */
  unused?: UnusedPart[]
  /** Why it is so, for run.log and report.json. */
  reasons: { choice: string; reason: string }[]
  /** A model chose it, and can be asked again when it has been drawn. */
  byModel?: boolean
}

/** A chart as a critic sees it. */
export interface DrawnChart {
  intent: string
  chart: ChartSpec
  table: Table
  unmet: readonly string[]
  /** Quality figures of the drawing, by name. */
  figures: Readonly<Record<string, number>>
  /** The drawing as PNG, small enough for a model. */
  picture(): Promise<Uint8Array>
  /** What became of earlier rounds, a sentence each. */
  earlier: readonly string[]
}

export interface ChartRevision {
  /** Absent: nothing is to be changed. */
  chart?: ChartSpec
  unmet: string[]
  ended?: string
}

/** What a plan is to serve. */
export interface PlanWish {
  /** Title or communicative intent; null: none given. */
  caption: string | null
  /** What the same paper says of its figures: nothing of it is drawn that the text does not say. */
  context?: readonly string[]
  /** From 2 on: another plan of the same text, unlike the others. */
  variant?: number
  /** Of the canvas, `auto` or `W:H`. */
  ratio?: string
}

/** What a painter is told. */
export interface PaintBrief {
  diagram: Diagram
  /** A style's name. */
  style: string
  /** On a light ground, whatever the style's own is. */
  light: boolean
  /** Title or communicative intent; null: none given. */
  caption: string | null
  /** Written at the top; null: nothing. */
  title: string | null
  /** The method text, whose author's wishes for the look are followed; absent: it is a paper's, and asks for nothing. */
  text?: string
  /** A picture whose look is to be taken over, PNG. */
  reference?: Uint8Array
  /** A plain layout of the diagram, PNG. */
  guide(): Promise<Uint8Array>
}

export interface Painting {
  /** Of any format that can be read. */
  picture: Uint8Array
  by: { provider: string; model: string }
  /** The aspect ratio that was asked for, `auto` or `W:H`; undefined: none was. */
  ratio: string | undefined
  /** What its painter was not told, a sentence each. */
  warnings: string[]
}

export interface StyleRequest {
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

export interface StyledPrompt {
  prompt: string
  /** What was done, for run.log. */
  log: string[]
  /** Why the prompt may not be what was wished, a sentence each. */
  warnings: string[]
}

/** A picture that is to be drawn anew. */
export interface RedrawnFigure {
  /** What rules read of it, in pixels of the picture as it is shown. */
  read: Scene
  /** Words that should stand there; absent: nobody knows. */
  planned?: readonly string[]
  /** As PNG, as large as the scene. */
  picture: Uint8Array
}

/** A figure whose segments are wanted. */
export interface SegmentedPicture {
  scene: Scene
  /** Its pixels, reduced for a model. */
  shown(): Promise<ShownPicture>
  /** Drawn by us, with icons that carry their names; or read from a picture, whose parts are kinds. */
  origin: 'drawn' | 'read'
}

export interface Segmentation {
  segments: Segment[]
  /** Words of the wish that nothing answers to. */
  unknown: string[]
}

/** The default export of a drop-in's `engine.ts`: one more who decides, chosen by its id wherever a provider is. */
export interface EngineDeclaration {
  /** `[a-z0-9][a-z0-9._:/-]*`, at most 100 characters, and no provider's. */
  id: string
  /** One line for the operator. */
  summary: string
  /** What it decides; rules decide the rest, and that is named. */
  stages: readonly Stage[]
  /** The work, loaded in the worker only; it has the members that `stages` name. */
  load: () => Promise<{ engines: Partial<Engines> }>
}
