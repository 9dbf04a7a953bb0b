import { useRef, useState } from 'preact/hooks'
import { type Box, type Field, type Figure, inside, type Part, type Point } from './figure'
import { follow } from './follow'

/** Words that are being typed. */
export interface Typing {
  part: string
  field: Field
}

export interface Pull {
  from: string
  to: Point
}

/** What a person does on the canvas. */
export interface Actions {
  /** `more`: beside what is selected, or no longer. */
  select: (id: string | undefined, more?: boolean) => void
  type: (typing: Typing | undefined) => void
  typed: (typing: Typing, words: string) => void
  move: (ids: readonly string[], by: Point) => void
  /** Absent: no arrows are pulled. */
  join?: (from: string, to: string) => void
  resize?: (group: string, box: Box) => void
}

/** Pixels on the screen after which a press is no click any more. */
const DRAG_FROM = 4

/** What pointers do over the parts: press, drag, pull an arrow from one to another. */
export function useGestures(
  figure: Figure,
  selected: readonly string[],
  actions: Actions,
  toFigure: (event: { clientX: number; clientY: number }) => Point,
) {
  const [drag, setDrag] = useState<{ ids: readonly string[]; by: Point }>()
  const pressed = useRef(false)
  const [pull, setPull] = useState<Pull>()

  const press = (part: Part) => (event: PointerEvent) => {
    if (event.button !== 0) return
    const start = toFigure(event)
    const far = { x: event.clientX, y: event.clientY }
    const ids = selected.includes(part.id) ? selected : [part.id]
    let dragging = false
    pressed.current = true
    follow(
      (at) => {
        dragging ||= Math.hypot(at.clientX - far.x, at.clientY - far.y) > DRAG_FROM
        if (!dragging || part.kind === 'edge') return
        const now = toFigure(at)
        setDrag({ ids, by: { x: now.x - start.x, y: now.y - start.y } })
      },
      (at) => {
        pressed.current = false
        setDrag(undefined)
        const now = toFigure(at)
        if (!dragging || !selected.includes(part.id)) actions.select(part.id, at.shiftKey)
        if (dragging) {
          if (part.kind !== 'edge') actions.move(ids, { x: now.x - start.x, y: now.y - start.y })
          return
        }
        if (at.shiftKey) return
        const lettering = figure.lettering.find(
          (one) => one.part === part.id && inside(one.box, start),
        )
        if (lettering) actions.type({ part: part.id, field: lettering.field })
      },
      () => {
        pressed.current = false
        setDrag(undefined)
      },
    )
  }

  const pullFrom = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    follow(
      (at) => setPull({ from: id, to: toFigure(at) }),
      (at) => {
        setPull(undefined)
        const over = document
          .elementsFromPoint(at.clientX, at.clientY)
          .map((one) => (one instanceof HTMLElement ? one.dataset.part : undefined))
          .find((one) => one !== undefined && figure.parts.get(one)?.kind !== 'edge')
        if (over !== undefined && over !== id) actions.join?.(id, over)
      },
      () => setPull(undefined),
    )
  }

  return { drag, pull, pressed, press, pullFrom }
}
