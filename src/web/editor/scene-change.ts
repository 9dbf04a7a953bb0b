import type { Scene, SceneElement } from '../../forms/scene'
import type { Trade } from './use-edits'

/** One change of a figure that was read from a picture; `part` is what people see it happen to. */
export type SceneChange = { id: string; part: string } & (
  | { op: 'move'; x: number; y: number }
  | { op: 'words'; text: string }
  | { op: 'colour'; of: 'fill' | 'stroke'; color: string }
  | { op: 'drop' }
)

/** Changes become the whole edited scene. */
export const tradeOf = (scene: Scene): Trade<SceneChange> => ({
  body: (changes) => ({ scene: sceneAfter(scene, changes) }),
  replaces: (last, next) => last.op === 'move' && next.op === 'move' && last.id === next.id,
  partOf: ({ part }) => part,
})

/** The scene after changes; pictures are left out of it, the server still has them. */
function sceneAfter(scene: Scene, changes: readonly SceneChange[]): Scene {
  const elements = new Map(scene.elements.map((each) => [each.id, each]))
  for (const change of changes) {
    const one = elements.get(change.id)
    if (!one) continue
    if (change.op === 'drop') elements.delete(change.id)
    else elements.set(change.id, changed(one, change))
  }
  return { ...scene, elements: [...elements.values()].map(withoutPicture) }
}

function changed(one: SceneElement, change: Exclude<SceneChange, { op: 'drop' }>): SceneElement {
  const { geometry, box, style } = one
  switch (change.op) {
    case 'move': {
      const [dx, dy] = [change.x - box.x, change.y - box.y]
      if (geometry?.form !== 'lines') return { ...one, box: { ...box, x: change.x, y: change.y } }
      const lines = geometry.lines.map((line) => ({ ...line, x: line.x + dx, y: line.y + dy }))
      return { ...one, geometry: { ...geometry, lines } }
    }
    case 'words':
      return geometry?.form === 'lines'
        ? { ...one, geometry: { ...geometry, lines: linesOf(geometry.lines, change.text, style) } }
        : one
    case 'colour': {
      const { gradient: _, ...plain } = style
      return {
        ...one,
        style: { ...(change.of === 'fill' ? plain : style), [change.of]: change.color },
      }
    }
  }
}

type Line = Extract<NonNullable<SceneElement['geometry']>, { form: 'lines' }>['lines'][number]

/** From line to line of what was one line, in sizes of the letters. */
const LEADING = 1.25

/** Words in as many lines as they have, around the middle of those before. */
function linesOf(before: readonly Line[], text: string, { fontSize = 16 }: SceneElement['style']) {
  const [first] = before
  const last = before.at(-1)
  if (!first || !last) return [...before]
  const words = text.split('\n')
  const middle = (first.y + last.y) / 2
  const leading = before.length > 1 ? (last.y - first.y) / (before.length - 1) : LEADING * fontSize
  return words.map((line, at): Line => {
    const same = before[at]
    if (words.length === before.length && same?.text === line) return same
    const y = middle + (at - (words.length - 1) / 2) * leading
    return { text: line, x: same?.x ?? first.x, y, width: first.width }
  })
}

function withoutPicture(each: SceneElement): SceneElement {
  const { geometry } = each
  return geometry?.form === 'image' ? { ...each, geometry: { ...geometry, href: '' } } : each
}
