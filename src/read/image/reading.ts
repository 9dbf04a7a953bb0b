import type { Box } from '../../forms/scene'
import type { Lettering } from '../lettering'
import type { Connector } from './lines/connectors/connectors'
import type { Parted } from './lines/pieces/ink-components'
import type { LinkedLines } from './lines/strokes/line-linking'
import type { Stroke } from './lines/strokes/stroke'
import type { Shape } from './outlines/shape'
import type { Component, Region, Regions } from './pixels/connected-components'
import type { Mask, Pixels } from './pixels/pixels'
import type { GradientRegion } from './surfaces/gradients'
import type { Label } from './surfaces/label-grounds'

/** What the stages of reading a picture hand on to each other; a stage gives back what it adds or changes. */
export interface Reading {
  /** The picture as it is. */
  original: Pixels
  /** The picture that is read: grain, where it has any, is taken out. */
  source: Pixels
  /** By how much grain moved its pixels, as a standard deviation in levels; 0 where there is none. */
  grain: number
  /** The picture in few flat colours; its gradients are flat too once they were found. */
  flat: Pixels
  /** No compression moved its colours, and by how many levels it did. */
  clean: boolean
  noise: number
  /** Levels by which one flat colour varies, and those above which a difference is ink. */
  tolerance: number
  contrast: number
  gradients: GradientRegion[]
  background: number
  /** Photographs and other textures. */
  pictures: Box[]
  regions: Regions
  /** The region that is the ground of all. */
  page: Region | undefined
  shapes: Shape[]
  loose: Region[]
  lettering: Lettering
  /** Lines of text, on grounds of their own or none, by which lines may be hidden. */
  labels: Label[]
  /** The height of a line of text, by the median, in pixels. */
  textHeight: number
  /** The shapes alone, drawn. */
  ground: Pixels
  /** What neither shapes nor letters draw. */
  ink: Mask
  /** Surfaces of no simple form, as path data. */
  traced: { box: Box; colour: number; d: string }[]
  /** The ink by pieces, and the small shapes that are heads and dashes of lines. */
  parted: Parted
  marks: ReadonlySet<Shape>
  /** Small pieces of ink that nothing has taken. */
  left: Component[]
  lines: Stroke[]
  /** Labels that hide a part of a line. */
  interrupting: LinkedLines['interrupting']
  connectors: Connector[]
  /** Boxes of icons. */
  icons: { box: Box }[]
}

export type Stage = (reading: Reading) => Partial<Reading> | Promise<Partial<Reading>>
