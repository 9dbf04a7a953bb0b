import type { Truth } from './truth'
import type { Plan } from './wires'

export type Way = 'straight' | 'elbow' | 'rounded' | 'cubic' | 'arc'

type Place = { x: number; y: number }

/** One line of a figure. */
export interface Wire {
  start: Place
  end: Place
  /** Unit vectors from either end into the line. */
  leave: Place
  arrive: Place
  /** Path data from one place to another on the line's way: the heads shorten it. */
  d: (start: Place, end: Place) => string
  /** Corners of a line along the axes, else none. */
  corners: Place[]
  /** Where a label may stand, and the room there. */
  middle?: Place
  room: number
}

interface Wish {
  way: Way
  /** Pixels between the line's ends and the boxes. */
  gap: number
  /** Lines that this one leaps over. */
  done: readonly Wire[]
  track: number
  corner: number
}

const AWAY = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
} as const

export function wireBetween(plan: Plan, shapes: Truth['shapes'], wish: Wish): Wire {
  const [a, b] = [shapes[plan.from], shapes[plan.to]]
  if (!a || !b) throw new Error('no such box')
  const [out, into] = [AWAY[plan.out], AWAY[plan.into]]
  const [p, q] = [portOf(a, plan.out, plan.at[0]), portOf(b, plan.into, plan.at[1])]
  const gap = plan.fan ? 0 : wish.gap
  const start = { x: p.x + out.x * gap, y: p.y + out.y * gap }
  const end = { x: q.x + into.x * wish.gap, y: q.y + into.y * wish.gap }
  if (plan.from === plan.to) return loop(start, end, wish)
  if (wish.way === 'elbow' || wish.way === 'rounded') return elbow(plan, start, end, wish)
  const along = unit(start, end)
  if (wish.way === 'straight')
    return {
      start,
      end,
      leave: along,
      arrive: { x: -along.x, y: -along.y },
      d: (s, e) => `M${s.x} ${s.y}L${e.x} ${e.y}`,
      corners: [],
      middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 },
      room: Math.hypot(end.x - start.x, end.y - start.y),
    }
  if (wish.way === 'arc') {
    const bow = 0.12 + 0.2 * wish.track
    const c = {
      x: (start.x + end.x) / 2 - (end.y - start.y) * bow,
      y: (start.y + end.y) / 2 + (end.x - start.x) * bow,
    }
    return {
      start,
      end,
      leave: unit(start, c),
      arrive: unit(end, c),
      d: (s, e) => `M${s.x} ${s.y}Q${c.x} ${c.y} ${e.x} ${e.y}`,
      corners: [],
      room: 0,
    }
  }
  const reach = 0.5 * Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y))
  const [c1, c2] = [
    { x: start.x + out.x * reach, y: start.y + out.y * reach },
    { x: end.x + into.x * reach, y: end.y + into.y * reach },
  ]
  return {
    start,
    end,
    leave: out,
    arrive: into,
    d: (s, e) => `M${s.x} ${s.y}C${c1.x} ${c1.y} ${c2.x} ${c2.y} ${e.x} ${e.y}`,
    corners: [],
    room: 0,
  }
}

function unit(a: Place, b: Place): Place {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length }
}

/** Of a side, at a share of it, on the outline. */
function portOf(box: Truth['shapes'][number], side: keyof typeof AWAY, at: number): Place {
  const { form, x, y, width, height } = box
  const level = side === 'left' || side === 'right'
  const share = form === 'rect' ? at : 0.5 + (at - 0.5) * 0.6
  const off = 2 * share - 1
  const bulge =
    form === 'ellipse' ? Math.sqrt(1 - off * off) : form === 'rect' ? 1 : 1 - Math.abs(off)
  const [cx, cy] = [x + width / 2, y + height / 2]
  const way = AWAY[side]
  return level
    ? { x: cx + (way.x * width * bulge) / 2, y: y + share * height }
    : { x: x + share * width, y: cy + (way.y * height * bulge) / 2 }
}

function elbow(plan: Plan, start: Place, end: Place, wish: Wish): Wire {
  const level = plan.out === 'right'
  const share = 0.3 + 0.4 * wish.track
  const way = level ? end.x - start.x : end.y - start.y
  const mid = (level ? start.x : start.y) + (plan.fan ? 30 : way * share)
  const inner = level
    ? [
        { x: mid, y: start.y },
        { x: mid, y: end.y },
      ]
    : [
        { x: start.x, y: mid },
        { x: end.x, y: mid },
      ]
  const flat = level ? Math.abs(start.y - end.y) < 3 : Math.abs(start.x - end.x) < 3
  if (flat) {
    if (level) end.y = start.y
    else end.x = start.x
  }
  const corners = flat ? [start, end] : [start, ...inner, end]
  const radius = wish.way === 'rounded' ? wish.corner : 0
  const last = corners.at(-2) ?? start
  const [c1 = start, c2 = end] = flat ? [start, end] : inner
  return {
    start,
    end,
    leave: unit(start, corners[1] ?? end),
    arrive: unit(end, last),
    d: (s, e) => alongAxes([s, ...corners.slice(1, -1), e], radius, wish.done),
    corners,
    middle: { x: (c1.x + c2.x) / 2, y: (c1.y + c2.y) / 2 },
    room: Math.hypot(c1.x - c2.x, c1.y - c2.y),
  }
}

function loop(start: Place, end: Place, { way, corner }: Wish): Wire {
  const up = 26
  const leave = { x: 0, y: -1 }
  const corners = [start, { x: start.x, y: start.y - up }, { x: end.x, y: start.y - up }, end]
  const square = way === 'elbow' || way === 'rounded'
  return {
    start,
    end,
    leave,
    arrive: leave,
    d: (s, e) =>
      square
        ? alongAxes(
            [s, ...corners.slice(1, -1), e],
            way === 'rounded' ? Math.min(10, corner) : 0,
            [],
          )
        : `M${s.x} ${s.y}C${s.x - 6} ${s.y - 46} ${e.x + 6} ${s.y - 46} ${e.x} ${e.y}`,
    corners: square ? corners : [],
    room: 0,
  }
}

const LEAP = 6

/** With rounded corners, and half circles over the upright pieces of earlier lines. */
function alongAxes(corners: readonly Place[], radius: number, done: readonly Wire[]): string {
  let d = ''
  corners.forEach((at, index) => {
    const [before, after] = [corners[index - 1], corners[index + 1]]
    if (!before) {
      d += `M${at.x} ${at.y}`
      return
    }
    const way = unit(before, at)
    const r = after
      ? Math.min(radius, distance(before, at) / 2 - 1, distance(at, after) / 2 - 1)
      : 0
    for (const x of leaps(before, at, done))
      d += `L${x - way.x * LEAP} ${at.y}A${LEAP} ${LEAP} 0 0 ${way.x > 0 ? 1 : 0} ${x + way.x * LEAP} ${at.y}`
    d += `L${at.x - way.x * r} ${at.y - way.y * r}`
    if (!after || r <= 0) return
    const on = unit(at, after)
    d += `Q${at.x} ${at.y} ${at.x + on.x * r} ${at.y + on.y * r}`
  })
  return d
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Where a level piece crosses upright pieces of other lines, in its order. */
function leaps(a: Place, b: Place, done: readonly Wire[]): number[] {
  if (a.y !== b.y) return []
  const [left, right] = [Math.min(a.x, b.x) + 26, Math.max(a.x, b.x) - 26]
  const found = done.flatMap(({ corners }) =>
    corners.flatMap((p, index) => {
      const q = corners[index + 1]
      if (!q || p.x !== q.x || p.x < left || p.x > right) return []
      const [top, bottom] = [Math.min(p.y, q.y) + 10, Math.max(p.y, q.y) - 10]
      return a.y > top && a.y < bottom ? [p.x] : []
    }),
  )
  const sorted = found.sort((p, q) => (a.x < b.x ? p - q : q - p))
  return sorted.filter(
    (x, index) => index === 0 || Math.abs(x - (sorted[index - 1] ?? x)) > 2.4 * LEAP,
  )
}
