import { useMemo } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import type { JobState } from '../figure/use-job'
import { type Figure, frameAt, middle, nodesOf, type Part, type Point } from './figure'
import { freeId } from './ids'
import { Panel } from './panel'
import { type Trade, useEdits } from './use-edits'
import type { Typing } from './use-gestures'
import { Workbench } from './workbench'

/** What a dragged box keeps free along the border, as a share of the canvas. */
const MARGIN = 1 / 100

/** Operations on a diagram. */
const TRADE: Trade<Operation> = {
  body: (operations) => ({ operations: [...operations] }),
  replaces: (last, next) => last.op === 'place' && next.op === 'place' && last.id === next.id,
  // What is new is about where it begins.
  partOf: (one) => (one.op === 'add_edge' ? one.from : 'id' in one ? one.id : undefined),
}

/** The editor of a figure that was drawn from a diagram. */
export function DiagramEditor({
  figure,
  job,
  go,
  done,
}: {
  figure: Figure
  job: JobState
  go: (id: string, failed?: boolean) => void
  done: () => void
}) {
  const edits = useEdits(TRADE, job, figure.id, go)
  const { ahead, change } = edits
  const moved = useMemo(() => movesOf(figure, ahead), [figure, ahead.length, ahead.at(-1)])
  const gone = useMemo(() => goneWith(figure, ahead), [figure, ahead.length, ahead.at(-1)])
  const wordings = useMemo(() => wordingsOf(ahead), [ahead.length, ahead.at(-1)])
  return (
    <Workbench<Operation>
      done={done}
      craft={{
        ...{ figure, edits, moved, gone, wordings },
        move: (ids, by, isDropped) => [
          ...(isDropped ? dropped(figure, ids, by) : []),
          ...placing(figure, moved, ids, by),
        ],
        isWorded: () => true,
        word: (part, field, text) => [wording(part, field, text)],
        drop: dropping,
        join: (from, to) => joining(figure, ahead, from, to),
        resize: (id, { x, y, width, height }) => ({
          op: 'resize_group',
          id,
          box: [x, y, width, height].map(Math.round),
        }),
        panel: (parts, fault, select) => (
          <Panel
            figure={figure}
            parts={parts}
            fault={fault}
            ahead={ahead}
            change={change}
            select={select}
          />
        ),
      }}
    />
  )
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

function goneWith(figure: Figure, operations: readonly Operation[]): Set<string> {
  const gone = new Set<string>()
  for (const one of operations)
    if (one.op === 'drop_node' || one.op === 'drop_edge') gone.add(one.id)
  for (const part of figure.parts.values())
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
