import type { DiagramNode } from '../../forms/diagram'
import { words } from '../parts/words'
import { ArrowTo } from './arrow-to'
import { Bears } from './bears'
import { middle, type NodePart } from './figure'
import { freeId } from './ids'
import { Check, Choice, Colour, Drop, Words } from './inputs'
import type { Of } from './panel'

const KINDS = [
  'process',
  'data',
  'store',
  'decision',
  'document',
  'model',
  'human',
  'metric',
  'stage',
] as const satisfies readonly DiagramNode['kind'][]

const FORMS = [
  'box',
  'pill',
  'circle',
  'diamond',
  'trapezoid',
  'parallelogram',
  'subroutine',
  'hexagon',
  'cylinder',
  'document',
  'bare',
] as const satisfies readonly NonNullable<DiagramNode['form']>[]

/** Not the id of any group. */
const NEW = ' new'

/** What a box is, to be changed. */
export function OfBox({ figure, part, ahead, change, select }: Of<NodePart>) {
  const said = words.editor
  const { id, said: node } = part
  const groups = [...figure.parts.values()].filter(({ kind }) => kind === 'group')
  const group = (value: string) => {
    if (value !== NEW)
      return change({ op: 'move_to_group', id, group: value === '' ? null : value })
    const made = freeId('group', figure.parts, ahead)
    change(
      { op: 'add_group', id: made, label: said.newGroup, parent: node.group ?? null },
      { op: 'move_to_group', id, group: made },
    )
  }
  const hold = (on: boolean) => {
    const { x, y } = middle(part.box)
    const place = on ? { x: Math.round(x), y: Math.round(y) } : { x: null, y: null }
    change({ op: 'place', id, ...place })
  }
  return (
    <>
      <h2>{said.box}</h2>
      <Words
        label={said.label}
        value={part.label}
        typed={(label) => change({ op: 'rename', id, label })}
      />
      <Words
        label={said.detail}
        value={node.detail ?? ''}
        typed={(detail) => change({ op: 'set_detail', id, detail: detail || null })}
      />
      <Choice
        label={said.kind}
        value={node.kind}
        values={KINDS}
        names={said.kinds}
        chosen={(kind) => change({ op: 'set_kind', id, kind })}
      />
      <Choice
        label={said.form}
        value={node.form ?? ''}
        values={['', ...FORMS]}
        names={said.forms}
        chosen={(form) => change({ op: 'set_form', id, form: form === '' ? null : form })}
      />
      <Bears part={part} change={change} />
      <Colour value={node.accent} chosen={(color) => change({ op: 'set_accent', id, color })} />
      <Choice
        label={said.group}
        value={node.group ?? ''}
        values={['', ...groups.map((one) => one.id), NEW]}
        names={{
          '': said.noGroup,
          [NEW]: said.newGroupChoice,
          ...Object.fromEntries(groups.map((one) => [one.id, one.label])),
        }}
        chosen={group}
      />
      <ArrowTo figure={figure} part={part} ahead={ahead} change={change} select={select} />
      <Check label={said.lock} on={part.pinned} set={hold} />
      <Drop act={() => change({ op: 'drop_node', id })} />
    </>
  )
}
