import { hexOf } from '../../figure/color'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import type { Lettering } from '../lettering'
import type { Connector } from './connectors/connectors'
import type { Label } from './contours/label-grounds'
import type { Shape } from './contours/shape'
import type { Mask, Pixels } from './pixels/pixels'
import type { FlatColours } from './preprocessing/quantisation'
import type { Region, Regions } from './regions/connected-components'

/** What the stages of reading a picture hand on to each other. */
export interface PictureReading {
  /** The picture as it is. */
  original: Pixels
  /** The picture that is read: grain, where it has any, is taken out. */
  source: Pixels
  /** By how much grain moved its pixels, as a standard deviation in levels; 0 where there is none. */
  grain: number
  flat: FlatColours
  /** Levels by which one flat colour varies, and those above which a difference is ink. */
  tolerance: number
  contrast: number
  background: number
  /** Photographs and other textures. */
  pictures: Box[]
  regions: Regions
  shapes: Shape[]
  loose: Region[]
  lettering: Lettering
  /** Lines of text, on grounds of their own or none, by which lines may be hidden. */
  labels: Label[]
  /** The height of a line of text, by the median, in pixels. */
  textHeight: number
  /** The shapes alone, drawn. */
  ground: Pixels
  ink: Mask
  connectors: Connector[]
  /** Boxes of icons, each with the small shapes it holds. */
  icons: { box: Box }[]
  /** Surfaces of no simple form, as path data. */
  traced: { box: Box; colour: number; d: string }[]
}

/** An empty scene of the picture's size. */
export function emptyScene({
  source,
  background,
}: Pick<PictureReading, 'source' | 'background'>): Scene {
  return {
    width: source.width,
    height: source.height,
    background: hexOf(background),
    theme: 'read',
    title: '',
    description: '',
    elements: [] as SceneElement[],
  }
}
