import { FAMILY, FONT_STACK, measureText } from '../fonts'

/** Sizes in pixels of the 1K canvas; a figure of 120 mm width prints the smallest text at 6 points. */
export const SIZE = {
  text: 22,
  title: 24,
  heading: 28,
  tick: 8,
  /** Margin of the canvas. */
  margin: 18,
  axis: 1.8,
  grid: 1.2,
} as const

export const COLOR = {
  ink: '#1a1d21',
  label: '#30363d',
  axis: '#3c4654',
  grid: '#e3e6ea',
  background: '#ffffff',
} as const

export const FONTS = [...FONT_STACK]

/** The house's look as Vega-Lite's configuration: no frame on top and right, ticks outside, a light grid. */
export const HOUSE = {
  font: FAMILY,
  background: COLOR.background,
  aria: false,
  view: { stroke: null },
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
    labelColor: COLOR.label,
    labelFontSize: SIZE.text,
    labelLineHeight: SIZE.text * 1.2,
    labelPadding: 7,
    labelLimit: 0,
    maxExtent: 2000,
    labelOverlap: false,
    labelBound: false,
    labelFlush: false,
    titleColor: COLOR.ink,
    titleFontSize: SIZE.title,
    titleFontWeight: 500,
    titlePadding: 12,
    titleLineHeight: SIZE.title * 1.2,
  },
  header: {
    labelFontSize: SIZE.text,
    labelFontWeight: 600,
    labelColor: COLOR.ink,
    labelPadding: 10,
    labelLimit: 0,
    titleFontSize: SIZE.title,
    title: null,
  },
} as const

/** Advance width in pixels, in the house's font. */
export const widthOf = (text: string, size: number = SIZE.text, weight = 400): number =>
  measureText(text, { size, weight })
