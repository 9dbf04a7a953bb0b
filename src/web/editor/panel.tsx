import type { ComponentChildren } from 'preact'
import type { Operation } from '../../forms/operations'
import { Acts, type Deed } from '../parts/act'
import { takesStyles } from '../parts/takes-styles'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { aligning, EDGES, grouping, wording } from './acts'
import { type Box, type Figure, fourOf, lineOf, type Part, panelOf } from './figure'
import { amountRow, choiceRow, colourRow, Inputs, type Row, textRow, unitsOf } from './inputs'
import type { Hand } from './use-hand'

type Restyle = Omit<Extract<Operation, { op: 'restyle' }>, 'op' | 'id'>

const said = words.editor

/** What the selected parts are, to be changed; without one what the figure is. */
export function Panel({ hand, children }: { hand: Hand; children?: ComponentChildren }) {
  const { chosen, ids, only, duplicate, drop, edits } = hand
  const { refused } = edits
  const pictures = usePictures(only, hand.act)
  const several = chosen.length > 0 ? told(said.several, chosen.length) : said.figure
  const title = only ? said.roles[only.role] : several
  return (
    <aside class="panel" aria-label={said.panel}>
      <h2>{title}</h2>
      {only && refused?.part === only.id && <p class="fault">{refused.sentence}</p>}
      {ids.length === 0 && <p class="hint">{said.start}</p>}
      {ids.length === 0 && <Inputs rows={rowsOfFigure(hand)} />}
      {only && <OfOne key={only.id} hand={hand} part={only} pictures={pictures} />}
      {ids.length > 1 && <OfSeveral hand={hand} />}
      {ids.length > 0 && <Look key={ids.join()} hand={hand} />}
      {only && only.role !== 'edge' && <Inputs key={only.id} rows={placeOf(only, hand)} />}
      {ids.length > 0 && (
        <Acts
          name={said.panel}
          acts={[
            { label: said.duplicate, act: () => duplicate() },
            { label: said.drop, look: 'small danger', act: drop },
          ]}
        />
      )}
      {children}
      <Faults hand={hand} />
    </aside>
  )
}

function rowsOfFigure({ figure: { svg }, act, edits: { dress, style } }: Hand): Row[] {
  const title = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('title')
  const styles = { '': said.asDrawn, ...words.styles }
  return [
    textRow(said.title, title?.textContent ?? '', (text) => act({ op: 'set_title', title: text })),
    ...(takesStyles(svg)
      ? [
          choiceRow(words.studio.fields.style_preset.label, styles, style ?? '', (to) =>
            dress(to || null),
          ),
        ]
      : []),
  ]
}

function OfOne({ hand, part, pictures }: { hand: Hand; part: Part; pictures: readonly Row[] }) {
  const { id, role, from, to } = part
  const { act } = hand
  const label = textRow(said.label, part.label ?? '', (text) => act(wording(part, text)))
  const isWorded = role !== 'picture' && role !== 'shape' && role !== 'scheme'
  const acts: Partial<Record<Part['role'], Deed[]>> = {
    edge: [
      { label: said.flip, off: !from || !to, act: () => act({ op: 'reverse_edge', id }) },
      { label: said.straighten, act: () => act({ op: 'bend', id, points: [] }) },
    ],
    panel: [{ label: said.ungroup, act: () => act({ op: 'drop_group', id }) }],
  }
  return (
    <>
      <Inputs
        rows={[...(isWorded ? [label] : []), ...(ROWS[role]?.(hand, part) ?? []), ...pictures]}
      />
      <Acts name={said.roles[role]} acts={acts[role] ?? []} />
    </>
  )
}

/** The picture and the icon of a box: chosen from what the server has. */
function usePictures(part: Part | undefined, act: Hand['act']): Row[] {
  const { answer } = useAnswer('GET /api/pictures', part?.role === 'node' ? {} : null)
  if (!answer || part?.role !== 'node') return []
  const { id } = part
  const named = (some: readonly { name: string }[]) =>
    Object.fromEntries([
      ['', said.without],
      ...some.map(({ name }) => [name, name.replaceAll('-', ' ')]),
    ])
  const icons = named(answer.icons)
  const icon = choiceRow(said.icon, icons, among(icons, part.icon ?? ''), (name) =>
    act({ op: 'set_icon', id, icon: name || null }),
  )
  const picture = choiceRow(said.picture, named(answer.glyphs), part.picture ?? '', (glyph) =>
    act({ op: 'set_picture', id, picture: glyph ? { glyph } : null }),
  )
  return answer.glyphs.length > 0 ? [icon, picture] : [icon]
}

/** By its role what a part is, beside its words. */
const ROWS: Partial<Record<Part['role'], (hand: Hand, part: Part) => Row[]>> = {
  node: ({ figure, act }, { id, detail, kind, form }) => [
    textRow(said.detail, detail ?? '', (text) =>
      act({ op: 'set_detail', id, detail: text || null }),
    ),
    choiceRow(said.kind, said.kinds, among(said.kinds, kind), (to) =>
      act({ op: 'set_kind', id, kind: to }),
    ),
    choiceRow(said.form, said.forms, among(said.forms, form ?? (kind && '')), (to) =>
      act({ op: 'set_form', id, form: to || null }),
    ),
    choiceRow(
      said.group,
      namesOf(figure, ['panel'], said.noGroup),
      panelOf(figure.parts, id) ?? '',
      (group) => act({ op: 'move_to_group', id, group: group || null }),
    ),
  ],
  edge: ({ figure, act }, { id, heads, kind, ...ends }) => [
    ...(['from', 'to'] as const).map((end) =>
      choiceRow(said[end], namesOf(figure, ['node', 'panel']), ends[end] ?? undefined, (one) =>
        act({ op: 'reconnect', id, ...{ from: null, to: null, [end]: one } }),
      ),
    ),
    choiceRow(said.heads, said.headsAt, heads ?? undefined, (one) =>
      act({ op: 'set_heads', id, heads: one }),
    ),
    choiceRow(said.kind, said.edgeKinds, among(said.edgeKinds, kind), (to) =>
      act({ op: 'set_edge_kind', id, kind: to }),
    ),
  ],
}

/** A choice, if it is one of some. */
const among = <T extends object>(some: T, one: string | null) =>
  one !== null && one in some ? (one as keyof T & string) : undefined

/** Parts of some roles by their ids. @param none what stands for none of them */
function namesOf({ parts }: Figure, roles: readonly Part['role'][], none?: string) {
  const some = [...parts.values()].filter(({ role }) => roles.includes(role))
  const names: [string, string][] = some.map((one) => [one.id, lineOf(one) || one.id])
  return Object.fromEntries([...(none === undefined ? [] : [['', none] as const]), ...names])
}

/** Where it stands and how large it is, for whoever has no pointer, or numbers in mind. */
function placeOf({ id, box }: Part, { act, figure }: Hand): Row[] {
  const row = (name: keyof Box, least: number, set: (to: number) => unknown) =>
    amountRow(said.sizes[name], box[name], least, unitsOf(figure).mm, set)
  const size = (to: Partial<Box>) => act({ op: 'resize', id, box: fourOf({ ...box, ...to }) })
  return [
    row('x', -10_000, (x) => act({ op: 'move', ids: [id], dx: x - box.x, dy: 0 })),
    row('y', -10_000, (y) => act({ op: 'move', ids: [id], dx: 0, dy: y - box.y })),
    row('width', 1, (width) => size({ width })),
    row('height', 1, (height) => size({ height })),
  ]
}

function OfSeveral({ hand: { figure, chosen, edits, act } }: { hand: Hand }) {
  const things = chosen.filter(({ role }) => role !== 'edge')
  const ids = things.map(({ id }) => id)
  const [a, b] = ids
  const deed = (label: string, isFit: boolean, does: () => unknown): Deed => ({
    ...{ label, off: !isFit, act: does },
  })
  const edges = (Object.keys(EDGES) as (keyof typeof EDGES)[]).map((edge) =>
    deed(said.edges[edge], ids.length > 1, () => act(...aligning(things, edge))),
  )
  const gaps = (['x', 'y'] as const).map((axis) =>
    deed(said.distribute[axis], ids.length > 2, () => act({ op: 'distribute', ids, axis })),
  )
  const group = () => act(...grouping(figure, ids, edits.fresh('panel'), said.newGroup))
  const swap = () => a && b && act({ op: 'swap', a, b })
  const two = [deed(said.swap, ids.length === 2, swap), deed(said.groupThem, ids.length > 0, group)]
  return <Acts name={said.align} acts={[...edges, ...gaps, ...two]} />
}

/** How things are painted: all of what is selected at once. */
function Look({ hand: { chosen: parts, act, figure } }: { hand: Hand }) {
  const lined = parts.filter(({ role }) => role !== 'text' && role !== 'picture')
  const filled = lined.filter(({ role }) => role !== 'edge')
  const worded = parts.filter(({ label, role }) => label !== null && role !== 'picture')
  const to = (some: readonly Part[], how: Restyle) =>
    act(...some.map(({ id }): Operation => ({ op: 'restyle', id, ...how })))
  const colour = (some: readonly Part[], name: 'fill' | 'stroke' | 'ink', none?: string) =>
    some.length === 0
      ? []
      : [colourRow(said[name], shared(some, name), (color) => to(some, { [name]: color }), none)]
  const { pt } = unitsOf(figure)
  const amount = (some: readonly Part[], name: 'stroke_width' | 'font_size', least: number) =>
    some.length === 0
      ? []
      : [amountRow(said[name], shared(some, name), least, pt, (size) => to(some, { [name]: size }))]
  const toggle = (some: readonly Part[], name: 'dashed' | 'bold' | 'italic'): Deed[] => {
    const on = shared(some, name) === true
    const deed = { label: said[name], look: `small ${name}`, pressed: on }
    return some.length === 0 ? [] : [{ ...deed, act: () => to(some, { [name]: !on }) }]
  }
  const rows = [
    ...colour(filled, 'fill', said.without),
    ...colour(lined, 'stroke', said.without),
    ...amount(lined, 'stroke_width', 0),
    ...colour(worded, 'ink'),
    ...amount(worded, 'font_size', 4),
  ]
  const toggles = [
    ...toggle(lined, 'dashed'),
    ...toggle(worded, 'bold'),
    ...toggle(worded, 'italic'),
  ]
  return (
    <>
      <Inputs rows={rows} />
      <Acts name={said.look} acts={toggles} />
    </>
  )
}

/** What all of them have; undefined: not all have the same. */
function shared<K extends keyof Part>(parts: readonly Part[], name: K): Part[K] | undefined {
  const [first] = parts
  return first && parts.every((one) => one[name] === first[name]) ? first[name] : undefined
}

/** What is wrong with the figure as it is now. */
function Faults({ hand: { figure, select } }: { hand: Hand }) {
  const { faults, parts } = figure
  if (faults.length === 0) return null
  return (
    <details class="faults" open={faults.some(({ hard }) => hard)}>
      <summary>{told(said.faults, faults.length)}</summary>
      <ul>
        {faults.map(({ id, other, kind, hard, sentence }) => {
          const about = [id, other].flatMap((named) => parts.get(named ?? '') ?? [])
          const names = about.map((one) => lineOf(one) || said.roles[one.role])
          return (
            <li key={sentence} class={hard ? 'hard' : undefined}>
              <button
                type="button"
                disabled={about.length === 0}
                onClick={() => select(about.slice(0, 1).map((one) => one.id))}
              >
                {names.length > 0 && <b>{names.join(' · ')}</b>} {said.faultKinds[kind]}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
