import type { Operation } from '../../forms/operations'
import { words } from '../parts/words'
import type { Figure, NodePart, Part } from './figure'
import { foreseen } from './foreseen'
import { freeId } from './ids'
import { Choice } from './inputs'
import { OfArrow } from './of-arrow'
import { OfBox } from './of-box'
import { OfGroup } from './of-group'

type Change = (...operations: Operation[]) => void

/** What one part is changed by. */
export interface Of<P> {
  figure: Figure
  part: P
  /** Operations that are still to be drawn. */
  ahead: readonly Operation[]
  change: Change
  select: (id: string | undefined) => void
}

/** What the selected part is, to be changed; without one what the figure is. */
export function Panel({
  parts,
  fault,
  ...rest
}: Omit<Of<Part>, 'part'> & { parts: readonly Part[]; fault: string | undefined }) {
  const [only] = parts.length === 1 ? parts : []
  const part = only && foreseen(only, rest.ahead)
  return (
    <aside class="panel" aria-label={words.editor.panel}>
      {fault && <p class="fault">{fault}</p>}
      {parts.length === 0 && <OfFigure {...rest} />}
      {parts.length > 1 && <OfSeveral parts={parts} {...rest} />}
      {part?.kind === 'node' && <OfBox key={part.id} part={part} {...rest} />}
      {part?.kind === 'edge' && <OfArrow key={part.id} part={part} {...rest} />}
      {part?.kind === 'group' && <OfGroup key={part.id} part={part} {...rest} />}
    </aside>
  )
}

const DIRECTIONS = ['right', 'down', 'left', 'up'] as const

function OfFigure({ figure, ahead, change, select }: Omit<Of<Part>, 'part'>) {
  const said = words.editor
  const add = () => {
    const id = freeId('box', figure.parts, ahead)
    change({ op: 'add_node', id, label: said.newBox, kind: 'process', group: null })
    select(id)
  }
  return (
    <>
      <h2>{said.figure}</h2>
      <p class="hint">{said.start}</p>
      <Choice
        label={said.direction}
        value={figure.direction ?? ''}
        values={['', ...DIRECTIONS]}
        names={said.directions}
        chosen={(direction) =>
          change({ op: 'set_direction', direction: direction === '' ? null : direction })
        }
      />
      <div class="row acts">
        <button type="button" class="small" onClick={add}>
          {said.addBox}
        </button>
      </div>
    </>
  )
}

function OfSeveral({
  figure,
  parts,
  ahead,
  change,
}: Omit<Of<Part>, 'part'> & { parts: readonly Part[] }) {
  const said = words.editor
  const boxes = parts.filter((part): part is NodePart => part.kind === 'node')
  const ids = boxes.map(({ id }) => id)
  const [a, b] = ids
  const group = () => {
    const id = freeId('group', figure.parts, ahead)
    const parent = boxes[0]?.said.group ?? null
    change(
      { op: 'add_group', id, label: said.newGroup, parent },
      ...ids.map((one): Operation => ({ op: 'move_to_group', id: one, group: id })),
    )
  }
  const act = (label: string, run: () => void, least = 2, most = 200) => (
    <button
      type="button"
      class="small"
      disabled={ids.length < least || ids.length > most}
      onClick={run}
    >
      {label}
    </button>
  )
  return (
    <>
      <h2>{said.several(parts.length)}</h2>
      <div class="row acts">
        {act(said.row, () => change({ op: 'align', ids, axis: 'y' }))}
        {act(said.column, () => change({ op: 'align', ids, axis: 'x' }))}
        {act(said.swap, () => a && b && change({ op: 'swap', a, b }), 2, 2)}
        {act(said.groupThem, group, 1)}
      </div>
    </>
  )
}
