import { useRef, useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import { dataUrl } from '../parts/artifact'
import { words } from '../parts/words'
import {
  copying,
  dropping,
  type Gesture,
  gestured,
  grouping,
  joining,
  moving,
  wording,
} from './acts'
import {
  type Figure,
  fourOf,
  inBand,
  isWorded,
  lineOf,
  ownerOf,
  type Point,
  panelAt,
  panelOf,
} from './figure'
import type { Edits } from './use-edits'

/** A step of the arrow keys, as a share of the figure's width; a small one with Shift. */
const STEP = 1 / 100
const FINE_STEP = 1 / 1000
/** How far copies stand off, and how wide new pictures are, likewise. */
const ASIDE = 1 / 50
const PICTURE = 1 / 5
const MOST_PICTURE_BYTES = 2 * 1024 * 1024

export const isPicture = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'

/** What was copied in this tab, as long as the figure has it. */
let copied: readonly string[] = []

export type Hand = ReturnType<typeof useHand>

/** What is selected in a figure, and all that can be done with it: by keys, pointer, bar and panel alike. */
export function useHand(figure: Figure, edits: Edits, sheet: { current: HTMLElement | null }) {
  const { parts, width } = figure
  const { act, fresh, refuse } = edits
  const [picked, select] = useState<readonly string[]>([])
  /** Whose words are being typed, and what was refused of them. */
  const [typing, setTyping] = useState<{ id: string; refused?: string; begun?: string }>()
  /** Letters for something new that is not there yet; undefined: nobody waits for it. */
  const early = useRef<string>(undefined)
  /** An arrow is being drawn: from where, once that is known. */
  const [joint, setJoint] = useState<{ from?: string }>()
  const chosen = picked.flatMap((one) => parts.get(one) ?? [])
  const ids = chosen.map(({ id }) => id)
  const [only] = chosen.length === 1 ? chosen : []
  /** Does what makes something new, and goes on with that. */
  const make = async (made: readonly string[], operations: readonly Operation[], typed = false) => {
    if (operations.length === 0) return
    early.current = typed ? '' : undefined
    const isMade = await act(...operations)
    const begun = early.current ?? ''
    early.current = undefined
    if (!isMade) return
    select(made)
    if (typed && made[0] !== undefined) setTyping({ id: made[0], begun })
  }
  const duplicate = (some: readonly string[] = ids) => {
    const made: string[] = []
    const as = (stem: string) => made[made.push(fresh(stem)) - 1] ?? ''
    void make(made, copying(figure, some, Math.round(width * ASIDE), as))
  }
  return {
    ...{ figure, edits, parts, chosen, ids, only, typing, joint, early, select, duplicate },
    act: (...operations: Operation[]) => void (operations.length > 0 && act(...operations)),
    /** Beside what is selected, or no longer. */
    more: (id: string) => select(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    all: () => select([...parts.keys()].filter((id) => ownerOf(parts, id) === id)),
    back: () => (joint ? setJoint(undefined) : select([])),
    type: (id: string) => {
      select([id])
      const part = parts.get(id)
      if (part && isWorded(part)) setTyping({ id })
    },
    /** @param text undefined: they stay as they were; `goesOn`: the focus is elsewhere already */
    typed: async (id: string, text: string | undefined, goesOn: boolean) => {
      setTyping(undefined)
      const [part, button] = [parts.get(id), `button[data-part="${CSS.escape(id)}"]`]
      if (!goesOn) queueMicrotask(() => sheet.current?.querySelector<HTMLElement>(button)?.focus())
      if (part && text !== undefined && !(await act(wording(part, text))))
        setTyping({ id, refused: text })
    },
    connect: () =>
      setJoint(joint ? undefined : only && only.role !== 'edge' ? { from: only.id } : {}),
    /** The arrow that is being drawn begins or ends here. */
    meet: (id: string) => {
      if (parts.get(id)?.role === 'edge') return
      if (joint?.from === undefined || joint.from === id) return setJoint({ from: id })
      setJoint(undefined)
      const arrow = fresh('arrow')
      void make([arrow], [joining(arrow, joint.from, id)], true)
    },
    add: (stem: 'box' | 'text' | 'panel') => {
      const id = fresh(stem)
      const { newBox: label, newText: text, newGroup } = words.editor
      const home = only?.role === 'panel' ? only.id : panelOf(parts, only?.id ?? '')
      const seen = () => panelAt(figure, seenCentre(sheet.current, figure), [])
      const group = only ? home : seen()
      const ways: Record<typeof stem, () => Operation[]> = {
        box: () => [{ op: 'add_node', id, label, kind: 'process', group }],
        text: () => [{ op: 'add_text', id, text, ...seenCentre(sheet.current, figure) }],
        panel: () => grouping(figure, ids, id, newGroup),
      }
      void make([id], ways[stem](), true)
    },
    picture: async (file: File) => {
      const fits = isPicture(file) && file.size <= MOST_PICTURE_BYTES
      const drawn = fits ? await createImageBitmap(file).catch(() => undefined) : undefined
      if (!drawn) return refuse(words.editor.oddPicture)
      const [wide, high] = [width * PICTURE, (width * PICTURE * drawn.height) / drawn.width]
      const { x, y } = seenCentre(sheet.current, figure)
      const box = fourOf({ x: x - wide / 2, y: y - high / 2, width: wide, height: high })
      const id = fresh('picture')
      void make([id], [{ op: 'add_picture', id, href: await dataUrl(file), box }])
    },
    nudge: (way: Point, fine: boolean) => {
      const step = width * (fine ? FINE_STEP : STEP)
      const operations = moving(figure, ids, { x: way.x * step, y: way.y * step }, false)
      if (operations.length > 0) void act(...operations)
    },
    drop: () => void (ids.length > 0 && act(...dropping(figure, ids))),
    /** @returns their words, for other pages */
    copy: () => {
      if (ids.length > 0) copied = ids
      return ids.length > 0 ? chosen.map(lineOf).join('\n') : undefined
    },
    paste: () => duplicate(copied),
    /** What a gesture that was let go means, once it is drawn. */
    finish: async (gesture: Gesture) => {
      if (gesture.kind === 'band') return select(inBand(figure, gesture.box))
      const operations = gestured(figure, gesture, fresh)
      const [first] = operations
      if (first?.op === 'add_edge') await make([first.id], operations, true)
      else if (first) await act(...operations)
    },
  }
}

/** The middle of what is seen of a figure. */
function seenCentre(sheet: HTMLElement | null, { width, height }: Figure): Point {
  const [seen, whole] = [sheet, sheet?.querySelector('.drawing')].map((one) =>
    one?.getBoundingClientRect(),
  )
  if (!seen || !whole) return { x: width / 2, y: height / 2 }
  const share = (from: number, end: number, start: number, size: number) =>
    ((Math.max(from, start) + Math.min(end, start + size)) / 2 - start) / size
  return {
    x: Math.round(share(seen.left, seen.right, whole.left, whole.width) * width),
    y: Math.round(share(seen.top, seen.bottom, whole.top, whole.height) * height),
  }
}
