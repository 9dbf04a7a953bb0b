import { rounded } from '../forms/numbers'
import type { Geometry, Point, Scene, SceneElement } from '../forms/scene'

/** A scene on a canvas of another size, such as one read from a reduced picture in the pixels of the picture itself. */
export function rescaleScene(
  scene: Scene,
  { width, height }: { width: number; height: number },
): Scene {
  if (scene.width === width && scene.height === height) return scene
  const [sx, sy] = [width / scene.width, height / scene.height]
  const mean = Math.sqrt(sx * sy)
  const point = ({ x, y }: Point) => ({ x: rounded(x * sx), y: rounded(y * sy) })
  const box = (one: SceneElement['box']) => ({
    ...point(one),
    width: rounded(one.width * sx),
    height: rounded(one.height * sy),
  })
  const path = (d: string) => {
    let across = true
    return d.replace(/-?\d+(?:\.\d+)?/g, (value) => {
      const by = across ? sx : sy
      across = !across
      return String(rounded(Number(value) * by))
    })
  }
  const geometry = (one: Geometry): Geometry => {
    switch (one.form) {
      case 'rect':
        return { ...one, ...box(one), radius: rounded(one.radius * mean) }
      case 'cylinder':
        return { ...one, ...box(one), cap: rounded(one.cap * sy) }
      case 'image':
        return { ...one, ...box(one) }
      case 'ellipse':
        return {
          form: 'ellipse',
          cx: rounded(one.cx * sx),
          cy: rounded(one.cy * sy),
          rx: rounded(one.rx * sx),
          ry: rounded(one.ry * sy),
        }
      case 'polygon':
        return { form: 'polygon', points: one.points.map(point) }
      case 'polyline':
        return { ...one, points: one.points.map(point), radius: rounded(one.radius * mean) }
      case 'path':
        return { form: 'path', d: path(one.d) }
      case 'lines':
        return {
          ...one,
          lines: one.lines.map((line) => ({
            ...line,
            ...point(line),
            width: rounded(line.width * mean),
            ...(line.runs && {
              runs: line.runs.map((run) => ({
                ...run,
                ...(run.fontSize !== undefined && { fontSize: rounded(run.fontSize * mean) }),
                ...(run.rise !== undefined && { rise: rounded(run.rise * mean) }),
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
      ...(each.clip && { clip: { ...each.clip, d: path(each.clip.d) } }),
      style: {
        ...style,
        ...(style.strokeWidth !== undefined && { strokeWidth: rounded(style.strokeWidth * mean) }),
        ...(style.fontSize !== undefined && { fontSize: rounded(style.fontSize * mean) }),
        ...(style.gradient?.matrix && {
          gradient: {
            ...style.gradient,
            matrix: style.gradient.matrix.map((value, at) => rounded(value * (at % 2 ? sy : sx))),
          },
        }),
        ...(style.dash && { dash: style.dash.map((value) => rounded(value * mean)) }),
      },
    }
  })
  return { ...scene, width, height, elements }
}
