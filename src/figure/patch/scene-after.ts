import type { Operation } from '../../forms/operations'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import { type Operated, operated } from './operations'

/**
 * A scene after an author's hand on its file. Of an element whose box alone was changed the form follows, what stands in it
 * goes along, and so do the connectors that join it; so with words whose label alone was changed. All else is taken as it was
 * sent.
 */
export function sceneAfter(before: Scene, sent: Scene): Operated {
  const known = new Map(before.elements.map((each) => [each.id, each]))
  const left = new Map(sent.elements.map((each) => [each.id, each]))
  const operations = [
    ...before.elements.filter((each) => isLost(each, known, left)).map(({ id }) => drop(id)),
    ...sent.elements.flatMap((each) => moved(each, known, left)),
    ...sent.elements.flatMap((each) => written(each, known)),
  ]
  const made = operated(before, operations)
  const changed = new Set(made.changed)
  const there = new Map(made.scene.elements.map((each) => [each.id, each]))
  const elements = sent.elements.flatMap((is) => {
    const [was, now] = [known.get(is.id), there.get(is.id)]
    if (was && !now) return []
    if (was && now && isDrawnAlike(was, is)) {
      if (same(was.style, is.style)) return [now]
      changed.add(is.id)
      return [{ ...now, style: is.style }]
    }
    changed.add(is.id)
    return [pictured(is, was)]
  })
  const { width, height, background, title, description } = sent
  return {
    scene: {
      ...made.scene,
      ...{ background, title, description },
      width: Math.max(width, made.scene.width),
      height: Math.max(height, made.scene.height),
      elements,
    },
    changed: [...changed],
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const drop = (id: string): Operation => ({ op: 'drop', id })

type Elements = ReadonlyMap<string, SceneElement>

/** Whether a form is left for us to carry along; a picture may be left out of what is sent. */
const isDrawnAlike = (was: SceneElement, is: SceneElement) =>
  same(formOf(was), formOf(pictured(is, was))) && same(was.paint, is.paint)

/** A form, whatever its words are. */
const formOf = ({ geometry }: SceneElement) =>
  geometry?.form === 'lines'
    ? { ...geometry, lines: geometry.lines.map((line) => ({ ...line, text: '' })) }
    : geometry

function pictured(is: SceneElement, was: SceneElement | undefined): SceneElement {
  const [old, now] = [was?.geometry, is.geometry]
  if (now?.form !== 'image' || now.href !== '' || old?.form !== 'image') return is
  return { ...is, geometry: { ...now, href: old.href } }
}

/** Gone, and nothing that goes takes it along: not what it stands in, not what it joins. */
function isLost({ id, parent, from, to }: SceneElement, known: Elements, left: Elements): boolean {
  const goes = (other: string | undefined) =>
    other !== undefined && known.has(other) && !left.has(other)
  return !left.has(id) && ![parent, from?.element, to?.element].some(goes)
}

const shift = ({ x, y }: Box, old: Box) => ({ dx: x - old.x, dy: y - old.y })

function moved(is: SceneElement, known: Elements, left: Elements): Operation[] {
  const was = known.get(is.id)
  if (!was || is.kind === 'connector' || same(was.box, is.box) || !isDrawnAlike(was, is)) return []
  const by = shift(is.box, was.box)
  const { width, height } = is.box
  if (width !== was.box.width || height !== was.box.height)
    return is.kind === 'text'
      ? []
      : [{ op: 'resize', id: is.id, box: [is.box.x, is.box.y, width, height] }]
  // What a part's owner does, the part does too.
  const [home, homeBefore] = [left.get(was.parent ?? ''), known.get(was.parent ?? '')]
  if (home && homeBefore && same(shift(home.box, homeBefore.box), by)) return []
  return [{ op: 'move', ids: [is.id], ...by }]
}

function written(is: SceneElement, known: Elements): Operation[] {
  const was = known.get(is.id)
  if (!was || is.kind !== 'text' || !isDrawnAlike(was, is)) return []
  const [lines, before] = [linesOf(is), linesOf(was)]
  const label = lines === before ? is.label : lines
  const isNew = lines !== before || is.label !== was.label
  return isNew && label ? [{ op: 'rename', id: is.id, label }] : []
}

const linesOf = ({ geometry }: SceneElement) =>
  geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text).join('\n') : undefined
