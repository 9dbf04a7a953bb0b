import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { JobState } from '../figure/use-job'
import { Zoom } from '../figure/zoom'
import { words } from '../parts/words'
import { Canvas, type Typing } from './canvas'
import { type Figure, frameAt, middle, nodesOf, type Part, type Point } from './figure'
import { Help } from './help'
import { freeId } from './ids'
import { Panel } from './panel'
import { useEdits } from './use-edits'
import { SOURCES, useFigure } from './use-figure'

/** A step of the arrow keys, as a share of the figure's width; a small one with Shift. */
const STEP = 1 / 100
const FINE_STEP = 1 / 1000
/** What a dragged box keeps free along the border, as a share of the canvas. */
const MARGIN = 1 / 100

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
  const [selected, setSelected] = useState<readonly string[]>([])
  const [typing, setTyping] = useState<Typing>()
  const [help, setHelp] = useState(false)
  const root = useRef<HTMLElement>(null)
  const { ahead } = edits
  const moved = useMemo(
    () => (figure ? movesOf(figure, ahead) : new Map()),
    [figure, ahead.length, ahead.at(-1)],
  )
  const gone = useMemo(() => goneWith(figure, ahead), [figure, ahead.length, ahead.at(-1)])
  const wordings = useMemo(() => wordingsOf(ahead), [ahead.length, ahead.at(-1)])
  const [zoom, setZoom] = useState(1)
  const said = words.editor
  const chosen = selected.flatMap((id) => {
    const part = gone.has(id) ? undefined : figure?.parts.get(id)
    return part ? [part] : []
  })
  const ids = chosen.map(({ id }) => id)
  const isWrong = edits.fault?.part !== undefined && edits.fault.part === ids[0]
  const focus = (id: string) =>
    root.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(id)}"]`)?.focus()
  const select = (id: string | undefined, more = false) =>
    setSelected((now) => {
      if (id === undefined) return []
      if (!more) return now.length === 1 && now[0] === id ? now : [id]
      return now.includes(id) ? now.filter((one) => one !== id) : [...now, id]
    })
  const type = (next: Typing | undefined) => {
    if (typing && !next) queueMicrotask(() => focus(typing.part))
    setTyping(next)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !figure) return
    if (event.target instanceof Element && event.target.closest(FIELDS)) return
    const act = actionOf(event, figure)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actionOf = (event: KeyboardEvent, of: Figure): (() => void) | undefined => {
    const { key, shiftKey: shift } = event
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === 'z') return (shift ? edits.redo : edits.undo) ?? ignore
      return key === 'y' ? (edits.redo ?? ignore) : undefined
    }
    if (key === '?') return () => setHelp(true)
    if (key === 'Escape') return () => select(undefined)
    if (!(event.target instanceof HTMLElement && event.target.dataset.part)) return undefined
    const [only] = chosen
    if (key === 'Delete' || key === 'Backspace') return () => edits.change(...chosen.map(dropping))
    if ((key === 'F2' || key === 'Enter') && only)
      return () => type({ part: only.id, field: 'label' })
    const way = WAYS[key]
    const step = of.width * (shift ? FINE_STEP : STEP)
    return way && (() => edits.change(...placing(of, moved, ids, scaled(way, step))))
  }
  const listening = useRef(keys)
  listening.current = keys
  useEffect(() => {
    // On the whole page: a button that has just become useless has the focus no more.
    const pressed = (event: KeyboardEvent) => listening.current(event)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  if (!figure) {
    const none = job.error === null && !SOURCES.every((path) => job.files.includes(path))
    return (
      <div class="sheet empty">
        {none ? said.noDiagram : words.figure.drawing}
        {none && (
          <button type="button" onClick={done}>
            {said.done}
          </button>
        )}
      </div>
    )
  }
  return (
    <section class="editing" ref={root} aria-label={said.name}>
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
        <div>
          <section
            class="sheet plain"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            aria-label={words.figure.sheet}
            style={{ '--zoom': zoom, '--aspect': figure.width / figure.height }}
          >
            <Canvas
              figure={figure}
              moved={moved}
              gone={gone}
              wordings={wordings}
              selected={ids}
              typing={typing}
              actions={{
                select,
                type,
                typed: ({ part: id, field }, text) => {
                  type(undefined)
                  const of = figure.parts.get(id)
                  if (of) edits.change(wording(of, field, text))
                },
                move: (which, by) =>
                  edits.change(...dropped(figure, which, by), ...placing(figure, moved, which, by)),
                resize: (id, { x, y, width, height }) =>
                  edits.change({
                    op: 'resize_group',
                    id,
                    box: [x, y, width, height].map(Math.round),
                  }),
                join: (from, to) => edits.change(joining(figure, ahead, from, to)),
              }}
            />
          </section>
          <Zoom zoom={zoom} set={setZoom} />
        </div>
        <Panel
          figure={figure}
          parts={chosen}
          fault={isWrong ? edits.fault?.sentence : undefined}
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

/** What takes keys for itself. */
const FIELDS = 'input, textarea, select, dialog'

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

/** The words that parts will have. */
function wordingsOf(operations: readonly Operation[]): Map<string, string> {
  return new Map(
    operations.flatMap((one) =>
      'label' in one &&
      one.label !== null &&
      (one.op === 'rename' || one.op === 'set_edge_label' || one.op === 'rename_group')
        ? [[one.id, one.label] as const]
        : [],
    ),
  )
}

/** Boxes, or all boxes of a frame, that much further. */
function placing(
  figure: Figure,
  moved: ReadonlyMap<string, Point>,
  ids: readonly string[],
  by: Point,
): Operation[] {
  return nodesOf(figure, ids).map(({ id, box }) => {
    const at = middle(box)
    const before = moved.get(id) ?? { x: 0, y: 0 }
    return {
      op: 'place',
      id,
      x: within(at.x + before.x + by.x, box.width, figure.width),
      y: within(at.y + before.y + by.y, box.height, figure.height),
    }
  })
}

/** A centre such that all of a box is on the canvas, a little off its border. */
function within(centre: number, size: number, canvas: number): number {
  const least = size / 2 + canvas * MARGIN
  return Math.round(Math.min(canvas - least, Math.max(least, centre)))
}

/** A box that is dropped in another frame, or outside its own, belongs there. */
function dropped(figure: Figure, ids: readonly string[], by: Point): Operation[] {
  return ids.flatMap((id): Operation[] => {
    const part = figure.parts.get(id)
    if (part?.kind !== 'node') return []
    const { x, y } = middle(part.box)
    const group = frameAt(figure, { x: x + by.x, y: y + by.y })?.id
    const own = part.said.group
    return group === own ? [] : [{ op: 'move_to_group', id, group: group ?? null }]
  })
}

const scaled = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by })

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
