import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { words } from '../parts/words'
import { type Moves, reword, roughRoute, safeDrawing, show } from './drawing'
import {
  type Box,
  type EdgePart,
  type Figure,
  halfWay,
  middle,
  nodesOf,
  type Part,
  type Point,
} from './figure'
import { FrameCorners } from './frame-corners'
import { TextBox } from './text-box'
import { type Actions, type Pull, type Typing, useGestures } from './use-gestures'

/**
 * The figure with something to point at over each of its parts: buttons, so that keyboard and screen reader have them
 * too. What is dragged is shown moved at once; what it means is told upwards.
 */
export function Canvas({
  figure,
  moved,
  gone,
  wordings,
  selected,
  typing,
  actions,
}: {
  figure: Figure
  /** Where parts stand that the drawn version has elsewhere. */
  moved: Moves
  gone: ReadonlySet<string>
  /** Words that the drawn version does not have yet, by the part. */
  wordings: ReadonlyMap<string, string>
  selected: readonly string[]
  typing: Typing | undefined
  actions: Actions
}) {
  const canvas = useRef<HTMLDivElement>(null)
  const toFigure = (event: { clientX: number; clientY: number }): Point => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const scale = figure.width / box.width
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale }
  }
  const { drag, pull, pressed, press, pullFrom } = useGestures(figure, selected, actions, toFigure)
  const moves = useMemo(() => withDrag(figure, moved, drag), [figure, moved, drag])
  const changed = [...figure.parts.values()].filter(
    (part): part is EdgePart =>
      part.kind === 'edge' &&
      !gone.has(part.id) &&
      [part.ends?.from.element, part.ends?.to.element].some((id) => id && moves.has(id)),
  )
  const hidden = useMemo(
    () => new Set([...gone, ...changed.map(({ id }) => id)]),
    [gone, changed.map(({ id }) => id).join()],
  )
  const drawing = useDrawing(figure, moves, hidden, wordings)

  const place = (box: Box, by: Point = { x: 0, y: 0 }) => ({
    left: `${((box.x + by.x) / figure.width) * 100}%`,
    top: `${((box.y + by.y) / figure.height) * 100}%`,
    width: `${(box.width / figure.width) * 100}%`,
    height: `${(box.height / figure.height) * 100}%`,
  })
  const parts = [...figure.parts.values()].filter(({ id }) => !gone.has(id))
  const button = (part: Part) => (
    <button
      key={part.id}
      type="button"
      class={`part ${part.kind}`}
      data-part={part.id}
      aria-label={nameOf(part, figure)}
      aria-pressed={selected.includes(part.id)}
      style={
        part.kind === 'edge'
          ? place({ ...halfWay(part.points), width: 0, height: 0 })
          : place(part.box, moves.get(part.id))
      }
      onFocus={() => !pressed.current && actions.select(part.id)}
      onPointerDown={part.kind === 'edge' ? undefined : press(part)}
    />
  )
  const chosen = selected.length === 1 ? figure.parts.get(selected[0] ?? '') : undefined
  return (
    <div
      ref={canvas}
      class="drawing"
      style={{ '--aspect': figure.width / figure.height }}
      data-version={figure.id}
    >
      <div ref={drawing} class="drawn" onPointerDown={() => actions.select(undefined)} />
      {parts.filter(({ kind }) => kind === 'group').map(button)}
      <Wires {...{ figure, parts, changed, moves, selected, pull, press }} />
      {parts.filter(({ kind }) => kind === 'node').map(button)}
      {parts.filter(({ kind }) => kind === 'edge').map(button)}
      {actions.join &&
        chosen &&
        chosen.kind !== 'edge' &&
        !drag &&
        !typing &&
        !gone.has(chosen.id) && (
          <Handles style={place(chosen.box, moves.get(chosen.id))} pull={pullFrom(chosen.id)} />
        )}
      {actions.resize && chosen?.kind === 'group' && !drag && !typing && !gone.has(chosen.id) && (
        <FrameCorners
          figure={figure}
          frame={chosen}
          toFigure={toFigure}
          place={place}
          resized={(box) => actions.resize?.(chosen.id, box)}
        />
      )}
      {typing && (
        <TextBox
          key={`${typing.part} ${typing.field}`}
          figure={figure}
          typing={typing}
          scale={(canvas.current?.clientWidth ?? figure.width) / figure.width}
          done={(text) => actions.typed(typing, text)}
          back={() => actions.type(undefined)}
        />
      )}
    </div>
  )
}

/** The connectors, to be pointed at, and those that are pulled or follow what is dragged. */
function Wires({
  figure,
  parts,
  changed,
  moves,
  selected,
  pull,
  press,
}: {
  figure: Figure
  parts: readonly Part[]
  changed: readonly EdgePart[]
  moves: Moves
  selected: readonly string[]
  pull: Pull | undefined
  press: (part: Part) => (event: PointerEvent) => void
}) {
  const pulled = pull && figure.parts.get(pull.from)
  return (
    <svg class="wires" viewBox={`0 0 ${figure.width} ${figure.height}`} aria-hidden="true">
      <defs>
        <marker
          id="rubber"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          orient="auto"
          markerWidth="6"
          markerHeight="6"
        >
          <path d="M0 0L10 5L0 10Z" />
        </marker>
      </defs>
      {parts.map(
        (part) =>
          part.kind === 'edge' && (
            <g key={part.id} class={selected.includes(part.id) ? 'wire selected' : 'wire'}>
              <path d={pathOf(part.points)} onPointerDown={press(part)} />
              {figure.lettering
                .filter((one) => one.part === part.id)
                .map(({ box, field }) => (
                  <rect key={field} {...box} onPointerDown={press(part)} />
                ))}
            </g>
          ),
      )}
      {changed.map((edge) => (
        <path
          key={edge.id}
          class="rubber"
          data-rubber={edge.id}
          d={pathOf(roughRoute(figure, edge, moves))}
        />
      ))}
      {pull && pulled && <path class="rubber" d={pathOf([middle(pulled.box), pull.to])} />}
    </svg>
  )
}

/** From these an arrow is pulled. */
function Handles({
  style,
  pull,
}: {
  style: Record<string, string>
  pull: (event: PointerEvent) => void
}) {
  return (
    <div class="handles" style={style} aria-hidden="true">
      {SIDES.map((side) => (
        <span
          key={side}
          class="handle"
          data-side={side}
          title={words.editor.pull}
          onPointerDown={pull}
        />
      ))}
    </div>
  )
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** The drawn figure, in a tree of its own, so that its ids meet none of the page. */
function useDrawing(
  figure: Figure,
  moves: Moves,
  hidden: ReadonlySet<string>,
  wordings: ReadonlyMap<string, string>,
) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const drawing = safeDrawing(figure.svg)
    if (drawing) for (const [id, words] of wordings) reword(drawing, id, words)
    root.replaceChildren(...(drawing ? [drawing] : []))
  }, [figure, wordings])
  useLayoutEffect(() => {
    if (host.current?.shadowRoot) show(host.current.shadowRoot, moves, hidden)
  }, [figure, moves, hidden, wordings])
  return host
}

/** A frame takes along what stands in it. */
function withDrag(
  figure: Figure,
  moved: Moves,
  drag: { ids: readonly string[]; by: Point } | undefined,
): Moves {
  if (!drag) return moved
  const moves = new Map(moved)
  for (const { id } of nodesOf(figure, drag.ids)) {
    const by = moved.get(id) ?? { x: 0, y: 0 }
    moves.set(id, { x: by.x + drag.by.x, y: by.y + drag.by.y })
  }
  return moves
}

const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

function nameOf(part: Part, { parts }: Figure): string {
  const said = words.editor
  const label = part.label.replaceAll('\n', ' ') || (part.kind === 'edge' ? '' : said.wordless)
  if (part.kind === 'node') return said.nodeName(label)
  if (part.kind === 'group') return said.groupName(label)
  const end = (id: string) => parts.get(id)?.label.replaceAll('\n', ' ') ?? id
  const { from, to, fromGroup, toGroup } = part.said
  return said.edgeName(end(fromGroup ?? from), end(toGroup ?? to), label)
}
