/** What several plugins share: whole pieces of work on a figure, each written against the engines alone. */
import type { Diagram } from './diagram'
import type { Edit } from './edit'
import type { FigureGround } from './look'
import type { ExportFormat } from './outputs'
import type { PictureStyle } from './picture-style'
import type { Scene } from './scene'

export interface Workflows {
  /** Method text to figure: plans, draws and exports. */
  drawText(text: string, wish: TextWish): Promise<Outcome>
  /** Data and an intent to a chart, with all its files. */
  drawChart(data: unknown, intent: string, wish: ChartWish): Promise<Outcome>
  /** A picture of a figure to an editable one, with all its files. */
  vectorise(picture: Uint8Array, wish: SvgWish): Promise<Outcome>
  /** A drawing in SVG, made exact, with all its files. */
  finishDrawing(svg: string, wish: FinishWish): Promise<Outcome>
  /** A figure that was edited, drawn anew with all its files. */
  editFigure(figure: FigureFiles, wish: EditWish): Promise<Outcome>
}

/** What a drawn figure has left, by its files. */
export interface FigureFiles {
  /** Absent: it was drawn freely. */
  scene?: Scene
  /** Absent: it was read from a picture, or drawn freely. */
  diagram?: Diagram
  report?: Readonly<Record<string, unknown>>
  /** figure.png */
  png?: Uint8Array
  /** final.svg */
  svg?: string
}

/** How a drawing of one's own is finished; null: without a text, in its own colours. */
export interface FinishWish {
  text: string | null
  style: string | null
  size: string
}

/** How an edited figure is asked for; null: as it was drawn. */
export interface EditWish extends Edit {
  style: string | null
  aspect_ratio: string | null
  size: string | null
}

/** How a figure was asked for, as report.json tells it under `drawing`. */
export interface Drawing {
  by: 'model' | 'layout' | 'person'
  /** Faults that geometry has mended. */
  mended: number
  /** Looks of a model. */
  rounds: number
  style: string
  ground?: FigureGround
  /** `auto` or `W:H`. */
  ratio: string
  /** Rounds at the most. */
  iterations: number
  reference?: PictureStyle
  /** By hand, or by words, after it was drawn. */
  edited?: boolean
}

/** What a workflow has made, for people. */
export interface Outcome {
  /** What the figure shows and which wishes it does not meet. */
  description: string
  /** Why its reading is doubtful: shown beside the figure. */
  warnings: readonly string[]
}

/** Steps that the plugin tells of before and after those of the workflow. */
interface Around {
  stepsBefore?: number
  stepsAfter?: number
}

/** How a figure of a text is asked for: fields of the task service by their names, and what a plugin adds. */
export interface TextWish extends Around {
  /** Title or communicative intent; null: named after what it shows. */
  caption: string | null
  /** The standard style where absent. */
  style_preset?: string
  ground?: FigureGround
  aspect_ratio: string
  /** Size class of figure.png. */
  image_resolution: string
  /** Rounds of drawing, from 1. */
  iterations: number
  output_formats: readonly ExportFormat[]
  /** What the same paper says of its figures, for a model that plans. */
  context?: readonly string[]
  /** Why the text may not be what its author wrote, a sentence each. */
  warnings?: readonly string[]
  /** A look to take over from a picture. */
  reference?: PictureStyle
  /** The same picture itself, for a model that paints. */
  referencePicture?: Uint8Array
  /** Cuts out the icons, and writes all that a job of the first service holds. */
  icons?: SvgWish
}

/** How a chart is asked for: fields of the task service by their names. */
export interface ChartWish extends Around {
  aspect_ratio: string
  iterations: number
  output_formats: readonly ExportFormat[]
}

/** Of a job that asks for nothing else. */
export const STANDARD_SVG: SvgWish = {
  sam_prompt: 'icon,person,robot,animal',
  sam_max_masks: 32,
  placeholder_mode: 'label',
  merge_threshold: 0.01,
  optimize_iterations: 0,
}

/** What every SVG job may be asked: body fields by their names. They choose, cap and show icons, and repair the figure. */
export interface SvgWish {
  sam_prompt: string
  sam_max_masks: number
  placeholder_mode: 'label' | 'box' | 'none'
  merge_threshold: number
  optimize_iterations: number
}
