import { grown, hullOf, overlap, within } from '../geometry'
import { bracketDraft, bubble, inner, noteWords } from '../layout/note-draw'
import { type ElementDraft, idMaker, type Sketch, Z } from '../layout/sketch'
import type { Theme } from '../themes/theme'
import { stretchesOf } from './faults'
import { isFlat, NOTE, type PlacedNote } from './notes'

/** Notes as drafts; what is drawn already keeps its ids. */
export function drawNotes(
  notes: readonly PlacedNote[],
  taken: readonly ElementDraft[],
  em: number,
  theme: Theme,
): ElementDraft[] {
  const id = idMaker()
  for (const { element } of taken) id(element.id)
  return notes.flatMap((placed) => drawNote(placed, id(placed.note.id), em, theme))
}

function drawNote(placed: PlacedNote, own: string, em: number, theme: Theme): ElementDraft[] {
  const { note, side, box, at, text, height } = placed
  const { form, spans, confidence } = note
  const whole: ElementDraft = {
    part: 'note',
    hue: -1,
    element: {
      ...{ id: own, kind: 'group', role: 'text', z: Z.text, box, style: {} },
      ...{ label: note.text.replaceAll('\n', ' '), data: { note: form } },
      ...{ evidence: spans, confidence },
    },
  }
  const words = (room: typeof box) =>
    noteWords({ id: `${own}-words`, parent: own }, text.lines, side, room, height, em, theme)
  if (form === 'text') return [whole, words(box)]
  if (form === 'callout') {
    const tip = NOTE.tip * em
    const body = inner(box, side, tip)
    const geometry = bubble(box, side, tip)
    return [
      whole,
      {
        part: 'callout',
        hue: -1,
        element: {
          ...{ id: `${own}-bubble`, kind: 'shape', parent: own, z: Z.part, box: body },
          ...{ geometry, style: {} },
        },
      },
      words(grown(body, -NOTE.pad * em)),
    ]
  }
  const tick = NOTE.tick * em
  const [x, y] = isFlat(side) ? [at.x, box.y] : [box.x, at.y]
  const along = isFlat(side)
    ? { x, y, width: at.width, height: box.height }
    : { x, y, width: box.width, height: at.height }
  // Its ends point at what it spans.
  const foot = inner(along, side, tick)
  const line = {
    top: { ...foot, y: along.y + along.height, height: 0 },
    bottom: { ...foot, y: along.y, height: 0 },
    left: { ...foot, x: along.x + along.width, width: 0 },
    right: { ...foot, x: along.x, width: 0 },
  }[side]
  const bracket = bracketDraft({ id: `${own}-bracket`, parent: own, hue: -1 }, side, line, tick)
  const held = hullOf([box, bracket.element.box])
  return [
    { ...whole, element: { ...whole.element, box: held } },
    bracket,
    words(inner(box, side, tick + NOTE.bracket * em)),
  ]
}

/** The notes that something covers, or that leave the page. */
export function coveredNotes({ drafts, width, height }: Sketch): string[] {
  const elements = drafts.map(({ element }) => element)
  const notes = elements.filter(({ data }) => data?.note !== undefined)
  if (notes.length === 0) return []
  const own = new Set(notes.map(({ id }) => id))
  const solid = elements.filter(
    ({ role, kind, parent }) =>
      role === 'node' || (kind === 'text' && parent !== undefined && !own.has(parent)),
  )
  const frames = elements.filter(({ role, geometry }) => role === 'group' && geometry)
  const lines = elements.filter(({ role }) => role === 'edge').flatMap(stretchesOf)
  const page = { x: 0, y: 0, width, height }
  return notes.flatMap(({ id, box }) => {
    const meets = (other: { box: typeof box }) => overlap(box, other.box)
    const isCovered =
      !within(box, page) ||
      [...solid, ...lines].some(meets) ||
      notes.some((other) => other.id !== id && meets(other)) ||
      frames.some((frame) => meets(frame) && !within(box, frame.box))
    return isCovered ? [id] : []
  })
}
