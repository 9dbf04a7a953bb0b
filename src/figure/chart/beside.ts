import type { Box, SceneElement } from '../../forms/scene'
import { readable } from '../color'
import { placer } from './corner'
import { boxAround, groupPart, strokePart, textPart } from './draw'
import { COLOR, SIZE, widthOf } from './house'
import type { EndLabel, Frame, Plot } from './plot'
import { Z } from './walk'

const LINE = SIZE.text * 1.18
const GAP = 12

/** Room on either side that names of lines, guides and a second axis take, in pixels. */
export function sideRoom(plot: Plot, ends: boolean): { left: number; right: number } {
  const wide = (side: 'left' | 'right') =>
    ends
      ? Math.max(
          0,
          ...(plot.ends ?? [])
            .filter((each) => each.side === side)
            .map(({ text }) => widthOf(text, SIZE.text, 500) + GAP),
        )
      : 0
  const second = plot.second
    ? Math.max(0, ...plot.second.ticks.map(({ label }) => widthOf(label))) +
      SIZE.tick +
      8 +
      (plot.second.title === '' ? 12 : SIZE.title * 1.3 + 14)
    : 0
  // A title that stands beside the names leaves room for them already.
  const within = (plot.flipped ? plot.a : plot.v).aside !== undefined
  return { left: within ? 0 : wide('left'), right: Math.max(wide('right'), second) }
}

/** Heights of labels moved apart as little as possible, keeping their order. */
export function dodged(heights: readonly number[], low: number, high: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  // Labels that touch form a block around their mean; blocks that touch join.
  const blocks: { members: number[]; centre: number }[] = []
  const size = (block: { members: number[] }) => block.members.length * LINE
  for (const index of order) {
    blocks.push({ members: [index], centre: heights[index] ?? 0 })
    for (;;) {
      const last = blocks.at(-1)
      const before = blocks.at(-2)
      if (!last || !before || before.centre + size(before) / 2 <= last.centre - size(last) / 2)
        break
      const members = [...before.members, ...last.members]
      const centre =
        (before.centre * before.members.length + last.centre * last.members.length) / members.length
      blocks.splice(-2, 2, { members, centre })
    }
  }
  const found = [...heights]
  for (const block of blocks) {
    const half = size(block) / 2
    const centre = Math.min(high - half, Math.max(low + half, block.centre))
    block.members.forEach((index, k) => {
      found[index] = centre - half + (k + 0.5) * LINE
    })
  }
  return found
}

/** Whether the ends of lines leave each label near its own line. */
export function endsFit(plot: Plot, frame: Box): boolean {
  const place = placer(plot, frame)
  return (['left', 'right'] as const).every((side) => {
    const own = (plot.ends ?? []).filter((each) => each.side === side)
    const heights = own.map((each) => place(each).y)
    return dodged(heights, frame.y - LINE / 2, frame.y + frame.height + LINE / 2).every(
      (y, i) => Math.abs(y - (heights[i] ?? 0)) <= LINE * 1.1,
    )
  })
}

/** Names at the ends of lines; they are the legend, unless they were asked for in its stead. */
export function endElements(plot: Plot, frame: Box, asked: boolean): SceneElement[] {
  const place = placer(plot, frame)
  const named = (side: EndLabel['side']) => {
    const own = (plot.ends ?? []).filter((each) => each.side === side)
    const ys = dodged(
      own.map((each) => place(each).y),
      frame.y - LINE / 2,
      frame.y + frame.height + LINE / 2,
    )
    return own.map((each, i) =>
      textPart(`end-${side}-${i + 1}`, 'ends', Z.text, {
        text: each.text,
        x: place(each).x + (side === 'right' ? GAP : -GAP),
        y: ys[i] ?? 0,
        anchor: side === 'right' ? 'start' : 'end',
        baseline: 'middle',
        weight: 500,
        color: readable(each.color, '#ffffff'),
      }),
    )
  }
  const parts = [...named('left'), ...named('right')]
  return parts.length === 0
    ? []
    : [groupPart('ends', asked ? 'group' : 'legend', Z.text, around(parts)), ...parts]
}

const around = (parts: readonly SceneElement[]) =>
  boxAround(
    parts.flatMap(({ box }) => [
      { x: box.x, y: box.y },
      { x: box.x + box.width, y: box.y + box.height },
    ]),
  )

/** A second axis on the far side, its ticks at places of the first. */
export function secondElements(plot: Plot, frame: Box): SceneElement[] {
  const { second } = plot
  if (!second) return []
  const place = placer(plot, frame)
  const x = frame.x + frame.width
  const lined = !plot.flipped
  const parts: SceneElement[] = lined
    ? [
        strokePart(
          'axis-second-domain',
          'axis-second',
          Z.axis,
          [
            { x, y: frame.y },
            { x, y: frame.y + frame.height },
          ],
          { stroke: COLOR.axis, strokeWidth: SIZE.axis },
        ),
      ]
    : []
  second.ticks.forEach(({ value, label }, i) => {
    const { y } = place(
      lined ? { a: plot.a.domain[1], v: value } : { a: value, v: plot.v.domain[1] },
    )
    if (lined)
      parts.push(
        strokePart(
          `axis-second-tick-${i + 1}`,
          'axis-second',
          Z.axis,
          [
            { x, y },
            { x: x + SIZE.tick, y },
          ],
          { stroke: COLOR.axis, strokeWidth: SIZE.axis },
        ),
      )
    parts.push(
      textPart(`axis-second-label-${i + 1}`, 'axis-second', Z.axis, {
        text: label,
        x: x + SIZE.tick + 8,
        y,
        baseline: 'middle',
      }),
    )
  })
  if (second.title !== '') {
    const wide = Math.max(0, ...second.ticks.map(({ label }) => widthOf(label)))
    parts.push(
      textPart('axis-second-title', 'axis-second', Z.axis, {
        text: second.title,
        x: x + SIZE.tick + 8 + wide + 14 + SIZE.title * 0.75,
        y: frame.y + frame.height / 2,
        turn: -90,
        anchor: 'middle',
        size: SIZE.title,
        weight: 500,
        color: COLOR.ink,
      }),
    )
  }
  return [groupPart('axis-second', 'axis', Z.axis, around(parts)), ...parts]
}

/** Words along reference lines, at the end where fewer marks are. */
export function guideElements(plot: Plot, frame: Box, taken: readonly Box[]): SceneElement[] {
  const place = placer(plot, frame)
  return (plot.guides ?? []).map(({ text, onValue, at }, i) => {
    const { x, y } = place(
      onValue ? { a: plot.a.domain[1], v: at } : { a: at, v: plot.v.domain[1] },
    )
    const across = onValue !== plot.flipped
    const name = `guide-${i + 1}`
    const words = { text, size: SIZE.text * 0.92, color: '#4a535d', italic: true }
    if (across) {
      const [right, left] = (['end', 'start'] as const).map((anchor) =>
        textPart(name, undefined, Z.text, {
          ...words,
          x: anchor === 'end' ? frame.x + frame.width - 4 : frame.x + 4,
          y: y - 7,
          anchor,
        }),
      ) as [SceneElement, SceneElement]
      const hidden = ({ box }: SceneElement) =>
        taken.reduce((all, other) => all + shared(box, other), 0)
      return hidden(left) < hidden(right) - 1 ? left : right
    }
    const right = x + widthOf(text) + 8 < frame.x + frame.width
    return textPart(name, undefined, Z.text, {
      ...words,
      x: right ? x + 7 : x - 7,
      y: frame.y + 4,
      anchor: right ? ('start' as const) : ('end' as const),
      baseline: 'top' as const,
    })
  })
}

/** Names of points: to the right of them, else left, above or below, wherever they touch the least. */
export function nameElements(
  plot: Plot,
  frames: readonly Frame[],
  taken: readonly Box[],
): SceneElement[] {
  const boxes: Box[] = [...taken]
  const size = SIZE.text * 0.86
  return (plot.names ?? []).flatMap(({ text, a, v, radius, facet, said, past }, i) => {
    const frame = frames.find((each) => each.facet === facet) ?? frames[0]
    if (!frame) return []
    const { x, y } = placer(plot, frame)({ a, v })
    const gap = radius + 6
    const sides = past
      ? ([plot.flipped ? 'right' : 'above'] as const)
      : (['right', 'left', 'above', 'below'] as const)
    const places = (past ? [gap] : [gap, gap + 24]).flatMap((away) =>
      sides.map((side) => ({ side, away })),
    )
    const made = places.map(({ side, away }) =>
      textPart(`name-${i + 1}`, undefined, Z.text, {
        text,
        size: said ? SIZE.text : size,
        ...(said ? { weight: 500, color: COLOR.ink } : {}),
        x: side === 'right' ? x + away : side === 'left' ? x - away : x,
        y: side === 'above' ? y - away : side === 'below' ? y + away : y,
        anchor: side === 'right' ? 'start' : side === 'left' ? 'end' : 'middle',
        baseline: side === 'above' ? 'bottom' : side === 'below' ? 'top' : 'middle',
      }),
    )
    const cost = ({ box }: SceneElement) =>
      boxes.reduce((all, other) => all + shared(box, other), 0) + (inFrame(box, frame) ? 0 : 1e6)
    const best = made.reduce((one, other) => (cost(other) < cost(one) - 1 ? other : one))
    boxes.push(best.box)
    return [best]
  })
}

function shared(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

const inFrame = (box: Box, frame: Box) =>
  box.x >= frame.x &&
  box.x + box.width <= frame.x + frame.width + 14 &&
  box.y >= frame.y - 6 &&
  box.y + box.height <= frame.y + frame.height
