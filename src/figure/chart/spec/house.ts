import type { Config } from 'vega-lite'
import { face, fontStack, measureText, PAPER_FAMILY } from '../../fonts'
import { BLUE_RED, BLUES, NAMES, OKABE_ITO } from './palette'

/** Pixels of the 1K canvas that one of Vega-Lite's pixels takes: its eleven-pixel type is ours of 22. */
export const UNIT = 2

/** Sizes in Vega-Lite's pixels. On a figure 178 mm wide a text of 11 prints at 9.4 points, on 120 mm at 6.3. */
export const SIZE = {
  text: 11,
  title: 12,
  heading: 14,
  tick: 4,
  /** Margin of the canvas. */
  margin: 9,
  axis: 0.9,
  grid: 0.6,
  line: 1.5,
  /** Area of a point. */
  point: 24,
} as const

/** What a box and its caps have in Vega-Lite's pixels before they are fitted to their place. */
export const BOX_SIZE = { box: 40, cap: 18 } as const

export const COLOR = {
  ink: '#1a1d21',
  label: '#30363d',
  axis: '#3c4654',
  grid: '#e3e6ea',
  background: '#ffffff',
  first: OKABE_ITO[0],
} as const

export const FONTS = fontStack(PAPER_FAMILY)

/** Advance width in the house's font, in the unit of `size`. */
export const widthOf = (text: string, size: number = SIZE.text, weight = 400): number =>
  measureText(text, { size, weight: face(PAPER_FAMILY, weight) })

const RAMP = [...BLUES]
/** Words of axes, headers and legends are never cut. */
const words = {
  labelFontSize: SIZE.text,
  labelColor: COLOR.label,
  labelLimit: 0,
  titleFontSize: SIZE.title,
  titleFontWeight: 500,
  titleColor: COLOR.ink,
  titlePadding: 6,
  titleLimit: 0,
}
const thin = { strokeWidth: 1, color: COLOR.axis }
/** Seen on bars of any colour. */
const interval = { strokeWidth: 1.1, color: COLOR.ink }

/** The house's look as Vega-Lite's configuration: no frame on top and right, ticks outside, a light grid. */
export const HOUSE = {
  font: PAPER_FAMILY,
  background: COLOR.background,
  aria: false,
  padding: SIZE.margin,
  view: { stroke: null },
  range: {
    category: NAMES,
    ramp: RAMP,
    heatmap: RAMP,
    ordinal: RAMP.slice(2),
    diverging: [...BLUE_RED],
  },
  scale: {
    barBandPaddingInner: 0.26,
    rectBandPaddingInner: 0,
    bandWithNestedOffsetPaddingInner: 0.22,
    offsetBandPaddingInner: 0.06,
    pointPadding: 0.5,
    minSize: 12,
    maxSize: 420,
  },
  axis: {
    translate: 0,
    domainColor: COLOR.axis,
    domainWidth: SIZE.axis,
    tickColor: COLOR.axis,
    tickWidth: SIZE.axis,
    tickSize: SIZE.tick,
    tickRound: false,
    gridColor: COLOR.grid,
    gridWidth: SIZE.grid,
    ...words,
    labelLineHeight: SIZE.text * 1.2,
    labelPadding: 3.5,
    labelFlush: false,
    maxExtent: 1000,
    labelSeparation: 7,
    titleLineHeight: SIZE.title * 1.2,
  },
  axisX: { labelAngle: 0 },
  axisRight: { titleAngle: -90, titleBaseline: 'top' },
  facet: { spacing: 32 },
  axisXQuantitative: { grid: false },
  axisXTemporal: { grid: false },
  axisXDiscrete: { ticks: false, labelPadding: 5 },
  axisYDiscrete: { ticks: false, labelPadding: 5, labelSeparation: 1 },
  header: {
    ...words,
    labelFontWeight: 600,
    labelColor: COLOR.ink,
    labelPadding: 5,
  },
  legend: {
    ...words,
    titleFontSize: SIZE.text,
    titleFontWeight: 600,
    titlePadding: 5,
    offset: 13,
    rowPadding: 4,
    columnPadding: 12,
    symbolSize: 90,
    symbolStrokeWidth: SIZE.line,
    gradientThickness: 11,
    gradientStrokeColor: null,
  },
  title: {
    anchor: 'start',
    color: COLOR.ink,
    fontSize: SIZE.heading,
    fontWeight: 600,
    offset: 9,
    limit: 0,
    subtitleFontSize: SIZE.text,
    subtitleColor: COLOR.label,
  },
  mark: { color: COLOR.first },
  bar: { binSpacing: 0.7, stroke: null },
  line: { strokeWidth: SIZE.line, strokeJoin: 'round', strokeCap: 'butt' },
  trail: { size: 2 },
  area: { fillOpacity: 0.85 },
  point: { filled: true, size: SIZE.point, strokeWidth: 1 },
  circle: { size: SIZE.point, opacity: 0.85 },
  square: { size: SIZE.point, opacity: 0.85 },
  tick: { thickness: 1.2 },
  rule: { color: COLOR.axis, strokeWidth: 1 },
  text: { fontSize: SIZE.text * 0.92, color: COLOR.label, lineHeight: SIZE.text * 1.15 },
  arc: { stroke: COLOR.background, strokeWidth: 1 },
  rect: { stroke: null },
  boxplot: {
    size: BOX_SIZE.box,
    ticks: { ...thin, size: BOX_SIZE.cap },
    rule: thin,
    box: { fillOpacity: 0.5, stroke: COLOR.axis, strokeWidth: 1 },
    median: { color: COLOR.ink, thickness: 1.6 },
    outliers: { size: 16, filled: true, color: COLOR.axis },
  },
  errorbar: { ticks: { ...interval, size: 7 }, rule: interval },
  errorband: { band: { opacity: 0.2 } },
} as unknown as Config
