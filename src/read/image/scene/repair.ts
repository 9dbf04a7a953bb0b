import { difference } from '../../../figure/pixels/color'
import { rounded } from '../../../forms/numbers'
import type { Scene, SceneElement } from '../../../forms/scene'
import { renderElements } from '../painting/render'
import type { Pixels } from '../pixels/pixels'

/** One change that is tried on every element it applies to. */
type Change = (element: SceneElement) => SceneElement | undefined

/** Text first: another face than the picture's is what most drawings differ by. */
const CHANGES: readonly Change[] = [
  weight(),
  size(1.025),
  size(0.975),
  nudge(0.5, 0),
  nudge(-0.5, 0),
  nudge(0, 0.5),
  nudge(0, -0.5),
  pen(1.12),
  pen(0.89),
]

/**
 * Tries every change on all elements at once and keeps it where an element's own place comes nearer to the picture.
 * Gives the elements and how many of them changed.
 */
export async function repairElements(
  scene: Scene,
  elements: readonly SceneElement[],
  source: Pixels,
): Promise<{ elements: SceneElement[]; changed: number }> {
  let best = [...elements]
  let drawn = await renderElements(scene, best)
  const touched = new Set<string>()
  for (const change of CHANGES) {
    const tried = best.map((each) => change(each) ?? each)
    if (tried.every((each, index) => each === best[index])) continue
    const other = await renderElements(scene, tried)
    let better = false
    best = best.map((each, index) => {
      const next = tried[index] ?? each
      if (next === each) return each
      const was = errorAt(each, source, drawn)
      if (errorAt(each, source, other) >= 0.985 * was) return each
      better = true
      touched.add(each.id)
      return next
    })
    if (better) drawn = await renderElements(scene, best)
  }
  return { elements: best, changed: touched.size }
}

function errorAt({ box }: SceneElement, source: Pixels, drawn: Pixels): number {
  let sum = 0
  const right = Math.min(source.width, box.x + box.width + 3)
  const bottom = Math.min(source.height, box.y + box.height + 3)
  for (let y = Math.max(0, Math.floor(box.y) - 3); y < bottom; y++)
    for (let x = Math.max(0, Math.floor(box.x) - 3); x < right; x++) {
      const i = y * source.width + x
      sum += difference(source.rgb[i] as number, drawn.rgb[i] as number) ** 2
    }
  return sum
}

function weight(): Change {
  return (each) => {
    if (each.kind !== 'text') return undefined
    const heavy = (each.style.fontWeight ?? 400) >= 600
    return { ...each, style: { ...each.style, fontWeight: heavy ? 400 : 600 } }
  }
}

function size(by: number): Change {
  return (each) =>
    each.kind === 'text' && each.style.fontSize !== undefined
      ? { ...each, style: { ...each.style, fontSize: rounded(each.style.fontSize * by) } }
      : undefined
}

function nudge(dx: number, dy: number): Change {
  return (each) => {
    if (each.kind !== 'text' || each.geometry?.form !== 'lines') return undefined
    const lines = each.geometry.lines.map((line) => ({
      ...line,
      x: rounded(line.x + dx),
      y: rounded(line.y + dy),
    }))
    return { ...each, geometry: { ...each.geometry, lines } }
  }
}

function pen(by: number): Change {
  return (each) =>
    each.style.strokeWidth !== undefined && each.kind !== 'text'
      ? { ...each, style: { ...each.style, strokeWidth: rounded(each.style.strokeWidth * by) } }
      : undefined
}
