import type { Diagram, DiagramEdge, DiagramNode } from '../../forms/diagram'
import { isInferred } from '../../forms/diagram'
import type { Scene, SceneElement } from '../../forms/scene'
import { diagramOf } from '../diagram-of'
import { counted } from './lost'
import { type Exportable, type Made, NotExportable } from './made'
import { namesFor } from './names'

const DIRECTIONS = { right: 'LR', down: 'TB', left: 'RL', up: 'BT' } as const

/**
 * A flowchart of what a figure says, with the colours of its parts. Where it says it in no diagram, what its drawing names
 * is read off. @throws NotExportable for a figure of no nodes
 */
export function mermaid({ scene, diagram = diagramOf(scene, ''), title }: Exportable): Made {
  if (diagram.nodes.length === 0)
    throw new NotExportable(
      'mermaid holds nodes and relations, and this figure has none: it is a chart or a picture.',
    )
  const names = namesFor([...diagram.nodes, ...diagram.groups].map(({ id }) => id))
  const nameOf = (id: string) => names.get(id) ?? id
  const leftOut = lost(scene, diagram)
  const shown = diagram.title ?? ''
  const lines = [
    ...(shown ? ['---', `title: ${JSON.stringify(shown)}`, '---'] : []),
    `flowchart ${DIRECTIONS[diagram.direction ?? (scene.width < scene.height ? 'down' : 'right')]}`,
    ...(shown ? [] : [`%% ${oneLine(title)}`]),
    ...leftOut.map((sentence) => `%% ${sentence}`),
    ...membersOf(homesIn(diagram), undefined, nameOf, '  '),
    ...diagram.edges.map((edge) => {
      const [from, to] = [edge.fromGroup ?? edge.from, edge.toGroup ?? edge.to].map(nameOf)
      const label = edge.label ? `|"${escaped(edge.label)}"|` : ''
      return `  ${from} ${arrowOf(edge)}${label} ${to}`
    }),
    ...coloursOf(scene, diagram, nameOf),
  ]
  return { bytes: `${lines.join('\n')}\n`, leftOut }
}

/** What stands in which subgraph, or in none. */
function homesIn({ nodes, groups }: Diagram) {
  const known = new Set(groups.map(({ id }) => id))
  const home = (name: string | undefined) =>
    name !== undefined && known.has(name) ? name : undefined
  return {
    nodes: Map.groupBy(nodes, ({ group }) => home(group)),
    groups: Map.groupBy(groups, ({ parent }) => home(parent)),
  }
}

/** The nodes and subgraphs of a subgraph, or of none. */
function membersOf(
  homes: ReturnType<typeof homesIn>,
  group: string | undefined,
  nameOf: (id: string) => string,
  indent: string,
): string[] {
  return [
    ...(homes.nodes.get(group) ?? []).map((node) => `${indent}${nameOf(node.id)}${shaped(node)}`),
    ...(homes.groups.get(group) ?? []).flatMap(({ id, label }) => [
      `${indent}subgraph ${nameOf(id)}["${escaped(label)}"]`,
      ...membersOf(homes, id, nameOf, `${indent}  `),
      `${indent}end`,
    ]),
  ]
}

/** By form, then by kind; what has no brackets of its own is named by its shape. */
const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  box: ['[', ']'],
  pill: ['([', '])'],
  circle: ['((', '))'],
  diamond: ['{', '}'],
  trapezoid: ['[/', '\\]'],
  parallelogram: ['[/', '/]'],
  subroutine: ['[[', ']]'],
  hexagon: ['{{', '}}'],
  cylinder: ['[(', ')]'],
  document: ['@{ shape: doc, label: ', ' }'],
  bare: ['@{ shape: text, label: ', ' }'],
}

const FORMS: Partial<Record<DiagramNode['kind'], string>> = {
  data: 'pill',
  store: 'cylinder',
  decision: 'diamond',
  document: 'document',
}

function shaped({ form, kind, label, detail, step, number, items = [] }: DiagramNode): string {
  const [open, close] = BRACKETS[form ?? FORMS[kind] ?? 'box'] ?? ['[', ']']
  const first = step === undefined ? label : `${number ?? step}. ${label}`
  const words = [first, ...(detail ? [detail] : []), ...items.map((item) => `• ${item.label}`)]
  return `${open}"${words.map(escaped).join('<br/>')}"${close}`
}

const TIPS = { cross: 'x', circle: 'o', bar: 'x' } as const
const LINES = { plain: '--', thick: '==', dashed: '-.-' } as const

function arrowOf(edge: DiagramEdge): string {
  const sort = edge.dashed || isInferred(edge) ? 'dashed' : edge.emphasis ? 'thick' : 'plain'
  const line = LINES[sort]
  if (edge.heads === 'none') return sort === 'dashed' ? line : line + line.slice(-1)
  const tip = edge.tip && TIPS[edge.tip]
  return `${edge.heads === 'both' ? (tip ?? '<') : ''}${line}${tip ?? '>'}`
}

/** Signs that mermaid or the markdown in its labels would take for its own. */
const SIGNS = /["#<>&`*_~|\\{}[\]]|^\s*[-+](?=\s)|(?<=^\s*\d+)[.)]/g

/** A label between double quotes. */
function escaped(text: string): string {
  return text
    .split(/\s*\n\s*/)
    .map((line) => line.replace(SIGNS, (sign) => `#${sign.codePointAt(sign.length - 1)};`))
    .join('<br/>')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replaceAll('{', '(').trim()

/** A class for each dress that several nodes share, a style for each subgraph, and the colours of lines. */
function coloursOf(scene: Scene, diagram: Diagram, nameOf: (id: string) => string): string[] {
  const byId = new Map(scene.elements.map((each) => [each.id, each]))
  // The first text of a part is its label.
  const words = new Map(
    scene.elements
      .toReversed()
      .flatMap(({ kind, parent, style }) =>
        kind === 'text' && parent && style.fill ? [[parent, style.fill] as const] : [],
      ),
  )
  const dressOf = (id: string) => {
    const { fill, stroke, strokeWidth } = byId.get(id)?.style ?? {}
    const given = {
      fill: fill === 'none' ? undefined : fill,
      ...{ stroke, 'stroke-width': stroke && strokeWidth && `${strokeWidth}px` },
      color: words.get(id),
    }
    return Object.entries(given)
      .flatMap(([name, value]) => (value ? [`${name}:${value}`] : []))
      .join(',')
  }
  const dresses = Map.groupBy(diagram.nodes, ({ id }) => dressOf(id))
  const lines = Map.groupBy(
    diagram.edges.map(({ id }, index) => ({ index, stroke: byId.get(id)?.style.stroke })),
    ({ stroke }) => stroke,
  )
  return [
    ...[...dresses].flatMap(([dress, nodes], index) =>
      dress === ''
        ? []
        : [
            `  classDef c${index + 1} ${dress}`,
            `  class ${nodes.map(({ id }) => nameOf(id)).join(',')} c${index + 1}`,
          ],
    ),
    ...diagram.groups.flatMap(({ id }) => {
      const dress = dressOf(id)
      return dress === '' ? [] : [`  style ${nameOf(id)} ${dress}`]
    }),
    ...[...lines].flatMap(([stroke, edges]) =>
      stroke ? [`  linkStyle ${edges.map(({ index }) => index).join(',')} stroke:${stroke}`] : [],
    ),
  ]
}

function lost(scene: Scene, { nodes, edges, groups }: Diagram): string[] {
  const said = new Set([...nodes, ...edges, ...groups].map(({ id }) => id))
  const byId = new Map(scene.elements.map((each) => [each.id, each]))
  const isSaid = (each: SceneElement | undefined, left = 20): boolean =>
    each !== undefined &&
    left > 0 &&
    (said.has(each.id) || isSaid(byId.get(each.parent ?? ''), left - 1))
  const free = scene.elements.filter((each) => each.kind === 'text' && !isSaid(each))
  const drawn = scene.elements.filter(({ kind, role }) => kind === 'icon' || role === 'picture')
  return [
    'Mermaid places the parts itself: positions, sizes, ways of lines and typefaces are not kept.',
    ...counted(drawn.length, 'Pictures and icons are left out'),
    ...counted(free.length, 'Texts outside of nodes and relations are left out'),
  ]
}
