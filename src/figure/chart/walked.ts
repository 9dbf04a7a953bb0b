/** What a walk through the scenegraph finds. */
import type { Box, Point, SceneElement } from '../../forms/scene'
import type { MarkEncode } from './encodes'
import type { VegaScale } from './spec/vega'

/** One value that a mark stands for, as it is written beside it. */
export interface Datum {
  x: string
  y: string
  series: string
}

/** What is drawn with one mark definition in one frame. */
export interface MarkGroup {
  id: string
  /** `bar`, `line`, `point`, `cell`, `slice`, or the name of its view. */
  kind: string
  frame: Frame | undefined
  series: string
  encode: MarkEncode | undefined
  data: Datum[]
  /** Where its items stand, in canvas pixels; of a line its points. */
  places: Point[]
  color: string | undefined
  /** One line or area: its data are its points. */
  joined: boolean
  /** How many of its data are drawn: of a long line those that can be seen, else those inside the frame. */
  shown: number
  /** Those of its data that the ends of an axis cut. */
  cut: Datum[]
  /** Some stand on others. */
  stacked: boolean
  scales: { x?: VegaScale; y?: VegaScale; color?: VegaScale }
}

/** Where a view's marks stand, in canvas pixels. */
export interface Frame extends Box {
  /** Which panel it is; empty where there is one. */
  facet: string
}

export interface LegendFound {
  box: Box
  scales: string[]
  entries: string[]
}

export interface AxisFound {
  scale: string
  channel: 'x' | 'y'
  title: string
  labels: string[]
  values: VegaScale | undefined
}

export interface Walked {
  elements: SceneElement[]
  frames: Frame[]
  groups: MarkGroup[]
  legends: LegendFound[]
  axes: AxisFound[]
  /** Marks that stand for data are asked for, and none of them lies inside a frame. */
  blank: boolean
  /** Around everything that was drawn, in canvas pixels. */
  bounds: Box
  /** The same moved by so many of Vega's pixels. */
  again: (by: Point) => Walked
}

/** Painting order: grid, marks in the order of their layers, axes, words. */
export const Z = { grid: 0, mark: 10, axis: 500, text: 600, legend: 700 } as const
