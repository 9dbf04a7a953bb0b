import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { boxAround, centreOf, hullOf, LEFT_OF } from '.'
import { outlineOf } from './outlines'
import { extentsOf, mapPath, movePath, pathOf, pathSegments } from './path-data'

/** A box becomes another: what it holds is moved and drawn out with it. */
export interface Change {
  from: Box
  to: Box
}

/** Factors of both axes. */
function scaleOf({ from, to }: Change): Point {
  return {
    x: from.width > 0 ? to.width / from.width : 1,
    y: from.height > 0 ? to.height / from.height : 1,
  }
}

function pointIn(change: Change): <P extends Point>(point: P) => P {
  const { from, to } = change
  const by = scaleOf(change)
  return (point) => ({
    ...point,
    x: rounded(to.x + by.x * (point.x - from.x)),
    y: rounded(to.y + by.y * (point.y - from.y)),
  })
}

export function changedBox(box: Box, change: Change): Box {
  const by = scaleOf(change)
  return {
    ...pointIn(change)(box),
    width: rounded(by.x * box.width),
    height: rounded(by.y * box.height),
  }
}

/** A form in the box that its own became; letters keep their size. */
export function changedGeometry(geometry: Geometry, change: Change): Geometry {
  const at = pointIn(change)
  const by = scaleOf(change)
  switch (geometry.form) {
    case 'rect':
    case 'image':
      return { ...geometry, ...changedBox(geometry, change) }
    case 'cylinder': {
      const box = changedBox(geometry, change)
      // A lid is as deep as it was, however high what it closes.
      return { ...geometry, ...box, cap: Math.min(geometry.cap, rounded(box.height / 4)) }
    }
    case 'ellipse': {
      const { x: cx, y: cy } = at({ x: geometry.cx, y: geometry.cy })
      return {
        ...geometry,
        cx,
        cy,
        rx: rounded(by.x * geometry.rx),
        ry: rounded(by.y * geometry.ry),
      }
    }
    case 'polygon':
    case 'polyline':
      return { ...geometry, points: geometry.points.map(at) }
    case 'path':
      return { ...geometry, d: pathOf(mapPath(pathSegments(geometry.d), at)) }
    case 'lines': {
      const { from, to } = change
      const dx = to.x + to.width / 2 - from.x - from.width / 2
      const dy = to.y + to.height / 2 - from.y - from.height / 2
      return { ...geometry, lines: geometry.lines.map((line) => movedLine(line, dx, dy)) }
    }
  }
}

type Line = Extract<Geometry, { form: 'lines' }>['lines'][number]

function movedLine(line: Line, dx: number, dy: number): Line {
  const { runs, formulas } = line
  return {
    ...line,
    x: rounded(line.x + dx),
    y: rounded(line.y + dy),
    ...(runs && {
      runs: runs.map((run) => ({ ...run, ...(run.x !== undefined && { x: rounded(run.x + dx) }) })),
    }),
    ...(formulas && { formulas: formulas.map((one) => ({ ...one, d: movedBy(one.d, dx, dy) })) }),
  }
}

/** Path data moved by so many pixels. */
const movedBy = (d: string, dx: number, dy: number) => movePath(d, 1, dx, dy)

/** An element elsewhere, with all that is told in canvas pixels: its clip, its ramp, what a theme paints for it. */
export function movedElement(one: SceneElement, dx: number, dy: number): SceneElement {
  const change = { from: one.box, to: { ...one.box, x: one.box.x + dx, y: one.box.y + dy } }
  const { geometry, clip, paint, style } = one
  const { gradient } = style
  const matrix = gradient?.matrix?.map((each, at) => each + ({ 4: dx, 5: dy }[at] ?? 0))
  return {
    ...one,
    box: changedBox(one.box, change),
    ...(geometry && { geometry: changedGeometry(geometry, change) }),
    ...(clip && { clip: { ...clip, d: movedBy(clip.d, dx, dy) } }),
    ...(paint && { paint: paint.map((each) => ({ ...each, d: movedBy(each.d, dx, dy) })) }),
    ...(gradient && matrix && { style: { ...style, gradient: { ...gradient, matrix } } }),
  }
}

/** An element in the box that its own became, with all that is told in canvas pixels; words keep their size. */
export function changedElement(one: SceneElement, change: Change): SceneElement {
  const { from, to } = change
  if (from.width === to.width && from.height === to.height)
    return movedElement(one, to.x - from.x, to.y - from.y)
  const { geometry, clip, paint, style } = one
  if (geometry?.form === 'lines') {
    const { x, y } = pointIn(change)(centreOf(one.box))
    return movedElement(one, x - one.box.x - one.box.width / 2, y - one.box.y - one.box.height / 2)
  }
  const at = pointIn(change)
  const drawn = (d: string) => pathOf(mapPath(pathSegments(d), at))
  const { gradient } = style
  const { x: sx, y: sy } = scaleOf(change)
  const matrix = gradient?.matrix?.map((each, index) => {
    const by = index % 2 === 0 ? sx : sy
    const from = change.from[index % 2 === 0 ? 'x' : 'y']
    const to = change.to[index % 2 === 0 ? 'x' : 'y']
    return index < 4 ? by * each : to + by * (each - from)
  })
  return {
    ...one,
    box: changedBox(one.box, change),
    ...(geometry && { geometry: changedGeometry(geometry, change) }),
    ...(clip && { clip: { ...clip, d: drawn(clip.d) } }),
    ...(paint && { paint: paint.map((each) => ({ ...each, d: drawn(each.d) })) }),
    ...(gradient && matrix && { style: { ...style, gradient: { ...gradient, matrix } } }),
  }
}

/** The box around a form. */
export function boxOf(geometry: Geometry, { fontSize = 16 }: Style): Box {
  if (geometry.form !== 'lines') {
    const { x, y, width, height } = boxAround(
      extentsOf(outlineOf(geometry)).flatMap((one) => [
        one,
        { x: one.x + one.width, y: one.y + one.height },
      ]),
    )
    return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) }
  }
  return hullOf(
    geometry.lines.map(({ x, y, width }) => ({
      x: x - LEFT_OF[geometry.anchor] * width,
      y: y - fontSize * ASCENT,
      width,
      height: fontSize,
    })),
  )
}

/** Of letters above their baseline, in em. */
const ASCENT = 0.77
