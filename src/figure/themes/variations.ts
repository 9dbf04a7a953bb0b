import { academic } from './academic'
import type { Hue, Palette, Theme } from './theme'

function hue(line: string, tint: string, wash: string, deep: string, onDeep = '#ffffff'): Hue {
  return { line, tint, wash, deep, onDeep }
}

function vary(name: string, palette: Partial<Palette>, rest: Partial<Theme> = {}): Theme {
  return { ...academic, ...rest, name, palette: { ...academic.palette, ...palette } }
}

/** Black on white, hairlines, one accent. */
const minimalist = vary(
  'minimalist',
  {
    ink: '#111111',
    muted: '#404040',
    connector: '#333333',
    neutral: hue('#333333', '#ffffff', '#ffffff', '#111111'),
    hues: [hue('#333333', '#ffffff', '#fafafa', '#111111')],
  },
  { stageHues: 'one', measures: { ...academic.measures, stroke: 0.065, radius: 0.16 } },
)

const colorful = vary('colorful', {
  connector: '#38434f',
  hues: [
    hue('#1769c2', '#d9eafc', '#f1f8ff', '#0d4687'),
    hue('#d4590b', '#ffe6d3', '#fff7f0', '#863200'),
    hue('#12815a', '#d4f3e4', '#effbf5', '#07523a'),
    hue('#8a35b8', '#f0dffa', '#faf4fe', '#5e1884'),
    hue('#c22558', '#fcdfe8', '#fff4f7', '#851035'),
  ],
})

/** White and cyan lines on deep blue. */
const blueprint = vary(
  'blueprint',
  {
    background: '#0c2d57',
    ink: '#f4f9ff',
    muted: '#cfe3f8',
    connector: '#b9d8f5',
    paper: '#0c2d57',
    neutral: hue('#8fbde8', '#12386a', '#0f3261', '#dcecfc', '#0c2d57'),
    hues: [
      hue('#8fbde8', '#123a6e', '#0f3262', '#dcecfc', '#0c2d57'),
      hue('#86e0e6', '#0f4467', '#0e375c', '#cbf5f7', '#0c2d57'),
      hue('#f2d58a', '#2b4159', '#1a375a', '#fbeabb', '#0c2d57'),
    ],
  },
  { measures: { ...academic.measures, radius: 0.1 } },
)

const handDrawn = vary('hand_drawn', {
  background: '#fffdf7',
  ink: '#23211d',
  muted: '#47423a',
  connector: '#4a453d',
  paper: '#fffefb',
  hues: [
    hue('#4a6fa0', '#e9f0f7', '#f7f9fa', '#274a78'),
    hue('#b5652f', '#fbeddd', '#fdf7ee', '#74370e'),
    hue('#4f8350', '#e8f2e2', '#f6f9f1', '#28552a'),
    hue('#9a4a5d', '#f8e8ea', '#fcf5f4', '#6b2435'),
  ],
})

/** White cards on strong colour. */
const infographic = vary('infographic', {
  connector: '#44505f',
  hues: [
    hue('#0b6e8f', '#dff1f6', '#f0f9fb', '#064e66'),
    hue('#b0471d', '#fbe6dc', '#fdf5f0', '#7d2c0b'),
    hue('#5a7514', '#edf3d8', '#f8faf0', '#3d520a'),
    hue('#6a4aa8', '#ebe4f7', '#f8f5fc', '#452a7c'),
  ],
})

const isometric = vary('isometric_3d', {
  connector: '#4b5566',
  hues: [
    hue('#3a6fb0', '#dbe8f8', '#f0f6fc', '#1d4679'),
    hue('#2a8c82', '#d5f0ec', '#eef9f7', '#0f544d'),
    hue('#b0732a', '#f9e8d0', '#fdf6eb', '#6f4308'),
    hue('#7c5bb0', '#e9e0f5', '#f7f3fb', '#4b2f7a'),
  ],
})

/** Filled shapes without outlines of another colour. */
const flat = vary('flat_design', {
  connector: '#3c4858',
  hues: [
    hue('#cfe0f4', '#cfe0f4', '#eef4fb', '#173f70'),
    hue('#fbdcc2', '#fbdcc2', '#fef3ea', '#713306'),
    hue('#cbe9d6', '#cbe9d6', '#edf8f1', '#124c2c'),
    hue('#e2d4f0', '#e2d4f0', '#f6f1fa', '#4b2368'),
  ],
})

/** Styles that so far differ from `academic` in palette and lines alone. */
export const variations: Readonly<Record<string, Theme>> = {
  minimalist,
  colorful,
  blueprint,
  hand_drawn: handDrawn,
  infographic,
  isometric_3d: isometric,
  flat_design: flat,
}
