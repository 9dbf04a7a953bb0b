import { type TSchema, Type } from '@sinclair/typebox'
import { ownGlyphs } from '../../figure/own-pictures'
import { glyphNames, glyphParameters, hasGlyph } from '../../figure/pictures'
import { type Source, sourceOf } from '../../figure/quotes/source'
import {
  EDGE_ROLES,
  GRID_WIDTH,
  GROUP_STYLES,
  LABEL_PLACES,
  MAIN_ROLE,
  MOST_HUES,
  NODE_FORMS,
  SIDES,
  TITLE_PLACES,
  type WishedBox,
} from '../../forms/composition'
import type { Diagram, DiagramEdge, DiagramNode } from '../../forms/diagram'
import type { DiagramDraft, DraftEdge } from '../../forms/draft'
import { GLYPHS, type Picture } from '../../forms/picture'
import { refusalOf, worded } from '../pictured'
import { legendOf } from './legend'
import { oneLine, plain } from './material'
import { notesOf } from './notes'
import { SIGNS } from './read-draft'
import { repeatOf } from './repeat'
import { runOf } from './run-wishes'

type Members = Readonly<Record<string, unknown>>

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const wordOf = (values: readonly string[]) =>
  Type.Union([...values.map((value) => Type.Literal(value)), Type.Null()])
const BoxOnGrid = orNull(Type.Array(Type.Integer()))

/** A glyph with its parameters, or a sketch; flat, because unions of objects are not understood everywhere. */
export const pictureWish = () =>
  orNull(
    Type.Object({
      glyph: wordOf(glyphNames()),
      with: orNull(Type.Object(parameters())),
      svg: orNull(Type.String()),
      width: orNull(Type.Number()),
      height: orNull(Type.Number()),
      alt: orNull(Type.String()),
    }),
  )

/** What a plan may say of how a node looks and where it stands; anything may be null. */
export const nodeLook = () =>
  Type.Object({
    box: BoxOnGrid,
    form: wordOf(NODE_FORMS),
    sign: orNull(Type.String()),
    label_at: wordOf(LABEL_PLACES),
    emphasis: orNull(Type.Integer()),
    repeat: orNull(Type.String()),
    hue: orNull(Type.Integer()),
    picture: pictureWish(),
  })

const PortLook = orNull(
  Type.Object({
    side: wordOf(SIDES),
    at: orNull(Type.Number()),
    part: orNull(Type.Integer()),
  }),
)

export const EdgeLook = Type.Object({
  role: orNull(Type.String()),
  hue: orNull(Type.Integer()),
  from_at: PortLook,
  to_at: PortLook,
  via: orNull(Type.Array(Type.Array(Type.Integer()))),
  label_at: orNull(Type.Number()),
  trunk: orNull(Type.String()),
})

export const GroupLook = Type.Object({
  box: BoxOnGrid,
  hue: orNull(Type.Integer()),
  style: wordOf(GROUP_STYLES),
  title_at: wordOf(TITLE_PLACES),
  repeat: orNull(Type.String()),
})

/** The parameters of all glyphs, each of which takes a few. */
function parameters(): Record<string, TSchema> {
  const all = Object.values(GLYPHS).flatMap((glyph) => Object.entries<TSchema>(glyph.with))
  return Object.fromEntries(
    all.map(([name, { type }]) => [
      name,
      orNull(
        type === 'boolean' ? Type.Boolean() : type === 'string' ? Type.String() : Type.Number(),
      ),
    ]),
  )
}

/** One line a glyph: what it shows, and what can be set. */
export function glyphLines(): string {
  return Object.entries({ ...GLYPHS, ...ownGlyphs() })
    .map(([name, glyph]) => {
      const set = Object.entries(glyphParameters(name)).map(
        ([key, schema]) => `${key} ${range(schema)}`,
      )
      return `- ${name}: ${glyph.help}${set.length > 0 ? ` (${set.join(', ')})` : ''}`
    })
    .join('\n')
}

function range({ enum: values, type, minimum, maximum }: TSchema): string {
  if (Array.isArray(values)) return values.join('|')
  return type === 'boolean' ? 'true|false' : `${minimum}-${maximum}`
}

/**
 * The diagram as its draft wishes it composed; parts of both stand in the same order. What is not understood is passed
 * over: a composition is a wish.
 */
export function composed<D extends Omit<Diagram, 'warnings'>>(
  diagram: D,
  draft: DiagramDraft,
  { height, text, wishes }: { height: number; text: string; wishes: Members },
): D {
  const source = sourceOf(text)
  const names = namesOf(draft, diagram)
  const looks: Members[] = draft.nodes.map((node) => ({ ...node }))
  const edges = edgeLooks(draft, names, source)
  const { notes, unsure: unnoted } = notesOf(wishes.notes, names, source)
  const { legend, unsure: unexplained } = legendOf(wishes.legend, source)
  const unsure: string[] = [...unnoted, ...unexplained]
  const nodes = diagram.nodes.map((node, index) => {
    const look = looks[index] ?? {}
    const given = pictureOf(look.picture)
    const { picture, unsaid = [] } = given ? worded(given, source) : {}
    for (const words of unsaid)
      unsure.push(
        `"${oneLine(words).slice(0, 60)}" in the sketch of "${node.label}" is left out: the text does not say it.`,
      )
    const refused = picture && refusalOf(picture, source)
    if (refused !== undefined) unsure.push(`The sketch of "${node.label}" is left out: ${refused}`)
    const own = lookOf(look, refused === undefined ? picture : undefined)
    return { ...node, ...own, ...repeatOf(look, source) }
  })
  const groups: Members[] = draft.groups.map((group) => ({ ...group }))
  const boxes = diagram.nodes.flatMap(({ id }, index) => boxOf(id, looks[index]?.box))
  const wished = new Map(
    draft.edges.map((edge) => [edgeKeyOf(edge, names), runOf({ ...edge })] as const),
  )
  const runs = diagram.edges.flatMap((edge) => {
    const run = wished.get(drawnKey(edge))
    return run && Object.keys(run).length > 0 ? [{ id: edge.id, ...run }] : []
  })
  return {
    ...diagram,
    unsure: [...(diagram.unsure ?? []), ...unsure],
    nodes,
    groups: diagram.groups.map((group, index) => {
      const look = groups[index] ?? {}
      const style = GROUP_STYLES.find((one) => one === look.style)
      const titleAt = TITLE_PLACES.find((one) => one === look.title_at)
      return {
        ...{ ...group, ...hueOf(look), ...repeatOf(look, source) },
        ...(style && { style }),
        ...(titleAt && { titleAt }),
      }
    }),
    edges: diagram.edges.map((edge) => ({ ...edge, ...edges.get(drawnKey(edge)) })),
    ...(notes.length > 0 && { notes }),
    ...(legend && { legend }),
    ...(boxes.length > 0 && {
      composition: {
        height,
        nodes: boxes,
        groups: diagram.groups.flatMap(({ id }, index) => boxOf(id, groups[index]?.box)),
        edges: runs,
      },
    }),
  }
}

function hueOf({ hue }: Members): { hue?: number } {
  return Number.isInteger(hue) && Number(hue) >= 0 && Number(hue) <= MOST_HUES
    ? { hue: Number(hue) }
    : {}
}

function boxOf(id: string, box: unknown): WishedBox[] {
  if (!Array.isArray(box) || box.length !== 4) return []
  const [x, y, width, height] = box
  return [x, y, width, height].every((each) => Number.isFinite(each))
    ? [{ id, x, y, width, height }]
    : []
}

const edgeKey = (from: string, to: string, label = '') => JSON.stringify([from, to, label])

const drawnKey = ({ from, to, fromGroup = from, toGroup = to, label }: DiagramEdge) =>
  edgeKey(fromGroup, toGroup, label)

const edgeKeyOf = ({ from, to, label }: DraftEdge, names: ReadonlyMap<string, string>) =>
  edgeKey(names.get(from) ?? from, names.get(to) ?? to, plain(label ?? ''))

/** The ids of the diagram by those of its draft. */
function namesOf(
  draft: DiagramDraft,
  diagram: Pick<Diagram, 'nodes' | 'groups'>,
): Map<string, string> {
  const named = (parts: readonly { id: string }[], drawn: readonly { id: string }[]) =>
    parts.map(({ id }, index) => [id, drawn[index]?.id ?? id] as const)
  return new Map([...named(draft.nodes, diagram.nodes), ...named(draft.groups, diagram.groups)])
}

/** By ends and words, of which no two edges have the same: what an edge is for, in a known word or those of the text, and its hue. */
function edgeLooks(draft: DiagramDraft, names: ReadonlyMap<string, string>, source: Source) {
  const roleOf = (role: unknown) => {
    if (typeof role !== 'string' || !ROLE.test(role)) return {}
    const word = EDGE_ROLES.find((one) => one === role.toLowerCase())
    if (word === MAIN_ROLE || (!word && !source.says(role))) return {}
    return { role: word ?? role }
  }
  return new Map(
    draft.edges.map((edge): [string, { role?: string; hue?: number }] => {
      const look: Members = { ...edge }
      return [edgeKeyOf(edge, names), { ...roleOf(look.role), ...hueOf(look) }]
    }),
  )
}

const ROLE = /^[\p{L}][\p{L} -]{0,29}$/u

const LONGEST_SIGN = 3

function lookOf(look: Members, picture: Picture | undefined): Partial<DiagramNode> {
  const form = NODE_FORMS.find((one) => one === look.form)
  const labelAt = LABEL_PLACES.find((one) => one === look.label_at)
  const sign = typeof look.sign === 'string' ? signOf(look.sign) : undefined
  const isBare = form === 'bare' && picture === undefined
  return {
    ...(form && !isBare && { form }),
    ...(labelAt && labelAt !== 'inside' && { labelAt }),
    ...(form === 'bare' && labelAt === 'inside' && { labelAt: 'below' as const }),
    ...(sign && form === 'operator' && { sign }),
    ...(picture && { picture }),
    ...hueOf(look),
    ...((look.emphasis === 1 || look.emphasis === 2) && { emphasis: look.emphasis }),
  }
}

function signOf(name: string): string | undefined {
  const sign = SIGNS[name.toLowerCase()] ?? name
  return [...sign].length <= LONGEST_SIGN ? sign : undefined
}

/** A picture as a model answers it, without the parameters that it leaves to us; undefined for none. */
export function pictureOf(given: unknown): Picture | undefined {
  if (given === null || typeof given !== 'object') return undefined
  const { glyph, with: values, svg, width, height, alt } = given as Members
  if (typeof svg === 'string') {
    if (typeof width !== 'number' || typeof height !== 'number') return undefined
    return { svg, width, height, alt: typeof alt === 'string' ? plain(alt) : '' }
  }
  if (typeof glyph !== 'string' || !hasGlyph(glyph)) return undefined
  const set =
    values === null || typeof values !== 'object'
      ? []
      : Object.entries(values).filter(([, value]) => value !== null)
  return { glyph, ...(set.length > 0 && { with: Object.fromEntries(set) }) }
}

/** The grid's height for a ratio of the canvas, `auto` or `W:H`. */
export function gridHeight(ratio: string | undefined): number {
  const [width = 16, height = 9] = (ratio ?? '').split(':').map(Number)
  const value = width / height
  return Math.round(GRID_WIDTH / (Number.isFinite(value) && value > 0 ? value : 16 / 9))
}
