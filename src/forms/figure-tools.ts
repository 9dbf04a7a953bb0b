/** What lays out, draws, measures and exports figures: the part of the plugin contract that speaks of pictures alone. */
import type { ChartSpec, Table } from './chart'
import type { Diagram } from './diagram'
import type { FigureGround } from './look'
import type { PictureStyle } from './picture-style'
import type { Remark } from './remarks'
import type { Point, Scene } from './scene'

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
  /** The style's own where absent. */
  ground?: FigureGround
  /** Millimetres across on paper, as of a panel; absent: those of its ratio. Type is as large as it has to be there. */
  paper?: number
}

export interface Composed {
  scene: Scene
  svg: string
  /** What was done, and why the figure may be read wrongly, or not at all. */
  remarks: Remark[]
  /** Quality figures and what was inferred or left out, for report.json. */
  report: Record<string, unknown>
}

export interface ComposedChart extends Composed {
  /** The chart in Vega-Lite's own marks, with its data and the house's configuration. */
  vegaLite: Record<string, unknown>
}

export interface ComposedDiagram extends Composed {
  /** The scene before the rounds of improvement. */
  first: Scene
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
  /** How sure it is, from 0 to 1; absent: exact. */
  score?: number
  /** Its outlines in canvas pixels, where they are known. */
  outlines?: Point[][]
  /** It is to be cut out of the picture and set in as one. */
  cut?: boolean
}

/** A place in a picture: shares of its width and height. */
export type Share = readonly [x: number, y: number]

/** A part that was found in the pixels of a figure. Places may lie outside of it. */
export interface FoundMask {
  /** The word that asked for it. */
  kind: string
  label?: string
  /** From 0 to 1. */
  score: number
  from: Share
  to: Share
  /** Closed; none: only its box is known. */
  outlines: readonly (readonly Share[])[]
}

/** A part of a PNG, in its pixels. */
export interface CutOut {
  place: Place
  outlines: readonly (readonly Point[])[]
}

/** How the words of a painted picture stand to its plan. */
export interface LabelCheck {
  /** How many labels stand there as planned; capitals do not matter. */
  right: number
  /** What is painted otherwise than planned, as it is read. */
  misspelt: { painted: string; label: string }[]
  missing: string[]
}

/** Pixel sizes follow the contract: 1K has the area of 1024 x 1024, 2K and 4K that of 2048 and 4096 squared. */
export interface FigureTools {
  /** Places and dresses a diagram. `ratio` is `auto` or `W:H`. Same input, same scene. */
  draw(diagram: Diagram, options: ComposeOptions): Promise<Scene>
  /** Draws, measures and writes a diagram: what every workflow that starts from text does. */
  compose(diagram: Diagram, options: ComposeOptions): Promise<ComposedDiagram>
  /** Draws a chart of a table. Same input, same scene. Throws with a sentence where the data cannot be drawn so. */
  chart(
    chart: ChartSpec,
    table: Table,
    options: Pick<ComposeOptions, 'ratio' | 'paper'>,
  ): Promise<ComposedChart>
  /** The scene's canvas scaled to a size class, in pixels. */
  pixels(scene: Pick<Scene, 'width' | 'height'>, size: string): { width: number; height: number }
  /** Width and height in pixels that an SVG declares. @throws Error where it declares none */
  svgSize(svg: string): { width: number; height: number }
  /** The dressed scene as flat SVG 1.1. `without` leaves elements out by id and draws placeholders instead. */
  svg(
    scene: Scene,
    options?: { placeholders?: { mode: 'label' | 'box' | 'none'; ids: readonly string[] } },
  ): string
  /** The figure with its segments outlined and named over it. */
  segmentationSvg(svg: string, segments: readonly Segment[]): string
  /** One segment alone on a transparent ground, as an SVG of its box's size. */
  segmentSvg(scene: Scene, segment: Segment): string
  /** Places cut out of one PNG, in its pixels. */
  crop(png: Uint8Array, places: readonly Place[]): Promise<Uint8Array[]>
  /** Parts cut out of one PNG without the ground around them. */
  cutOut(png: Uint8Array, cuts: readonly CutOut[]): Promise<Uint8Array[]>
  /** Segments that are to be cut out set in as pictures, PNGs by id; what they cover goes. */
  withPictures(
    scene: Scene,
    segments: readonly Segment[],
    pictures: ReadonlyMap<string, Uint8Array>,
  ): { scene: Scene; segments: Segment[] }
  /** Paints panels on white and labels them, as PNG; sources are asked for one after the other. */
  compositePng(
    plan: CompositePlan,
    read: (panel: number) => Promise<Uint8Array>,
  ): Promise<Uint8Array>
  /** The same geometry with whole SVGs nested as panels, their ids prefixed. */
  compositeSvg(plan: CompositePlan, sources: readonly string[]): string
  /** The smallest text of each panel in points, on paper 178 mm wide; 0 where a panel has none. */
  panelTexts(plan: CompositePlan, sources: readonly string[]): number[]
  /** Rasterises an SVG to exactly `size`, to a width that keeps its proportions, or to its own size; at most 100 megapixels. */
  png(svg: string, size?: number | { width: number; height: number }): Promise<Uint8Array>
  /** One PDF page of the SVG's size on paper (1 px = 0.75 pt where it has none), its text selectable. */
  pdf(svg: string): Promise<Uint8Array>
  /** Holds the words of a scene against those that were planned, and writes the planned ones in their place. */
  checkLabels(scene: Scene, planned: readonly string[]): { scene: Scene; check: LabelCheck }
  /** Quality figures of a scene, by name: overlaps, crossings, smallest text in points on its paper, contrast... */
  measure(scene: Scene): Record<string, number>
}
