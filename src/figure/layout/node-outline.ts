import type { DiagramNode, NodeForm, NodeKind } from '../../forms/diagram'
import { rounded } from '../../forms/numbers'
import type { Anchor, Box, Geometry, Point } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { rect } from './sketch'

/** What a node's outline is named by: the form that was asked for, else its kind. */
export type Outline = NodeKind | NodeForm

export const outlineOf = ({ form, kind }: Pick<DiagramNode, 'form' | 'kind'>): Outline =>
  form ?? kind

export const isDiamond = (outline: Outline) => outline === 'decision' || outline === 'diamond'

export const isRound = (outline: Outline) => outline === 'circle'

/** Whether a node may become wider or higher than its words need. */
export const isElastic = (outline: Outline) => !isDiamond(outline) && !isRound(outline)

/** Lengths in em. */
export const FORM = {
  /** Half height of a cylinder's lid. */
  cap: 0.36,
  /** Fold of a document's corner, slant of a metric, chamfer of a model. */
  fold: 0.75,
  slant: 0.6,
  chamfer: 0.5,
  trapezoid: 0.8,
  /** Between the two lines at either side of a subroutine. */
  bar: 0.42,
} as const

/** The outline of a form in a box. */
export function outline(form: Outline, box: Box, em: number, theme: Theme): Geometry {
  const { x, y, width, height } = box
  const [right, bottom] = [x + width, y + height]
  switch (form) {
    case 'circle':
      return {
        form: 'ellipse',
        ...{ cx: x + width / 2, cy: y + height / 2 },
        ...{ rx: width / 2, ry: height / 2 },
      }
    case 'trapezoid': {
      const slant = Math.min(FORM.trapezoid * em, height / 4)
      return polygon([
        [x, y],
        [right, y + slant],
        [right, bottom - slant],
        [x, bottom],
      ])
    }
    case 'hexagon': {
      const tip = Math.min(1.3 * FORM.slant * em, width / 4)
      return polygon([
        [x + tip, y],
        [right - tip, y],
        [right, y + height / 2],
        [right - tip, bottom],
        [x + tip, bottom],
        [x, y + height / 2],
      ])
    }
    case 'pill':
    case 'data':
      return rect(box, Math.min(height / 2, 1.6 * em))
    case 'human':
      return rect(box, Math.min(height / 2, 0.9 * em))
    case 'cylinder':
    case 'store':
      return { form: 'cylinder', ...box, cap: FORM.cap * em }
    case 'diamond':
    case 'decision':
      return polygon([
        [x + width / 2, y],
        [right, y + height / 2],
        [x + width / 2, bottom],
        [x, y + height / 2],
      ])
    case 'subroutine': {
      const [left, inner, edge] = [x, x + FORM.bar * em, right - FORM.bar * em].map(rounded)
      const [top, foot, far] = [y, bottom, right].map(rounded)
      return {
        form: 'path',
        d: `M${left} ${top}H${far}V${foot}H${left}ZM${inner} ${top}V${foot}M${edge} ${top}V${foot}`,
      }
    }
    case 'parallelogram':
    case 'metric': {
      const slant = FORM.slant * em
      return polygon([
        [x + slant, y],
        [right, y],
        [right - slant, bottom],
        [x, bottom],
      ])
    }
    case 'model': {
      const cut = FORM.chamfer * em
      return polygon([
        [x + cut, y],
        [right - cut, y],
        [right, y + cut],
        [right, bottom - cut],
        [right - cut, bottom],
        [x + cut, bottom],
        [x, bottom - cut],
        [x, y + cut],
      ])
    }
    case 'document': {
      const fold = FORM.fold * em
      const n = rounded
      return {
        form: 'path',
        d: `M${n(x)} ${n(y)}H${n(right - fold)}L${n(right)} ${n(y + fold)}V${n(bottom)}H${n(x)}ZM${n(right - fold)} ${n(y)}V${n(y + fold)}H${n(right)}`,
      }
    }
    default:
      return rect(box, Math.min(theme.measures.radius * em, ROUND * height))
  }
}

/** Corners take so much of a box's height at most, which tells it from a pill. */
const ROUND = 0.25

function polygon(points: [number, number][]): Geometry {
  return { form: 'polygon', points: points.map(([x, y]) => ({ x, y })) }
}

/** How far inside its box a form's outline lies at a place on a side, in pixels: where a connector really ends. */
function outlineInset(
  form: Outline,
  box: Box,
  side: Anchor['side'],
  at: number,
  em: number,
): number {
  const upright = side === 'left' || side === 'right'
  const [along, across] = upright ? [box.height, box.width] : [box.width, box.height]
  const off = Math.abs(2 * at - 1)
  switch (form) {
    case 'diamond':
    case 'decision':
      return (off * across) / 2
    case 'circle':
      return (across / 2) * (1 - Math.sqrt(Math.max(0, 1 - off * off)))
    case 'trapezoid': {
      if (upright) return 0
      return Math.min(FORM.trapezoid * em, box.height / 4) * at
    }
    case 'hexagon':
      return upright ? off * Math.min(1.3 * FORM.slant * em, box.width / 4) : 0
    case 'cylinder':
    case 'store': {
      if (upright) return 0
      return FORM.cap * em * (1 - Math.sqrt(Math.max(0, 1 - off * off)))
    }
    case 'pill':
    case 'data':
    case 'human': {
      const radius = Math.min(box.height / 2, (form !== 'human' ? 1.6 : 0.9) * em)
      const into = (off * along) / 2 - (along / 2 - radius)
      return into <= 0 ? 0 : radius - Math.sqrt(Math.max(0, radius * radius - into * into))
    }
    case 'parallelogram':
    case 'metric': {
      const slant = FORM.slant * em
      if (!upright) return 0
      return side === 'left' ? slant * (1 - at) : slant * at
    }
    default:
      return 0
  }
}

/** Moves an end point from the box's side inwards onto the outline. */
export function ontoOutline(
  point: Point,
  form: Outline,
  box: Box,
  { side, at }: Pick<Anchor, 'side' | 'at'>,
  em: number,
): Point {
  const by = outlineInset(form, box, side, at, em)
  const step = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] }[side] as [
    number,
    number,
  ]
  return { x: point.x + step[0] * by, y: point.y + step[1] * by }
}
