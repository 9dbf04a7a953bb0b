import type { ComponentChildren } from 'preact'
import type { Operation } from '../../forms/operations'
import { words } from '../parts/words'
import { aligning, dropping, EDGES, grouping, wording } from './acts'
import { Bears } from './bears'
import { type Box, type Figure, fourOf, lineOf, type Part, panelOf } from './figure'
import { Acts, amountRow, choiceRow, colourRow, Inputs, type Row, textRow } from './inputs'
import type { Edits } from './use-edits'

type Restyle = Omit<Extract<Operation, { op: 'restyle' }>, 'op' | 'id'>

const said = words.editor

/** What the selected parts are, to be changed; without one what the figure is. */
export function Panel({
  figure,
  edits,
  parts,
  select,
  duplicate,
  children,
}: {
  figure: Figure
  edits: Edits
  parts: readonly Part[]
  select: (ids: readonly string[]) => void
  duplicate: () => void
  children?: ComponentChildren
}) {
  const { refused, act } = edits
  const [one] = parts.length === 1 ? parts : []
  const ids = parts.map(({ id }) => id)
  const title = one
    ? said.roles[one.role]
    : parts.length > 1
      ? said.several(parts.length)
      : said.figure
  return (
    <aside class="panel" aria-label={said.panel}>
      <h2>{title}</h2>
      {one && refused?.part === one.id && <p class="fault">{refused.sentence}</p>}
      {parts.length === 0 && <p class="hint">{said.start}</p>}
      {parts.length === 0 && <Inputs rows={rowsOfFigure(figure, edits)} />}
      {one && <OfOne key={one.id} figure={figure} edits={edits} part={one} />}
      {parts.length > 1 && <OfSeveral figure={figure} edits={edits} parts={parts} />}
      {parts.length > 0 && <Look key={ids.join()} parts={parts} act={act} />}
      {parts.length > 0 && (
        <Acts
          name={said.panel}
          acts={[
            { label: said.duplicate, act: duplicate },
            { label: said.drop, look: 'danger', act: () => act(...dropping(figure, ids)) },
          ]}
        />
      )}
      {children}
      <Faults figure={figure} select={select} />
    </aside>
  )
}

function rowsOfFigure({ svg }: Figure, { act, dress, style }: Edits): Row[] {
  const title = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('title')
  const styles = { '': said.asDrawn, ...words.styles }
  return [
    textRow(said.title, title?.textContent ?? '', (text) => act({ op: 'set_title', title: text })),
    choiceRow(words.studio.look.style, styles, style ?? '', (to) => dress(to || null)),
  ]
}

function OfOne({ figure, edits: { act }, part }: { figure: Figure; edits: Edits; part: Part }) {
  const { id, role, from, to } = part
  const isWorded = role !== 'picture' && role !== 'shape' && role !== 'scheme'
  const label = textRow(said.label, part.label ?? '', (text) => act(wording(part, text)))
  return (
    <>
      <Inputs rows={[...(isWorded ? [label] : []), ...(ROWS[role]?.(figure, part, act) ?? [])]} />
      {role === 'node' && <Bears id={id} act={act} />}
      {role === 'edge' && (
        <Acts
          name={said.roles.edge}
          acts={[
            { label: said.flip, off: !from || !to, act: () => act({ op: 'reverse_edge', id }) },
            { label: said.straighten, act: () => act({ op: 'bend', id, points: [] }) },
          ]}
        />
      )}
      {role === 'panel' && (
        <Acts
          name={said.roles.panel}
          acts={[{ label: said.ungroup, act: () => act({ op: 'drop_group', id }) }]}
        />
      )}
      {role !== 'edge' && <Inputs rows={placeOf(part, act)} />}
    </>
  )
}

/** By its role what a part is, beside its words. */
const ROWS: Partial<
  Record<Part['role'], (figure: Figure, part: Part, act: Edits['act']) => Row[]>
> = {
  node: (figure, { id, detail }, act) => [
    textRow(said.detail, detail ?? '', (text) =>
      act({ op: 'set_detail', id, detail: text || null }),
    ),
    choiceRow(said.kind, said.kinds, undefined, (kind) => act({ op: 'set_kind', id, kind })),
    choiceRow(said.form, said.forms, undefined, (form) =>
      act({ op: 'set_form', id, form: form || null }),
    ),
    choiceRow(
      said.group,
      namesOf(figure, ['panel'], said.noGroup),
      panelOf(figure.parts, id) ?? '',
      (group) => act({ op: 'move_to_group', id, group: group || null }),
    ),
  ],
  edge: (figure, { id, heads, ...ends }, act) => [
    ...(['from', 'to'] as const).map((end) =>
      choiceRow(said[end], namesOf(figure, ['node', 'panel']), ends[end] ?? undefined, (one) =>
        act({ op: 'reconnect', id, ...{ from: null, to: null, [end]: one } }),
      ),
    ),
    choiceRow(said.heads, said.headsAt, heads ?? undefined, (one) =>
      act({ op: 'set_heads', id, heads: one }),
    ),
    choiceRow(said.kind, said.edgeKinds, undefined, (kind) =>
      act({ op: 'set_edge_kind', id, kind }),
    ),
  ],
}

/** Parts of some roles by their ids. @param none what stands for none of them */
function namesOf({ parts }: Figure, roles: readonly Part['role'][], none?: string) {
  const some = [...parts.values()].filter(({ role }) => roles.includes(role))
  const names: [string, string][] = some.map((one) => [one.id, lineOf(one) || one.id])
  return Object.fromEntries([...(none === undefined ? [] : [['', none] as const]), ...names])
}

/** Where it stands and how large it is, for whoever has no pointer, or numbers in mind. */
function placeOf({ id, box }: Part, act: Edits['act']): Row[] {
  const row = (name: keyof Box, least: number, set: (to: number) => unknown) =>
    amountRow(said.sizes[name], box[name], least, set)
  const size = (to: Partial<Box>) => act({ op: 'resize', id, box: fourOf({ ...box, ...to }) })
  return [
    row('x', -10_000, (x) => act({ op: 'move', ids: [id], dx: x - box.x, dy: 0 })),
    row('y', -10_000, (y) => act({ op: 'move', ids: [id], dx: 0, dy: y - box.y })),
    row('width', 1, (width) => size({ width })),
    row('height', 1, (height) => size({ height })),
  ]
}

function OfSeveral({
  figure,
  edits,
  parts,
}: {
  figure: Figure
  edits: Edits
  parts: readonly Part[]
}) {
  const things = parts.filter(({ role }) => role !== 'edge')
  const ids = things.map(({ id }) => id)
  const { act, fresh } = edits
  const [a, b] = ids
  const edges = Object.keys(EDGES) as (keyof typeof EDGES)[]
  return (
    <>
      <Acts
        name={said.align}
        acts={[
          ...edges.map((edge) => ({
            ...{ label: said.edges[edge], off: ids.length < 2 },
            act: () => act(...aligning(things, edge)),
          })),
          ...(['x', 'y'] as const).map((axis) => ({
            ...{ label: said.distribute[axis], off: ids.length < 3 },
            act: () => act({ op: 'distribute', ids, axis }),
          })),
        ]}
      />
      <Acts
        name={said.groupThem}
        acts={[
          {
            label: said.swap,
            off: ids.length !== 2,
            act: () => a && b && act({ op: 'swap', a, b }),
          },
          {
            ...{ label: said.groupThem, off: ids.length === 0 },
            act: () => act(...grouping(figure, ids, fresh('panel'), said.newGroup)),
          },
        ]}
      />
    </>
  )
}

/** How things are painted: all of what is selected at once. */
function Look({ parts, act }: { parts: readonly Part[]; act: Edits['act'] }) {
  const lined = parts.filter(({ role }) => role !== 'text' && role !== 'picture')
  const filled = lined.filter(({ role }) => role !== 'edge')
  const worded = parts.filter(({ label, role }) => label !== null && role !== 'picture')
  const to = (some: readonly Part[], how: Restyle) =>
    act(...some.map(({ id }): Operation => ({ op: 'restyle', id, ...how })))
  const fill = colourRow(
    said.fill,
    shared(filled, 'fill'),
    (color) => to(filled, { fill: color }),
    said.without,
  )
  const lines = [
    colourRow(
      said.stroke,
      shared(lined, 'stroke'),
      (stroke) => to(lined, { stroke }),
      said.without,
    ),
    amountRow(said.strokeWidth, shared(lined, 'stroke_width'), 0, (wide) =>
      to(lined, { stroke_width: wide }),
    ),
  ]
  const letters = [
    colourRow(said.ink, shared(worded, 'ink'), (ink) => to(worded, { ink })),
    amountRow(said.fontSize, shared(worded, 'font_size'), 4, (size) =>
      to(worded, { font_size: size }),
    ),
  ]
  const toggle = (name: 'dashed' | 'bold' | 'italic', some: readonly Part[]) => {
    const on = shared(some, name) === true
    return { label: said[name], look: name, pressed: on, act: () => to(some, { [name]: !on }) }
  }
  return (
    <>
      <Inputs
        rows={[
          ...(filled.length > 0 ? [fill] : []),
          ...(lined.length > 0 ? lines : []),
          ...(worded.length > 0 ? letters : []),
        ]}
      />
      <Acts
        name={said.look}
        acts={[
          ...(lined.length > 0 ? [toggle('dashed', lined)] : []),
          ...(worded.length > 0 ? [toggle('bold', worded), toggle('italic', worded)] : []),
        ]}
      />
    </>
  )
}

/** What all of them have; undefined: not all have the same. */
function shared<K extends keyof Part>(parts: readonly Part[], name: K): Part[K] | undefined {
  const [first] = parts
  return first && parts.every((one) => one[name] === first[name]) ? first[name] : undefined
}

/** What is wrong with the figure as it is now. */
function Faults({ figure, select }: { figure: Figure; select: (ids: readonly string[]) => void }) {
  const { faults, parts } = figure
  if (faults.length === 0) return null
  return (
    <details class="faults" open={faults.some(({ hard }) => hard)}>
      <summary>{said.faults(faults.length)}</summary>
      <ul>
        {faults.map(({ id, other, hard, sentence }) => {
          const [one] = [id, other].filter((named) => named !== null && parts.has(named))
          return (
            <li key={sentence} class={hard ? 'hard' : undefined}>
              <button type="button" disabled={!one} onClick={() => one && select([one])}>
                {sentence}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
