import type { Wire } from './wires-routes'

export const HEADS = [
  'triangle',
  'slim',
  'wide',
  'open',
  'barbed',
  'diamond',
  'circle',
  'tee',
  'triangle',
] as const
export type HeadForm = (typeof HEADS)[number]

interface Pen {
  colour: string
  width: number
  dash: string
  cap: string
  page: string
}

type Place = { x: number; y: number }

/** A line with what ends it; `halo` lays a margin of the page's colour under it. */
export function headDrawn(
  wire: Wire,
  form: HeadForm,
  heads: 'end' | 'both' | 'none',
  pen: Pen,
  halo: boolean,
): string {
  const long = 5 + 3 * pen.width
  const inset = heads === 'none' ? 0 : NECK[form] * long
  const end = moved(wire.end, wire.arrive, inset)
  const start = heads === 'both' ? moved(wire.start, wire.leave, inset) : wire.start
  const d = wire.d(start, end)
  const dash = pen.dash === '' ? '' : ` stroke-dasharray="${pen.dash}"`
  const under = halo
    ? `<path d="${wire.d(moved(start, wire.leave, 16), moved(end, wire.arrive, 16))}" fill="none" stroke="${pen.page}" stroke-width="${pen.width + 8}"/>`
    : ''
  const line = `<path d="${d}" fill="none" stroke="${pen.colour}" stroke-width="${pen.width}" stroke-linecap="${pen.cap}" stroke-linejoin="round"${dash}/>`
  const last = heads === 'none' ? '' : headAt(wire.end, wire.arrive, form, long, pen)
  const first = heads === 'both' ? headAt(wire.start, wire.leave, form, long, pen) : ''
  return `${under}${line}${last}${first}`
}

/** By which share of its length a head shortens its line. */
const NECK: Record<HeadForm, number> = {
  triangle: 0.9,
  slim: 0.9,
  wide: 0.9,
  open: 0.1,
  barbed: 0.7,
  diamond: 0.95,
  circle: 0.9,
  tee: 0,
}

function moved({ x, y }: Place, way: Place, by: number): Place {
  return { x: x + way.x * by, y: y + way.y * by }
}

function headAt(tip: Place, back: Place, form: HeadForm, long: number, pen: Pen): string {
  const at = (along: number, across: number) =>
    `${(tip.x + back.x * along - back.y * across).toFixed(2)} ${(tip.y + back.y * along + back.x * across).toFixed(2)}`
  const filled = (d: string) => `<path d="${d}" fill="${pen.colour}"/>`
  const drawn = (d: string) =>
    `<path d="${d}" fill="none" stroke="${pen.colour}" stroke-width="${pen.width}"/>`
  const half = { slim: 0.28, wide: 0.62, triangle: 0.42, barbed: 0.45 } as const
  switch (form) {
    case 'open':
      return drawn(`M${at(long, 0.45 * long)}L${at(0, 0)}L${at(long, -0.45 * long)}`)
    case 'barbed':
      return filled(
        `M${at(0, 0)}L${at(long, 0.45 * long)}L${at(0.7 * long, 0)}L${at(long, -0.45 * long)}Z`,
      )
    case 'diamond':
      return filled(
        `M${at(0, 0)}L${at(long / 2, 0.35 * long)}L${at(long, 0)}L${at(long / 2, -0.35 * long)}Z`,
      )
    case 'circle': {
      const r = 0.42 * long
      return `<circle cx="${tip.x + back.x * r}" cy="${tip.y + back.y * r}" r="${r}" fill="${pen.colour}"/>`
    }
    case 'tee':
      return drawn(`M${at(pen.width, 0.5 * long)}L${at(pen.width, -0.5 * long)}`)
    default: {
      const wide = half[form] * long
      return filled(`M${at(0, 0)}L${at(long, wide)}L${at(long, -wide)}Z`)
    }
  }
}
