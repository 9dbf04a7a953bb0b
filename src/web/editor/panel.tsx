import { useState } from 'preact/hooks'
import type { Operation } from '../../forms/operations'
import { Field } from '../parts/field'
import { words } from '../parts/words'
import {
  type EdgePart,
  type Figure,
  type GroupPart,
  middle,
  type NodePart,
  type Part,
} from './figure'
import { freeId } from './ids'

type Change = (...operations: Operation[]) => void

interface Of<P> {
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
  const part = parts.length === 1 ? parts[0] : undefined
  return (
    <aside class="panel" aria-label={words.editor.panel}>
      {fault && <p class="fault">{fault}</p>}
      {parts.length === 0 && <OfFigure {...rest} />}
      {parts.length > 1 && <OfSeveral parts={parts} {...rest} />}
      {part?.kind === 'node' && <OfNode key={part.id} part={part} {...rest} />}
      {part?.kind === 'edge' && <OfEdge key={part.id} part={part} {...rest} />}
      {part?.kind === 'group' && <OfGroup key={part.id} part={part} {...rest} />}
    </aside>
  )
}

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
] as const
const EDGE_KINDS = ['flow', 'order', 'feedback'] as const
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

function OfNode({ figure, part, ahead, change, select }: Of<NodePart>) {
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
    change(
      on
        ? { op: 'place', id, x: Math.round(x), y: Math.round(y) }
        : { op: 'place', id, x: null, y: null },
    )
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
      <Colour value={node.accent} chosen={(color) => change({ op: 'set_accent', id, color })} />
      <Words
        label={said.icon}
        hint={said.iconHint}
        line
        value={node.icon ?? ''}
        typed={(icon) => change({ op: 'set_icon', id, icon: icon || null })}
      />
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
      <label class="check">
        <input
          type="checkbox"
          checked={part.pinned}
          onChange={({ currentTarget }) => hold(currentTarget.checked)}
        />{' '}
        {said.lock}
      </label>
      <Drop act={() => change({ op: 'drop_node', id })} />
    </>
  )
}

const NEW = ' new'

function ArrowTo({ figure, part, ahead, change }: Of<NodePart | GroupPart>) {
  const others = [...figure.parts.values()].filter(
    ({ kind, id }) => kind !== 'edge' && id !== part.id,
  )
  return (
    <Choice
      label={words.editor.arrowTo}
      value=""
      values={['', ...others.map(({ id }) => id)]}
      names={{
        '': words.editor.choose,
        ...Object.fromEntries(others.map(({ id, label }) => [id, label.replaceAll('\n', ' ')])),
      }}
      chosen={(to) =>
        to !== '' &&
        change({
          op: 'add_edge',
          id: freeId('arrow', figure.parts, ahead),
          ...{ from: part.id, to, label: null, kind: 'flow', heads: 'end', dashed: false },
        })
      }
    />
  )
}

function OfEdge({ part, change }: Of<EdgePart>) {
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
        label={said.kind}
        value={edge.kind}
        values={EDGE_KINDS}
        names={said.edgeKinds}
        chosen={(kind) => change({ op: 'set_edge_kind', id, kind })}
      />
      <Colour value={edge.accent} chosen={(color) => change({ op: 'set_accent', id, color })} />
      <div class="row acts">
        <button type="button" class="small" onClick={() => change({ op: 'reverse_edge', id })}>
          {said.flip}
        </button>
      </div>
      <Drop act={() => change({ op: 'drop_edge', id })} />
    </>
  )
}

function OfGroup({ figure, part, ahead, change, select }: Of<GroupPart>) {
  const said = words.editor
  const { id } = part
  const add = () => {
    const made = freeId('box', figure.parts, ahead)
    change({ op: 'add_node', id: made, label: said.newBox, kind: 'process', group: id })
    select(made)
  }
  return (
    <>
      <h2>{said.group}</h2>
      <Words
        label={said.label}
        value={part.label}
        typed={(label) => change({ op: 'rename_group', id, label })}
      />
      <Colour
        value={part.said.accent}
        chosen={(color) => change({ op: 'set_accent', id, color })}
      />
      <ArrowTo figure={figure} part={part} ahead={ahead} change={change} select={select} />
      <div class="row acts">
        <button type="button" class="small" onClick={add}>
          {said.addBoxHere}
        </button>
      </div>
      <Drop act={() => change({ op: 'drop_group', id })} label={said.ungroup} />
    </>
  )
}

function Drop({ act, label = words.editor.drop }: { act: () => void; label?: string }) {
  return (
    <div class="row acts">
      <button type="button" class="small danger" onClick={act}>
        {label}
      </button>
    </div>
  )
}

/** Told when it is left, not at every letter. */
function Words({
  label,
  hint,
  line = false,
  value,
  typed,
}: {
  label: string
  hint?: string
  /** One line alone. */
  line?: boolean
  value: string
  typed: (words: string) => void
}) {
  const [text, setText] = useState<string>()
  const end = () => {
    if (text !== undefined && text.trim() !== value) typed(text.trim())
    setText(undefined)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape') setText(undefined)
    if (event.key === 'Enter' && (line || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      end()
    }
  }
  const handlers = {
    value: text ?? value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setText(currentTarget.value),
    onBlur: end,
    onKeyDown: keys,
  }
  return (
    <Field label={label} hint={hint}>
      {(ties) =>
        line ? (
          <input {...ties} {...handlers} spellcheck={false} autocomplete="off" />
        ) : (
          <textarea {...ties} {...handlers} rows={Math.max(2, value.split('\n').length)} />
        )
      }
    </Field>
  )
}

function Choice<const V extends string>({
  label,
  value,
  values,
  names,
  chosen,
}: {
  label: string
  value: V
  values: readonly V[]
  names: Readonly<Record<string, string>>
  chosen: (value: V) => unknown
}) {
  return (
    <Field label={label}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          onChange={({ currentTarget }) => chosen(currentTarget.value as V)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {names[one] ?? one}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Colour({
  value,
  chosen,
}: {
  value: string | undefined
  chosen: (color: string | null) => void
}) {
  return (
    <Field label={words.editor.colour}>
      {(ties) => (
        <div class="row">
          <input
            {...ties}
            type="color"
            value={value ?? '#3f72ad'}
            onChange={({ currentTarget }) => chosen(currentTarget.value)}
          />
          <button
            type="button"
            class="small"
            disabled={value === undefined}
            onClick={() => chosen(null)}
          >
            {words.editor.noColour}
          </button>
        </div>
      )}
    </Field>
  )
}
