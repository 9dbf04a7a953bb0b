import { type ComponentChildren, Fragment, type VNode } from 'preact'
import type { Operation } from '../../forms/operations'
import { saidIn } from '../figure/figure'
import { takesStyles } from '../figure/looks'
import type { Pictures } from '../operations'
import { Acts, type Deed } from '../parts/act'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { aligning, EDGES, grouping, wording } from './acts'
import { type Box, type Figure, fourOf, isWorded, lineOf, type Part, panelOf } from './figure'
import { amountRow, choiceRow, colourRow, textRow, unitsOf } from './inputs'
import type { Hand } from './use-hand'

type Paint = Omit<Extract<Operation, { op: 'restyle' }>, 'op' | 'id'>
type Names = Readonly<Record<string, string>>

const said = words.editor

/** What the selected parts are, to be changed; without one what the figure is. */
export function Panel({ hand, children }: { hand: Hand; children?: ComponentChildren }) {
  const { chosen, ids, only, duplicate, drop, edits } = hand
  const { refused } = edits
  const { answer: pictures } = useAnswer('GET /api/pictures', only?.role === 'node' ? {} : null)
  const several = chosen.length > 0 ? told(said.several, chosen.length) : said.figure
  return (
    <aside class="panel" aria-label={said.panel}>
      <h2>{only ? said.roles[only.role] : several}</h2>
      {only && refused?.part === only.id && <p class="fault">{refused.sentence}</p>}
      {ids.length === 0 && (
        <>
          <p class="hint">{said.start}</p>
          <div class="inputs">{rowsOfFigure(hand)}</div>
        </>
      )}
      {only && (
        <Fragment key={only.id}>
          <div class="inputs">{rowsOf(hand, only, pictures)}</div>
          <Acts name={said.roles[only.role]} acts={actsOf(hand, only)} />
        </Fragment>
      )}
      {ids.length > 1 && <Acts name={said.align} acts={arranging(hand)} />}
      {ids.length > 0 && <Look key={ids.join()} hand={hand} />}
      {only && only.role !== 'edge' && <div class="inputs">{placeOf(only, hand)}</div>}
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

function rowsOfFigure({ figure: { svg }, act, edits: { dress, style } }: Hand): VNode[] {
  const titled = (title: string) => act({ op: 'set_title', title })
  const styles = { '': said.asDrawn, ...words.styles }
  const dressed = (to: keyof typeof styles) => dress(to || null)
  const { label } = words.studio.fields.style_preset
  return [
    textRow(said.title, saidIn(svg, 'title'), titled),
    ...(takesStyles(svg) ? [choiceRow(label, styles, style ?? '', dressed)] : []),
  ]
}

/** What a part is, by its role. @param pictures what the server has for boxes */
function rowsOf({ figure, act }: Hand, part: Part, pictures: Pictures | undefined): VNode[] {
  const { id, role, detail, kind, form, icon, picture } = part
  const choose = <Name extends 'kind' | 'form' | 'icon' | 'heads'>(
    name: Name,
    of: Names,
    value: Part[Name] = part[name],
    op = `set_${name}`,
  ) => choiceRow(said[name], of, value, (to) => act({ op, id, [name]: to || null } as Operation))
  const end = (which: 'from' | 'to') =>
    choiceRow(said[which], namesOf(figure, ['node', 'panel']), part[which], (one) =>
      act({ op: 'reconnect', id, ...{ from: null, to: null, [which]: one } }),
    )
  const label = textRow(said.label, part.label ?? '', (text) => act(wording(part, text)))
  if (role === 'edge')
    return [
      ...[label, end('from'), end('to'), choose('heads', said.headsAt)],
      choose('kind', said.edgeKinds, kind, 'set_edge_kind'),
    ]
  if (role !== 'node') return isWorded(part) ? [label] : []
  const panels = { '': said.noGroup, ...namesOf(figure, ['panel']) }
  const { glyphs = [], icons = [] } = pictures ?? {}
  return [
    label,
    textRow(said.detail, detail ?? '', (text) =>
      act({ op: 'set_detail', id, detail: text || null }),
    ),
    choose('kind', said.kinds),
    choose('form', said.forms, form ?? (kind && '')),
    choiceRow(said.group, panels, panelOf(figure.parts, id) ?? '', (group) =>
      act({ op: 'move_to_group', id, group: group || null }),
    ),
    ...(pictures ? [choose('icon', offered(icons), icon ?? '')] : []),
    ...(glyphs.length > 0
      ? [
          choiceRow(said.picture, offered(glyphs), picture ?? '', (glyph) =>
            act({ op: 'set_picture', id, picture: glyph ? { glyph } : null }),
          ),
        ]
      : []),
  ]
}

const offered = (some: readonly { name: string }[]): Names => ({
  '': said.without,
  ...Object.fromEntries(some.map(({ name }) => [name, name.replaceAll('-', ' ')])),
})

function actsOf({ act }: Hand, { id, role, from, to }: Part): Deed[] {
  if (role === 'panel') return [{ label: said.ungroup, act: () => act({ op: 'drop_group', id }) }]
  if (role !== 'edge') return []
  return [
    { label: said.flip, off: !from || !to, act: () => act({ op: 'reverse_edge', id }) },
    { label: said.straighten, act: () => act({ op: 'bend', id, points: [] }) },
  ]
}

/** Parts of some roles by their ids. */
const namesOf = ({ parts }: Figure, roles: readonly Part['role'][]): Names =>
  Object.fromEntries(
    [...parts.values()].flatMap((one) =>
      roles.includes(one.role) ? [[one.id, lineOf(one) || one.id]] : [],
    ),
  )

/** Where it stands and how large it is, for whoever has no pointer, or numbers in mind. */
function placeOf({ id, box }: Part, { act, figure }: Hand): VNode[] {
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

function arranging({ figure, chosen, edits, act }: Hand): Deed[] {
  const things = chosen.filter(({ role }) => role !== 'edge')
  const ids = things.map(({ id }) => id)
  const [a, b] = ids
  const edges = (Object.keys(EDGES) as (keyof typeof EDGES)[]).map((edge) => ({
    ...{ label: said.edges[edge], off: ids.length < 2, act: () => act(...aligning(things, edge)) },
  }))
  const gaps = (['x', 'y'] as const).map((axis) => ({
    label: said.distribute[axis],
    off: ids.length < 3,
    act: () => act({ op: 'distribute', ids, axis }),
  }))
  const group = () => act(...grouping(figure, ids, edits.fresh('panel'), said.newGroup))
  return [
    ...[...edges, ...gaps],
    { label: said.swap, off: ids.length !== 2, act: () => a && b && act({ op: 'swap', a, b }) },
    { label: said.groupThem, off: ids.length === 0, act: group },
  ]
}

const isLined = ({ role }: Part) => role !== 'text' && role !== 'picture'
const isFilled = (part: Part) => isLined(part) && part.role !== 'edge'
const isLabelled = ({ label, role }: Part) => label !== null && role !== 'picture'

/** How things are painted: all of what is selected at once. */
function Look({ hand: { chosen, act, figure } }: { hand: Hand }) {
  /** A member of those that have it; none where nothing selected does. */
  const of = <Name extends keyof Paint, Made>(
    name: Name,
    isOne: (part: Part) => boolean,
    made: (label: string, value: Part[Name] | undefined, set: (to: Part[Name]) => void) => Made,
  ): Made[] => {
    const some = chosen.filter(isOne)
    const [first] = some
    const value = some.every((one) => one[name] === first?.[name]) ? first?.[name] : undefined
    const set = (to: Part[Name]) =>
      act(...some.map(({ id }): Operation => ({ op: 'restyle', id, [name]: to })))
    return some.length > 0 ? [made(said[name], value, set)] : []
  }
  const { pt } = unitsOf(figure)
  const toggle = (name: 'dashed' | 'bold' | 'italic', isOne: (part: Part) => boolean): Deed[] =>
    of(name, isOne, (label, on = false, set) => ({
      ...{ label, look: `small ${name}`, pressed: on, act: () => set(!on) },
    }))
  return (
    <>
      <div class="inputs">
        {of('fill', isFilled, (...how) => colourRow(...how, said.without))}
        {of('stroke', isLined, (...how) => colourRow(...how, said.without))}
        {of('stroke_width', isLined, (label, value, set) => amountRow(label, value, 0, pt, set))}
        {of('ink', isLabelled, colourRow)}
        {of('font_size', isLabelled, (label, value, set) => amountRow(label, value, 4, pt, set))}
      </div>
      <Acts
        name={said.look}
        acts={[
          ...toggle('dashed', isLined),
          ...toggle('bold', isLabelled),
          ...toggle('italic', isLabelled),
        ]}
      />
    </>
  )
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
