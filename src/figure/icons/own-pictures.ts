import { roundedTo } from '../../forms/numbers'
import type { OwnGlyph, OwnPictures } from '../../forms/picture'
import type { Box, Scene, SceneElement, Style } from '../../forms/scene'
import { grown, hullOf } from '../geometry'
import { outlineOf } from '../geometry/outlines'
import { extentsOf, mapPath, pathOf, type Segment } from '../geometry/path-data'

/** The longest `help` of a glyph, in characters. */
const LONGEST_HELP = 120
/** Side of the square that icons are drawn in. */
const ICON = 24
/** Height of glyphs. */
const GLYPH = 100
/** Least side of what a glyph draws, by its larger one: a line is a picture, too. */
const LEAST_SIDE = 0.1

let own: OwnPictures = { glyphs: {}, icons: {} }

/** What figures of this process are drawn with besides what is built in, from now on. */
export function useOwnPictures(pictures: OwnPictures): void {
  own = pictures
}

export function ownGlyph(name: string): OwnGlyph | undefined {
  return Object.hasOwn(own.glyphs, name) ? own.glyphs[name] : undefined
}

/** The outline of an operator's icon in a square of 24. */
export function ownIcon(name: string): string | undefined {
  return Object.hasOwn(own.icons, name) ? own.icons[name] : undefined
}

/** A file as it is used, and sentences: what of it is left out; or why it is not used. */
export type ReadPicture<T> = { read: T; left: readonly string[] } | { refused: string }

/** The glyph of a file that was read, without the room around what it draws; its title says what it shows. */
export function glyphOf(name: string, scene: Scene): ReadPicture<OwnGlyph> {
  const { shapes, left } = shapesOf(scene)
  if (shapes.length === 0) return NOTHING
  const ink = hullOf(shapes.flatMap(extents))
  const least = LEAST_SIDE * Math.max(ink.width, ink.height)
  const scale = GLYPH / Math.max(ink.height, least)
  const width = scale * Math.max(ink.width, least)
  const dx = (width - scale * ink.width) / 2 - scale * ink.x
  const dy = (GLYPH - scale * ink.height) / 2 - scale * ink.y
  const help = scene.title.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HELP)
  const paint = shapes.map(({ segments, style }) => ({
    d: placed(segments, scale, dx, dy),
    style: scaledStyle(style, scale),
  }))
  return { read: { help: help || name.replaceAll('-', ' '), width, paint }, left }
}

/** The icon of a file that was read: every outline of it, once. */
export function iconOf(_: string, scene: Scene): ReadPicture<string> {
  const { shapes, left } = shapesOf(scene)
  if (shapes.length === 0) return NOTHING
  const { width, height } = scene
  const scale = ICON / Math.max(width, height)
  const [dx, dy] = [(ICON - scale * width) / 2, (ICON - scale * height) / 2]
  const outlines = shapes.map(({ segments }) => placed(segments, scale, dx, dy))
  return { read: [...new Set(outlines)].join(''), left }
}

const NOTHING = { refused: 'It draws nothing but words.' }

interface Shape {
  segments: Segment[]
  style: Style
}

/** What a drawing paints, from back to front, as outlines. */
function shapesOf({ elements }: Scene): { shapes: Shape[]; left: string[] } {
  const byId = new Map(elements.map((each) => [each.id, each]))
  const left = new Set<string>()
  const shapes = elements
    .toSorted((a, b) => a.z - b.z)
    .flatMap(({ geometry, style: { gradient, shadow, ...style }, clip, parent }): Shape[] => {
      if (clip) left.add('Its clips are left out.')
      if (gradient) left.add('Its gradients are drawn in their mean colours.')
      if (geometry?.form === 'lines') left.add('Its words are left out.')
      const segments = geometry ? outlineOf(geometry) : []
      const opacity = roundedTo((style.opacity ?? 1) * opacityAround(parent, byId), 3)
      return segments.length < 2
        ? []
        : [{ segments, style: { ...style, ...(opacity < 1 && { opacity }) } }]
    })
  return { shapes, left: [...left] }
}

/** Groups fade what stands in them. */
function opacityAround(id: string | undefined, byId: ReadonlyMap<string, SceneElement>): number {
  const group = byId.get(id ?? '')
  if (!group) return 1
  return (group.geometry ? 1 : (group.style.opacity ?? 1)) * opacityAround(group.parent, byId)
}

function extents({ segments, style: { stroke, strokeWidth = 1 } }: Shape): Box[] {
  return extentsOf(segments).map((box) => grown(box, stroke ? strokeWidth / 2 : 0))
}

function placed(segments: readonly Segment[], scale: number, dx: number, dy: number): string {
  return pathOf(mapPath(segments, ({ x, y }) => ({ x: scale * x + dx, y: scale * y + dy })))
}

/** The lines of what is scaled. */
export function scaledStyle(style: Style, scale: number): Style {
  const { strokeWidth, dash, dashOffset } = style
  return {
    ...style,
    ...(strokeWidth !== undefined && { strokeWidth: roundedTo(scale * strokeWidth, 3) }),
    ...(dash && { dash: dash.map((each) => roundedTo(scale * each, 3)) }),
    ...(dashOffset !== undefined && { dashOffset: roundedTo(scale * dashOffset, 3) }),
  }
}
