import type { Drawable, OpSet, Options } from 'roughjs/bin/core'
import { RoughGenerator } from 'roughjs/bin/generator'
import type { Geometry, SceneElement, Style } from '../../forms/scene'
import type { Part } from '../../forms/sketch'
import { face, fontStack } from '../fonts'
import { polygonOf, wholeOf } from '../geometry/outlines'
import { cylinderPath, path, roundedPath, roundedRect } from '../geometry/shape-paths'
import { iconFor } from '../icons'
import { mix } from '../pixels/color'
import { beforeHeads } from '../svg/heads'
import { type DressedPiece, hue, type Theme } from './theme'

const FAMILY = 'Shantell Sans'
const PAPER = '#fffdf8'

/** Pen on paper: one wavering stroke a line, light hatching in the hue of the stage, open arrow-heads. */
export const handDrawn: Theme = {
  name: 'hand_drawn',
  fonts: fontStack(FAMILY),
  capHeight: 0.7,
  measures: {
    detail: 0.88,
    labelWeight: face(FAMILY, 400),
    detailWeight: face(FAMILY, 400),
    leading: 1.3,
    padding: 0.95,
    radius: 0.35,
    stroke: 0.095,
    connector: 0.1,
  },
  palette: {
    background: PAPER,
    ink: '#262320',
    muted: '#4a453f',
    connector: '#3b3733',
    paper: '#ffffff',
    neutral: hue('#6b655d', '#f3efe7', '#faf7f0', '#3f3a34'),
    hues: [
      hue('#2f6bb0', '#e2eefa', '#f6faff', '#1f4f87'),
      hue('#c9751a', '#feeed7', '#fff9f0', '#7f4200'),
      hue('#1e8673', '#dcf3ec', '#f4fbf8', '#11574a'),
      hue('#a94f95', '#f8e4f3', '#fdf6fb', '#762a66'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'open', length: 4.8, width: 5.6 },
  icon: (node) => iconFor(node, 'sparing', { size: 1.45, gap: 0.55 }),
  restyle: (style, { draft, hue, theme, em }) => {
    if (draft.part === 'group')
      return {
        fill: style.fill,
        stroke: mix(hue.line, theme.palette.background, 0.3),
        strokeWidth: 0.06 * em,
        round: true,
      }
    if (draft.element.kind === 'shape' || draft.element.kind === 'connector')
      return { ...style, round: true }
    return style
  },
  paint: (element, piece) => {
    if (element.kind === 'icon' || element.kind === 'text' || !element.geometry) return element
    return element.kind === 'connector'
      ? strokedConnector(element, element.geometry, piece)
      : hatchedShape(element, element.geometry, piece)
  },
}

const generator = new RoughGenerator()

/** How strong the hatching is, where it is fainter than elsewhere: much of it tires. */
const HATCHING: Partial<Record<Part, number>> = { stage: 0.08 }

/** The fill stays within the true outline, hatched where the shape has a tint; the outline is drawn once over it. */
function hatchedShape(
  element: SceneElement,
  geometry: Geometry,
  { em, hue, draft, theme }: DressedPiece,
): SceneElement {
  const { fill, stroke, strokeWidth = 1, dash } = element.style
  const small = element.role === undefined && draft.part !== 'chip' && draft.part !== 'badge'
  const options: Options = {
    ...STROKE,
    seed: seedOfElement(element),
    roughness: small ? 0.5 : 0.9,
    maxRandomnessOffset: (small ? 0.05 : 0.09) * em,
  }
  const line: Style = { fill: 'none', stroke: stroke ?? 'none', strokeWidth, round: true }
  const ink: Style = dash ? { ...line, dash } : line
  const sharp = 0.5 * em
  const outline = outlineOf(geometry, options, sharp)
  // Filled with the pen, which ends where it began.
  const blot =
    draft.part === 'badge'
      ? continuous(generator.path(wholeOf(geometry, sharp), { ...options, preserveVertices: true }))
      : undefined
  const hatched = element.role === 'node' && fill !== theme.palette.paper && draft.part !== 'group'
  return {
    ...element,
    paint: [
      { d: blot ?? wholeOf(geometry, sharp), style: { fill: fill ?? 'none' } },
      ...(hatched
        ? [
            {
              d: hatching(geometry, options, em),
              style: {
                fill: 'none',
                stroke: mix(fill ?? theme.palette.paper, hue.line, HATCHING[draft.part] ?? 0.13),
                strokeWidth: 0.07 * em,
                round: true,
              },
            },
          ]
        : []),
      ...(stroke ? [{ d: outline, style: ink }] : []),
    ],
  }
}

/** One path, so that dashes and arrow-heads are those of the line. */
function strokedConnector(
  element: SceneElement,
  geometry: Geometry,
  { em }: DressedPiece,
): SceneElement {
  const line = beforeHeads(element, geometry)
  if (line.form !== 'polyline') return element
  const options: Options = {
    ...STROKE,
    seed: seedOfElement(element),
    roughness: 0.7,
    bowing: 0.7,
    maxRandomnessOffset: 0.08 * em,
    preserveVertices: true,
  }
  const drawn = generator.path(roundedPath(line.points, line.radius), options)
  return { ...element, paint: [{ d: continuous(drawn), style: { ...element.style, round: true } }] }
}

const STROKE: Options = { disableMultiStroke: true, disableMultiStrokeFill: true, bowing: 0.7 }

/** Corners up to `sharp` pixels of radius are drawn as corners. */
function outlineOf(geometry: Geometry, options: Options, sharp: number): string {
  const kept = { ...options, preserveVertices: true }
  switch (geometry.form) {
    case 'rect': {
      const { x, y, width, height, radius } = geometry
      if (radius > sharp) return continuous(generator.path(roundedRect(geometry, radius), kept))
      return continuous(generator.rectangle(x, y, width, height, options))
    }
    case 'ellipse': {
      const { cx, cy, rx, ry } = geometry
      return continuous(generator.ellipse(cx, cy, 2 * rx, 2 * ry, options))
    }
    case 'polygon':
      return continuous(
        generator.polygon(
          geometry.points.map(({ x, y }) => [x, y]),
          options,
        ),
      )
    case 'cylinder':
      return continuous(generator.path(cylinderPath(geometry), kept))
    case 'path':
      return continuous(generator.path(geometry.d, kept))
    default:
      return ''
  }
}

function hatching(geometry: Geometry, options: Options, em: number): string {
  const points = polygonOf(geometry).map(({ x, y }): [number, number] => [x, y])
  const drawn = generator.polygon(points, {
    ...options,
    stroke: 'none',
    fill: '#000000',
    fillStyle: 'hachure',
    hachureAngle: -45,
    hachureGap: 0.5 * em,
    roughness: 0.5,
  })
  return continuous({ ...drawn, sets: drawn.sets.filter(({ type }) => type !== 'path') })
}

/** Strokes that begin where the last one ended go on without lifting the pen. */
function continuous({ sets }: Pick<Drawable, 'sets'>): string {
  return sets.map(writeOps).join('')
}

function writeOps({ ops }: OpSet): string {
  let d = ''
  let [x, y] = [Number.NaN, Number.NaN]
  for (const { op, data } of ops) {
    const [toX = 0, toY = 0] = data.slice(-2)
    if (op === 'move') {
      if (Math.hypot(toX - x, toY - y) < 0.05) continue
      d += path`M${toX} ${toY}`
    } else if (op === 'lineTo') d += path`L${toX} ${toY}`
    else {
      const [a = 0, b = 0, c = 0, e = 0] = data
      d += path`C${a} ${b} ${c} ${e} ${toX} ${toY}`
    }
    ;[x, y] = [toX, toY]
  }
  return d
}

/** The same element in the same place is drawn the same way. */
function seedOfElement({ id, box }: SceneElement): number {
  return seedOf(`${id} ${Math.round(box.x)} ${Math.round(box.y)}`)
}

/** FNV-1a, never 0, which roughjs takes for chance. */
function seedOf(words: string): number {
  let hash = 0x811c9dc5
  for (const character of words) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 1) | 1
}
