import type { Geometry, Point, Scene, SceneElement } from '../../../forms/scene'
import { round } from './shape-elements'

/** A scene read from a reduced picture, in the pixels of the picture itself. */
export function rescaleScene(
  scene: Scene,
  { width, height }: { width: number; height: number },
): Scene {
  if (scene.width === width && scene.height === height) return scene
  const [sx, sy] = [width / scene.width, height / scene.height]
  const mean = Math.sqrt(sx * sy)
  const point = ({ x, y }: Point) => ({ x: round(x * sx), y: round(y * sy) })
  const box = (one: SceneElement['box']) => ({
    ...point(one),
    width: round(one.width * sx),
    height: round(one.height * sy),
  })
  const geometry = (one: Geometry): Geometry => {
    switch (one.form) {
      case 'rect':
        return { ...one, ...box(one), radius: round(one.radius * mean) }
      case 'cylinder':
        return { ...one, ...box(one), cap: round(one.cap * sy) }
      case 'image':
        return { ...one, ...box(one) }
      case 'ellipse':
        return {
          form: 'ellipse',
          cx: round(one.cx * sx),
          cy: round(one.cy * sy),
          rx: round(one.rx * sx),
          ry: round(one.ry * sy),
        }
      case 'polygon':
        return { form: 'polygon', points: one.points.map(point) }
      case 'polyline':
        return { ...one, points: one.points.map(point), radius: round(one.radius * mean) }
      case 'path': {
        let across = true
        const d = one.d.replace(/-?\d+(?:\.\d+)?/g, (value) => {
          const by = across ? sx : sy
          across = !across
          return String(round(Number(value) * by))
        })
        return { form: 'path', d }
      }
      case 'lines':
        return {
          ...one,
          lines: one.lines.map((line) => ({
            ...line,
            ...point(line),
            width: round(line.width * mean),
            ...(line.runs && {
              runs: line.runs.map((run) => ({
                ...run,
                ...(run.fontSize !== undefined && { fontSize: round(run.fontSize * mean) }),
                ...(run.rise !== undefined && { rise: round(run.rise * mean) }),
              })),
            }),
          })),
        }
    }
  }
  const elements = scene.elements.map((each): SceneElement => {
    const { style } = each
    return {
      ...each,
      box: box(each.box),
      ...(each.geometry && { geometry: geometry(each.geometry) }),
      style: {
        ...style,
        ...(style.strokeWidth !== undefined && { strokeWidth: round(style.strokeWidth * mean) }),
        ...(style.fontSize !== undefined && { fontSize: round(style.fontSize * mean) }),
        ...(style.shadow && {
          shadow: {
            ...style.shadow,
            dx: round(style.shadow.dx * mean),
            dy: round(style.shadow.dy * mean),
            blur: round(style.shadow.blur * mean),
          },
        }),
        ...(style.dash && { dash: style.dash.map((value) => round(value * mean)) }),
      },
    }
  })
  return { ...scene, width, height, elements }
}
