import { useState } from 'preact/hooks'
import type { DiagramEdge } from '../../forms/diagram'
import { words } from '../parts/words'
import type { EdgePart } from './figure'
import { Check, Choice, Colour, Drop, Words } from './inputs'
import type { Of } from './panel'

const KINDS = ['flow', 'order', 'feedback'] as const satisfies readonly DiagramEdge['kind'][]
const HEADS = ['end', 'both', 'none'] as const satisfies readonly DiagramEdge['heads'][]
/** Roles with a look of their own; an author's own word gets one too. */
const ROLES = ['skip', 'feedback', 'condition', 'control', 'evidence', 'offline'] as const

/** Not a word of anybody's. */
const OWN = ' own'

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
      <Role role={edge.role} set={(role) => change({ op: 'set_role', id, role })} />
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

/** What an arrow is for: a known role, or a word of one's own. */
function Role({ role, set }: { role: string | undefined; set: (role: string | null) => void }) {
  const said = words.editor
  const known: readonly string[] = ROLES
  const [own, setOwn] = useState(role !== undefined && role !== 'flow' && !known.includes(role))
  const value = own ? OWN : role === undefined || role === 'flow' ? '' : role
  return (
    <>
      <Choice
        label={said.role}
        value={value}
        values={['', ...ROLES, OWN]}
        names={{ ...said.roles, [OWN]: said.ownRole }}
        chosen={(chosen) => {
          setOwn(chosen === OWN)
          if (chosen !== OWN) set(chosen === '' ? null : chosen)
        }}
      />
      {own && (
        <Words
          label={said.ownRole}
          hint={said.ownRoleHint}
          line
          value={role ?? ''}
          typed={(word) => set(word || null)}
        />
      )}
    </>
  )
}
