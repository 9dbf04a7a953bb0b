import { useRef, useState } from 'preact/hooks'
import { boxAround, centreOf, grown, nearestStep, within } from '../../figure/geometry'
import type { Gesture, Handle } from './acts'
import { type Box, isGround, outermost, ownerOf, type Part, type Point, panelAt } from './figure'
import { bent } from './line'
import type { Hand } from './use-hand'

type Place = { clientX: number; clientY: number }

/** Pixels on the screen after which a press is no click any more, and at which the border of a panel is met. */
const DRAG_FROM = 4
const BORDER = 12
/** Pixels of the figure below which nothing is made. */
const LEAST = 8

/** What pointers do over the parts. */
export function useGestures(
  { figure, parts, ids: selected, joint, select, more, meet, finish }: Hand,
  /** Where the figure begins on the screen, and how many of its pixels one there is. */
  scale: () => { left: number; top: number; by: number },
  /** The thing that is painted topmost at a place. */
  painted: (event: Place) => Part | undefined,
) {
  const [gesture, setGesture] = useState<Gesture>()
  const pressed = useRef(false)
  const placeOf = (event: Place): Point => {
    const { left, top, by } = scale()
    return { x: (event.clientX - left) * by, y: (event.clientY - top) * by }
  }
  const track = (
    event: PointerEvent,
    drag: (at: Point, event: PointerEvent) => Gesture,
    click?: (event: PointerEvent) => void,
  ) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const over = new AbortController()
    const { signal } = over
    let last: Gesture | undefined
    pressed.current = true
    const end = (finish?: () => void) => {
      over.abort()
      pressed.current = false
      if (finish) finish()
      else setGesture(undefined)
    }
    const moved = (at: PointerEvent) => {
      if (!last && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) <= DRAG_FROM)
        return
      last = drag(placeOf(at), at)
      setGesture(last)
    }
    const dropped = (at: PointerEvent) =>
      end(() => {
        if (!last) return click?.(at)
        // The next gesture may have begun by then.
        const done = () => setGesture((now) => (now === last ? undefined : now))
        void finish(last).then(done, done)
      })
    addEventListener('pointermove', moved, { signal })
    addEventListener('pointerup', dropped, { signal })
    addEventListener('pointercancel', () => end(), { signal })
    addEventListener('keydown', (press: KeyboardEvent) => press.key === 'Escape' && end(), {
      signal,
    })
  }
  const over = ({ clientX, clientY }: Place): string | undefined =>
    document
      .elementsFromPoint(clientX, clientY)
      .flatMap((one) => (one instanceof HTMLElement ? (one.dataset.part ?? []) : []))
      .map((id) => ownerOf(parts, id))
      .find((id) => parts.get(id)?.role !== 'edge')
  const band = (event: PointerEvent, click: (event: PointerEvent) => void) => {
    const start = placeOf(event)
    track(event, (at) => ({ kind: 'band', box: boxAround([start, at]) }), click)
  }
  const bend =
    (part: Part, to: (at: Point) => Point[], click?: (event: PointerEvent) => void) =>
    (event: PointerEvent) =>
      track(event, (at) => ({ kind: 'bend', id: part.id, points: to(at) }), click)

  const press = (whole: Part) => (event: PointerEvent) => {
    if (event.button !== 0) return
    // Boxes of things lie over each other where what is painted does not.
    const seen = painted(event)
    const isOther = seen && !isGround(seen) && seen.id !== ownerOf(parts, whole.id)
    const part = isOther ? seen : whole
    if (joint) {
      event.stopPropagation()
      return meet(ownerOf(parts, part.id))
    }
    const start = placeOf(event)
    const already = selected.includes(part.id)
    const click = ({ shiftKey }: PointerEvent) => (shiftKey ? more(part.id) : select([part.id]))
    // A panel is moved by its border: what is drawn in it selects.
    const isDeep = isGround(part) && within(start, grown(part.box, -BORDER * scale().by))
    if (isDeep && !already && event.pointerType === 'mouse') return band(event, click)
    if (part.role === 'edge') {
      const stretch = nearestStep(part.points, start)?.at ?? 0
      return bend(part, (at) => bent(part.points, stretch, at), click)(event)
    }
    const ids = outermost(parts, already ? selected : [part.id])
    const move = (at: Point, { shiftKey }: PointerEvent): Gesture => {
      if (!already) select([part.id])
      const by = { x: at.x - start.x, y: at.y - start.y }
      if (shiftKey) by[Math.abs(by.x) < Math.abs(by.y) ? 'x' : 'y'] = 0
      // Where it is dropped takes it in.
      const { x, y } = centreOf(part.box)
      const home = part.role === 'node' && panelAt(figure, { x: x + by.x, y: y + by.y }, ids)
      return { kind: 'move', ids, by, over: home || undefined }
    }
    track(event, move, click)
  }
  const ground = (event: PointerEvent) => {
    const part = painted(event)
    if (part) return press(part)(event)
    if (event.pointerType === 'mouse') return band(event, () => select([]))
    select([])
  }
  const size = (part: Part, handle: Handle) => (event: PointerEvent) =>
    track(event, (at, { shiftKey }) => {
      const box = sized(part.box, handle, at, shiftKey || part.role === 'picture')
      return { kind: 'size', id: part.id, box }
    })
  const end = (part: Part, which: 'from' | 'to') => (event: PointerEvent) =>
    track(event, (at, now) => ({ kind: 'end', id: part.id, end: which, at, over: over(now) }))
  const pull = (id: string) => (event: PointerEvent) =>
    track(event, (at, now) => ({ kind: 'pull', from: id, at, over: over(now) }))
  return { gesture, pressed, press, ground, size, bend, end, pull }
}

/** A box with a side or corner elsewhere, never inside out. */
function sized({ x, y, width, height }: Box, [h, v]: Handle, to: Point, keeps: boolean): Box {
  const wide = h === 0 ? width : Math.max(LEAST, h > 0 ? to.x - x : x + width - to.x)
  const high = v === 0 ? height : Math.max(LEAST, v > 0 ? to.y - y : y + height - to.y)
  const share = keeps && h !== 0 && v !== 0 ? Math.max(wide / width, high / height) : undefined
  const size = share
    ? { width: width * share, height: height * share }
    : { width: wide, height: high }
  return { x: h < 0 ? x + width - size.width : x, y: v < 0 ? y + height - size.height : y, ...size }
}
