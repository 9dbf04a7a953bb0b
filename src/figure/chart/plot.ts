import type { Box } from '../../forms/scene'

/** One axis. Categories stand at 0, 1, 2... with half a place of room on either side. */
export interface Axis {
  kind: 'category' | 'linear' | 'log' | 'symlog' | 'time'
  /** In data units; descending where the axis runs backwards. */
  domain: [number, number]
  title: string
  /** Values are divided by it before they are written: 0.01 shows shares as per cent, 1e6 millions. */
  unit: number
  whole: boolean
  grid: boolean
  categories?: readonly string[]
  /** Places that take a tick, in place of those that a rule finds. */
  ticks?: readonly { value: number; label: string }[]
  /** Of moments: all data stand at the start of a day, a month or a year, and so do the ticks. */
  grain?: 'day' | 'month' | 'year'
  /** Without line and ticks, as beside a matrix. */
  bare?: boolean
  /** Pixels between the frame and the title, where names stand between them. */
  aside?: number
}

/** What is drawn at one place: `a` along the argument, `v` along the value, in data units of the axes. */
export interface MarkRow {
  a: number
  v: number
  a2?: number
  v2?: number
  /** Colour, `#rrggbb`. */
  c: string
  /** Lines and areas join the rows of one group, in the list's order. */
  s: string
  /** Area of a symbol in square pixels. */
  k?: number
  /** Form of a symbol. */
  h?: Shape
  /** Text. */
  t?: string
  /** Facet. */
  f: string
  /** The data that the mark stands for, as it is written into the SVG. */
  dx?: string
  dy?: string
  ds?: string
}

export type Shape = 'circle' | 'square' | 'triangle-up' | 'diamond' | 'cross' | 'triangle-down'
export const SHAPES: readonly Shape[] = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'triangle-down',
  'cross',
]

export interface Layer {
  mark: 'rect' | 'rule' | 'line' | 'area' | 'symbol' | 'text'
  /** What the marks are: `bar`, `error`, `median`; becomes `data-mark`. */
  name: string
  rows: MarkRow[]
  look?: {
    opacity?: number
    strokeWidth?: number
    dash?: number[]
    /** Outline of rectangles and symbols. */
    stroke?: string
    /** Symbols as rings. */
    hollow?: boolean
    /** Text: pixels towards larger values, and towards larger arguments. */
    away?: number
    aside?: number
    size?: number
    weight?: number
    italic?: boolean
    /** Areas: the axis along which their edge runs; `a` unless said otherwise. */
    along?: 'a' | 'v'
    /** Drawn beyond the frame as well. */
    free?: boolean
  }
}

/** An entry of the legend. */
export interface Key {
  label: string
  color: string
  form: 'box' | 'line' | 'point' | 'dash' | 'band' | 'marked-line'
  shape?: Shape
  dash?: number[]
  /** Diameter of a point in pixels. */
  size?: number
}

export interface RampKey {
  stops: readonly string[]
  domain: [number, number]
  title: string
  unit: number
  whole: boolean
}

/** A label at the end of a line, in place of a legend. */
export interface EndLabel {
  text: string
  color: string
  a: number
  v: number
  side: 'left' | 'right'
}

/** Words at a place of the data: beside a point, or past the end of a bar. */
export interface NameAt {
  text: string
  a: number
  v: number
  radius: number
  facet: string
  said?: boolean
  past?: boolean
}

/** A chart on two axes, ready for a renderer: every statistic is computed, every colour chosen. */
export interface Plot {
  a: Axis
  v: Axis
  /** The argument runs upwards and the value to the right. */
  flipped: boolean
  layers: Layer[]
  keys: Key[]
  /** The marks of one place stand on each other, in the order of the keys. */
  stacked?: boolean
  keyTitle?: string
  ramp?: RampKey
  ends?: EndLabel[]
  /** Names of single points, placed where they cover nothing. */
  names?: NameAt[]
  /** Lines of words in a corner that no mark covers: the figures of a fit. */
  inset?: string[]
  /** What signs in the figure mean, below it. */
  foot?: string
  /** Words beside reference lines. */
  guides?: { text: string; onValue: boolean; at: number }[]
  facets: readonly string[]
  square: boolean
  /** A second value axis on the far side: where its ticks stand on the first one. */
  second?: { title: string; ticks: { value: number; label: string }[] }
  /** Sentences on what is shown, for readers who cannot see it. */
  says: string[]
  /** What was left out or computed, for the log. */
  notes: string[]
}

/** Where the frame of a panel lies, and how data become pixels. */
export interface Frame extends Box {
  facet: string
}
