import { CAP_HEIGHT, FONT_STACK } from '../fonts'
import type { Hue, Theme } from './theme'

function hue(line: string, tint: string, wash: string, deep: string): Hue {
  return { line, tint, wash, deep, onDeep: '#ffffff' }
}

/** Calm tints with darker borders of the same hue, one sans family in two sizes and two weights. */
export const academic: Theme = {
  name: 'academic',
  fonts: FONT_STACK,
  capHeight: CAP_HEIGHT,
  measures: {
    detail: 0.87,
    labelWeight: 600,
    detailWeight: 400,
    leading: 1.28,
    padding: 0.85,
    radius: 0.42,
    stroke: 0.08,
    connector: 0.085,
    head: 0.58,
  },
  palette: {
    background: '#ffffff',
    ink: '#18202b',
    muted: '#414b58',
    connector: '#475262',
    paper: '#ffffff',
    neutral: hue('#7d8896', '#f1f3f6', '#f8f9fa', '#364152'),
    hues: [
      hue('#3f72ad', '#e6eff9', '#f5f9fd', '#1f4b80'),
      hue('#c07a28', '#fcf0e1', '#fefaf4', '#7a4407'),
      hue('#3f9159', '#e6f4ea', '#f5fbf7', '#1c5a33'),
      hue('#84559c', '#f2eaf7', '#fbf8fd', '#5b2f74'),
    ],
  },
  stageHues: 'cycle',
  groupDash: [0.36, 0.24],
}
