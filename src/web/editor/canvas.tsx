import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { centreOf } from '../../figure/geometry'
import { told, words } from '../parts/words'
import type { Gesture } from './acts'
import { drawingOf, paintedAt, type Shifts, show } from './drawing'
import {
  type Box,
  carried,
  type Figure,
  isGround,
  lineOf,
  ownerOf,
  type Part,
  type Point,
} from './figure'
import { Handles } from './handles'
import { halfWay, pathOf } from './line'
import { TextBox } from './text-box'
import { useGestures } from './use-gestures'
import type { Hand } from './use-hand'

const STILL: Point = { x: 0, y: 0 }
/** How the head of a line for now lies at its end. */
const ARROW = { refX: '9', refY: '5', orient: 'auto', markerWidth: '6', markerHeight: '6' }
/** Pixels on the screen below which a box is small. */
const SMALL = 48

/**
 * The figure with something to point at over each of its parts: buttons, so that keyboard and screen reader have them
 * too. What is dragged is shown elsewhere at once; what it means is the hand's.
 */
export function Canvas({ hand }: { hand: Hand }) {
  const { figure, ids, typing, joint, parts, only } = hand
  const canvas = useRef<HTMLDivElement>(null)
  const drawing = useRef<HTMLDivElement>(null)
  const { width, height } = figure
  const scale = () => {
    const box = canvas.current?.getBoundingClientRect()
    return { left: box?.left ?? 0, top: box?.top ?? 0, by: width / (box?.width || width) }
  }
  const painted = (event: { clientX: number; clientY: number }) => {
    const root = drawing.current?.shadowRoot
    const id = root ? paintedAt(root, event, (one) => parts.has(one)) : undefined
    return id === undefined ? undefined : parts.get(ownerOf(parts, id))
  }
  const hands = useGestures(hand, scale, painted)
  const { gesture } = hands
  const { shifts, lines } = useMemo(() => shiftsOf(figure, gesture), [figure, gesture])
  useDrawing(drawing, figure, shifts, lines)

  const place = (box: Box, by: Point = STILL) => ({
    left: `${((box.x + by.x) / width) * 100}%`,
    top: `${((box.y + by.y) / height) * 100}%`,
    width: `${(box.width / width) * 100}%`,
    height: `${(box.height / height) * 100}%`,
  })
  const owners = new Set(ids.map((id) => ownerOf(parts, id)))
  // What stands in a thing is reached through it.
  const reached = [...parts.values()].filter(({ id }) => {
    const owner = ownerOf(parts, id)
    return owner === id || (owners.has(owner) && !joint)
  })
  const target = gesture && 'over' in gesture ? gesture.over : undefined
  const button = (part: Part) => (
    <button
      key={part.id}
      type="button"
      class={`part ${part.role}`}
      data-part={part.id}
      data-target={part.id === target}
      aria-label={nameOf(part, figure)}
      aria-pressed={ids.includes(part.id)}
      style={
        part.role === 'edge'
          ? place({ ...halfWay(part.points), width: 0, height: 0 })
          : place(part.box, shifts.get(part.id))
      }
      onFocus={() => hands.pressed.current || joint || hand.select([part.id])}
      onPointerDown={part.role === 'edge' ? undefined : hands.press(part)}
    />
  )
  const one = gesture || joint || typing !== undefined ? undefined : only
  const worded = parts.get(typing?.id ?? '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take what the keyboard does
    <div
      ref={canvas}
      class={joint ? 'drawing meeting' : 'drawing'}
      style={{ '--aspect': width / height }}
      onDblClick={(event) => {
        const over = event.target instanceof Element ? event.target.closest('[data-part]') : null
        const id = painted(event)?.id ?? over?.getAttribute('data-part')
        if (id) hand.type(ownerOf(parts, id))
      }}
    >
      <div ref={drawing} class="drawn" onPointerDown={hands.ground} />
      {reached.filter(isGround).map(button)}
      <svg class="wires" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <marker id="rubber" viewBox="0 0 10 10" {...ARROW}>
          <path d="M0 0L10 5L0 10Z" />
        </marker>
        {reached.map((part) => {
          if (part.role !== 'edge') return null
          const state = ids.includes(part.id) ? 'wire selected' : 'wire'
          return (
            <path
              key={part.id}
              class={state}
              data-part={part.id}
              d={pathOf(part.points)}
              onPointerDown={hands.press(part)}
            />
          )
        })}
        {[...lines].map(([id, points]) => (
          <path key={id} class="rubber" data-rubber={id} d={pathOf(points)} />
        ))}
      </svg>
      {reached.filter((part) => !isGround(part) && part.role !== 'edge').map(button)}
      {reached.filter(({ role }) => role === 'edge').map(button)}
      {one && (
        <Handles
          part={one}
          place={place}
          hands={hands}
          small={Math.min(one.box.width, one.box.height) < SMALL * scale().by}
          straighten={() => void hand.finish({ kind: 'bend', id: one.id, points: [] })}
        />
      )}
      {gesture && 'box' in gesture && <div class="band" style={place(gesture.box)} />}
      {worded && (
        <TextBox
          key={`${worded.id} ${typing?.refused}`}
          hand={hand}
          part={worded}
          refused={typing?.refused}
          begun={typing?.begun}
          drawing={drawing.current?.shadowRoot}
          scale={scale()}
        />
      )}
    </div>
  )
}

/** The drawn figure, in a tree of its own, so that its ids meet none of the page. */
function useDrawing(
  host: { current: HTMLDivElement | null },
  figure: Figure,
  shifts: Shifts,
  lines: ReadonlyMap<string, unknown>,
) {
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    root?.replaceChildren(drawingOf(figure.svg))
  }, [figure])
  useLayoutEffect(() => {
    if (host.current?.shadowRoot) show(host.current.shadowRoot, shifts, new Set(lines.keys()))
  }, [figure, shifts, lines])
}

/** What a gesture shows elsewhere, and the connectors that are lines for now. */
function shiftsOf(figure: Figure, gesture: Gesture | undefined) {
  const shifts = new Map<string, Point & { scale?: readonly [number, number] }>()
  const lines = new Map<string, readonly Point[]>()
  const part = figure.parts.get(gesture && 'id' in gesture ? gesture.id : '')
  if (gesture?.kind === 'move') {
    const along = carried(figure, gesture.ids)
    for (const id of along) shifts.set(id, gesture.by)
    for (const { id, from, to, points } of figure.parts.values()) {
      const ends = [along.has(from ?? ''), ...points.slice(2).map(() => false), along.has(to ?? '')]
      const by = (at: number) => (ends[at] ? gesture.by : STILL)
      if (!along.has(id) && ends.includes(true))
        lines.set(
          id,
          points.map(({ x, y }, at) => ({ x: x + by(at).x, y: y + by(at).y })),
        )
    }
  } else if (gesture?.kind === 'bend') lines.set(gesture.id, gesture.points)
  else if (gesture?.kind === 'pull')
    lines.set('', [
      centreOf(figure.parts.get(gesture.from)?.box ?? { ...STILL, width: 0, height: 0 }),
      gesture.at,
    ])
  else if (gesture?.kind === 'end' && part)
    lines.set(part.id, part.points.with(gesture.end === 'from' ? 0 : -1, gesture.at))
  else if (gesture?.kind === 'size' && part && !isGround(part)) {
    const { x, y, width, height } = gesture.box
    const scale = [width / (part.box.width || 1), height / (part.box.height || 1)] as const
    shifts.set(part.id, { x: x - part.box.x * scale[0], y: y - part.box.y * scale[1], scale })
  }
  return { shifts, lines }
}

/** What a part is called where it is not seen. */
function nameOf(part: Part, { parts }: Figure): string {
  const said = words.editor
  const named = (id: string | null) => {
    const one = parts.get(id ?? '')
    return one ? lineOf(one) || said.roles[one.role] : said.nothing
  }
  if (part.role === 'edge') {
    const ends = [named(part.from), named(part.to)]
    return told(lineOf(part) ? said.labelledEdge : said.edgeName, ...ends, lineOf(part))
  }
  return told(said.partName, said.roles[part.role], lineOf(part) || said.wordless)
}
