import type { DiagramEdge } from '../../forms/diagram'
import { words } from '../parts/words'
import type { EdgePart } from './figure'
import { Check, Choice, Colour, Drop, Words } from './inputs'
import type { Of } from './panel'

const KINDS = ['flow', 'order', 'feedback'] as const satisfies readonly DiagramEdge['kind'][]
const HEADS = ['end', 'both', 'none'] as const satisfies readonly DiagramEdge['heads'][]
/** What an arrow is, to be changed. */
export function OfArrow({ part, change }: Of<EdgePart>) {
  const said = words.editor
  const { id, said: edge } = part
  return (
    <>
      <h2>{said.arrow}</h2>
      <Words
        label={said.label}
        value={part.label}
        typed={(label) => change({ op: 'set_edge_label', id, label: label || null })}
      />
      <Choice
        label={said.heads}
        value={edge.heads}
        values={HEADS}
        names={said.headsAt}
        chosen={(heads) => change({ op: 'set_heads', id, heads })}
      />
      <Choice
        label={said.kind}
        value={edge.kind}
        values={KINDS}
        names={said.edgeKinds}
        chosen={(kind) => change({ op: 'set_edge_kind', id, kind })}
      />
      <Colour value={edge.accent} chosen={(color) => change({ op: 'set_accent', id, color })} />
      <Check
        label={said.dashed}
        on={edge.dashed === true}
        set={(dashed) => change({ op: 'set_dashed', id, dashed })}
      />
      <div class="row acts">
        <button type="button" class="small" onClick={() => change({ op: 'reverse_edge', id })}>
          {said.flip}
        </button>
      </div>
      <Drop act={() => change({ op: 'drop_edge', id })} />
    </>
  )
}
