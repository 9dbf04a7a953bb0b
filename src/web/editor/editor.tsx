import { useMemo, useRef, useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { JobState } from '../figure/use-job'
import { words } from '../parts/words'
import { Canvas, type Typing } from './canvas'
import { type Figure, membersOf, middle, type Part, type Point } from './figure'
import { Help } from './help'
import { freeId } from './ids'
import { Panel } from './panel'
import { useEdits } from './use-edits'
import { useFigure } from './use-figure'

/** A step of the arrow keys, as a share of the figure's width; a small one with Shift. */
const STEP = 1 / 100
const FINE_STEP = 1 / 1000

/**
 * The editor of one figure: every change is drawn by the server as a new version, which the page goes on to.
 * @param go to another version; `failed`: it could not be drawn, and is left without a trace
 * @param done leaves the editor
 */
export default function Editor({
  job,
  go,
  done,
}: {
  job: JobState
  go: (id: string, failed?: boolean) => void
  done: () => void
}) {
  const figure = useFigure(job)
  const edits = useEdits(job, figure?.id, go)
  const [selected, select] = useState<string>()
  const [typing, setTyping] = useState<Typing>()
  const [help, setHelp] = useState(false)
  const root = useRef<HTMLElement>(null)
  const { ahead } = edits
  const moved = useMemo(
    () => (figure ? movesOf(figure, ahead) : new Map()),
    [figure, ahead.length, ahead.at(-1)],
  )
  const gone = useMemo(() => goneWith(figure, ahead), [figure, ahead.length, ahead.at(-1)])
  const said = words.editor
  if (!figure) return <div class="sheet empty">{words.figure.drawing}</div>

  const part = selected === undefined ? undefined : figure.parts.get(selected)
  const chosen = part && !gone.has(part.id) ? part : undefined
  const focus = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`)?.focus()
  const move = (id: string, by: Point) => edits.change(...placing(figure, moved, id, by))
  const drop = (one: Part) => edits.change(dropping(one))
  const type = (next: Typing | undefined) => {
    if (typing && !next) queueMicrotask(() => focus(typing.part))
    setTyping(next)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey: shift } = event
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === 'z') return (shift ? edits.redo : edits.undo) ?? ignore
      return key === 'y' ? (edits.redo ?? ignore) : undefined
    }
    if (key === '?') return () => setHelp(true)
    if (!chosen || !(event.target instanceof HTMLElement && event.target.dataset.part))
      return undefined
    if (key === 'F2' || key === 'Enter') return () => type({ part: chosen.id, field: 'label' })
    if (key === 'Delete' || key === 'Backspace') return () => drop(chosen)
    if (key === 'Escape') return () => select(undefined)
    const way = WAYS[key]
    if (!way || chosen.kind === 'edge') return undefined
    const step = figure.width * (shift ? FINE_STEP : STEP)
    return () => move(chosen.id, { x: way.x * step, y: way.y * step })
  }
  return (
    <section class="editing" ref={root} aria-label={said.name} onKeyDown={keys}>
      <div class="row bar">
        <button type="button" class="small" disabled={!edits.undo} onClick={edits.undo}>
          {said.undo}
        </button>
        <button type="button" class="small" disabled={!edits.redo} onClick={edits.redo}>
          {said.redo}
        </button>
        <button type="button" class="small" onClick={() => setHelp(true)}>
          {said.help}
        </button>
        <p class="soft" role="status">
          {ahead.length > 0 && !edits.fault?.again ? said.drawing : ''}
        </p>
        <button type="button" class="small" onClick={done}>
          {said.done}
        </button>
      </div>
      {edits.fault && (
        <div class="note doubtful row" role="alert">
          <p class="fault">
            {nameOf(figure, edits.fault.part)}
            {edits.fault.sentence}
          </p>
          {edits.fault.again && (
            <button type="button" class="small" onClick={edits.retry}>
              {said.again}
            </button>
          )}
          <button type="button" class="small" onClick={edits.dismiss}>
            {edits.fault.again ? said.discard : words.dialog.close}
          </button>
        </div>
      )}
      <div class="desk">
        <div class="sheet plain">
          <Canvas
            figure={figure}
            moved={moved}
            gone={gone}
            selected={chosen?.id}
            typing={typing}
            actions={{
              select,
              type,
              typed: ({ part: id, field }, text) => {
                type(undefined)
                const of = figure.parts.get(id)
                if (of) edits.change(wording(of, field, text))
              },
              move,
              join: (from, to) => edits.change(joining(figure, ahead, from, to)),
            }}
          />
        </div>
        <Panel
          figure={figure}
          part={chosen}
          fault={edits.fault?.part === chosen?.id ? edits.fault?.sentence : undefined}
          ahead={ahead}
          change={edits.change}
          select={select}
        />
      </div>
      {help && <Help close={() => setHelp(false)} />}
    </section>
  )
}

const ignore = () => undefined

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function nameOf({ parts }: Figure, id: string | undefined): string {
  const label = id === undefined ? undefined : parts.get(id)?.label
  return label ? `${label.replaceAll('\n', ' ')}: ` : ''
}

/** How far operations that are not drawn yet place boxes from where they stand. */
function movesOf({ parts }: Figure, operations: readonly Operation[]): Map<string, Point> {
  const moves = new Map<string, Point>()
  for (const one of operations) {
    const part = one.op === 'place' && one.x !== null ? parts.get(one.id) : undefined
    if (!part || one.op !== 'place' || one.x === null || one.y === null) continue
    const { x, y } = middle(part.box)
    moves.set(one.id, { x: one.x - x, y: one.y - y })
  }
  return moves
}

function goneWith(figure: Figure | undefined, operations: readonly Operation[]): Set<string> {
  const gone = new Set<string>()
  for (const one of operations)
    if (one.op === 'drop_node' || one.op === 'drop_edge') gone.add(one.id)
  for (const part of figure?.parts.values() ?? [])
    if (part.kind === 'edge' && (gone.has(part.said.from) || gone.has(part.said.to)))
      gone.add(part.id)
  return gone
}

/** A box, or all boxes of a frame, that much further. */
function placing(
  figure: Figure,
  moved: ReadonlyMap<string, Point>,
  id: string,
  by: Point,
): Operation[] {
  const part = figure.parts.get(id)
  const along = part?.kind === 'group' ? membersOf(figure, id) : part?.kind === 'node' ? [part] : []
  return along.map((one) => {
    const at = middle(one.box)
    const before = moved.get(one.id) ?? { x: 0, y: 0 }
    return {
      op: 'place',
      id: one.id,
      x: Math.round(at.x + before.x + by.x),
      y: Math.round(at.y + before.y + by.y),
    }
  })
}

function dropping({ kind, id }: Part): Operation {
  if (kind === 'node') return { op: 'drop_node', id }
  return kind === 'edge' ? { op: 'drop_edge', id } : { op: 'drop_group', id }
}

function wording({ kind, id }: Part, field: Typing['field'], text: string): Operation {
  const words = text.trim()
  if (field === 'detail') return { op: 'set_detail', id, detail: words || null }
  if (kind === 'edge') return { op: 'set_edge_label', id, label: words || null }
  return { op: 'rename', id, label: words }
}

function joining(
  { parts }: Figure,
  ahead: readonly Operation[],
  from: string,
  to: string,
): Operation {
  return {
    op: 'add_edge',
    id: freeId('arrow', parts, ahead),
    from,
    to,
    label: null,
    kind: 'flow',
    heads: 'end',
    dashed: false,
  }
}
