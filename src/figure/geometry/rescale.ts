import { rounded } from '../../forms/numbers'
import type { Geometry, Scene, SceneElement } from '../../forms/scene'
import { changedBox, changedElement } from './moved'

/** A scene on a canvas of another size, such as one read from a reduced picture in the pixels of the picture itself. */
export function rescaleScene(
  scene: Scene,
  { width, height }: { width: number; height: number },
): Scene {
  if (scene.width === width && scene.height === height) return scene
  const change = {
    from: { x: 0, y: 0, width: scene.width, height: scene.height },
    to: { x: 0, y: 0, width, height },
  }
  const sy = height / scene.height
  const by = (value: number) => rounded(value * Math.sqrt((width / scene.width) * sy))
  const lines = (one: Extract<Geometry, { form: 'lines' }>): Geometry => ({
    ...one,
    lines: one.lines.map((line) => {
      const { x, y } = changedBox({ ...line, height: 0 }, change)
      return {
        ...{ ...line, x, y, width: by(line.width) },
        ...(line.runs && {
          runs: line.runs.map((run) => ({
            ...run,
            ...(run.fontSize !== undefined && { fontSize: by(run.fontSize) }),
            ...(run.rise !== undefined && { rise: by(run.rise) }),
          })),
        }),
      }
    }),
  })
  const elements = scene.elements.map((each): SceneElement => {
    const own = each.geometry
    const { geometry: next, style, ...rest } = changedElement(each, change)
    const geometry = own?.form === 'lines' ? lines(own) : next
    const { strokeWidth, fontSize, dash } = style
    return {
      ...{ ...rest, box: changedBox(each.box, change) },
      ...(geometry && {
        geometry: {
          ...geometry,
          ...('radius' in geometry && { radius: by(geometry.radius) }),
          ...(own?.form === 'cylinder' && { cap: rounded(own.cap * sy) }),
        },
      }),
      style: {
        ...style,
        ...(strokeWidth !== undefined && { strokeWidth: by(strokeWidth) }),
        ...(fontSize !== undefined && { fontSize: by(fontSize) }),
        ...(dash && { dash: dash.map(by) }),
      },
    }
  })
  return { ...scene, width, height, elements }
}
