import type { TSchema } from '@sinclair/typebox'
import { glyphParameters } from '../../../figure/pictures'
import { GROUP_STYLES, LABEL_PLACES, MOST_HUES, NODE_FORMS } from '../../../forms/composition'
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../../forms/diagram'
import type { Picture } from '../../../forms/picture'
import type { Point } from '../../../forms/scene'
import { lineNumbers, quote } from '../diagram-parts'
import { linesOf } from './arrows'
import { type Names, roleOf } from './builder'
import type { Fence } from './fences'
import { glyphNamed, type Look, noGlyph, placed, refusal } from './looks'

type GroupLook = Pick<DiagramGroup, 'hue' | 'style'>

/** What the lines of all blocks say. */
interface Wishes {
  looks: Map<string, Look>
  groups: Map<string, GroupLook>
  roles: Map<string, string>
  /** By column and row, from 1. */
  places: Map<string, Point>
}

/** Longer lines are no wish of a person. */
const LONGEST = 500
/** A column is wider than a row is high. */
const PITCH: Point = { x: 1.6, y: 1 }

/**
 * The diagram as fenced `compose` blocks of its source arrange it: `query docs in row 1`, `query [bare, picture: speech] at
 * 1,2`, `group search [hue: 2]`, `query -> join : skip`. What is not understood, or names nothing of the diagram, is a
 * warning with its line; the rest holds.
 */
export function arranged(
  diagram: Diagram,
  names: Names | undefined,
  source: string,
  blocks: readonly Fence[],
): Diagram {
  if (blocks.length === 0) return diagram
  const wishes: Wishes = {
    looks: new Map(),
    groups: new Map(),
    roles: new Map(),
    places: new Map(),
  }
  const warnings: string[] = []
  const reader = new Reader(diagram, names, wishes)
  const lineOf = lineNumbers(source)
  for (const block of blocks)
    for (const { text, start } of linesOf(source, block.start, block.end)) {
      const line = text
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/(^| )#( .*)?$/, '')
      if (line === '') continue
      reader.refuse = (sentence) => warnings.push(refusal(lineOf(start), sentence))
      if (line.length > LONGEST || !reader.read(line))
        reader.refuse(`was not understood and left out: ${quote(line)}.`)
    }
  const { looks, groups, roles, places } = wishes
  const dressed: Diagram = {
    ...diagram,
    // Panels of stages stand where their order puts them, and look alike.
    ...(looks.size + groups.size + roles.size > 0 && { shape: 'graph' }),
    nodes: diagram.nodes.map((node) => withLook(node, looks.get(node.id))),
    edges: diagram.edges.map((edge) =>
      roles.has(edge.id)
        ? { ...withoutRole(edge), ...roleOf(roles.get(edge.id), edge.kind) }
        : edge,
    ),
    groups: diagram.groups.map((group) => ({ ...group, ...groups.get(group.id) })),
  }
  const composed = placed(dressed, places, PITCH)
  return { ...composed, warnings: [...composed.warnings, ...warnings] }
}

/** Words do not stand inside a picture that has no outline around it. */
function withLook(node: DiagramNode, look: Look | undefined): DiagramNode {
  const dressed = { ...node, ...look }
  const isBare = dressed.form === 'bare' && dressed.picture !== undefined
  return isBare && !dressed.labelAt ? { ...dressed, labelAt: 'below' } : dressed
}

const withoutRole = ({ role: _, ...edge }: DiagramEdge) => edge

class Reader {
  refuse: (sentence: string) => void = () => {}

  private readonly known: (name: string) => DiagramNode | undefined
  private readonly knownGroup: (name: string) => DiagramGroup | undefined

  constructor(
    private readonly diagram: Diagram,
    names: Names | undefined,
    private readonly wishes: Wishes,
  ) {
    this.known = finder(diagram.nodes, names?.nodes)
    this.knownGroup = finder(diagram.groups, names?.groups)
  }

  /** Whether a line is understood; what it names in vain is refused by the way. */
  read(line: string): boolean {
    return this.edge(line) ?? this.group(line) ?? this.nodes(line)
  }

  private edge(line: string): boolean | undefined {
    const [, from, to, role] = /^(.+?) ?-> ?(.+?) ?: ?([\p{L}][\p{L} -]{0,29})$/u.exec(line) ?? []
    if (!from || !to || !role) return undefined
    const [a, b] = [this.node(unquoted(from)), this.node(unquoted(to))]
    if (!a || !b) return true
    const edges = this.diagram.edges.filter((edge) => edge.from === a.id && edge.to === b.id)
    if (edges.length === 0) this.refuse(`there is no arrow from ${quote(from)} to ${quote(to)}.`)
    for (const { id } of edges) this.wishes.roles.set(id, role.toLowerCase())
    return true
  }

  private group(line: string): boolean | undefined {
    const [, name, words] = /^group (.+?) ?\[(.*)\]$/.exec(line) ?? []
    if (name === undefined || words === undefined) return undefined
    const group = this.knownGroup(unquoted(name))
    if (group)
      this.wishes.groups.set(
        group.id,
        this.parts<GroupLook>(words, (word) => this.groupPart(word)),
      )
    else this.refuse(`there is no group ${quote(unquoted(name))}, or more than one.`)
    return true
  }

  private nodes(line: string): boolean {
    const place =
      /^(.+?) (?:at (\d+(?:\.\d+)?) ?, ?(\d+(?:\.\d+)?)|in (row|column) (\d+(?:\.\d+)?))$/.exec(
        line,
      )
    const [, column, row, axis, index] = place?.slice(1) ?? []
    const head = place?.[1] ?? line
    const dressed = /^(.+?) ?\[(.*)\]$/.exec(head)
    if (!place && !dressed) return false
    const names = namesIn(dressed?.[1] ?? head, this.known)
    if (column !== undefined && names.length !== 1) return false
    const look = dressed ? this.parts<Look>(dressed[2] ?? '', (word) => this.part(word)) : {}
    for (const [at, name] of names.entries()) {
      if (name === EMPTY) continue
      const node = this.node(name)
      if (!node) continue
      this.wishes.looks.set(node.id, { ...this.wishes.looks.get(node.id), ...look })
      const along = at + 1
      const across = Number(index)
      if (column !== undefined) this.place(node, Number(column), Number(row))
      else if (axis === 'row') this.place(node, along, across)
      else if (axis === 'column') this.place(node, across, along)
    }
    return true
  }

  private place({ id }: DiagramNode, column: number, row: number): void {
    this.wishes.places.set(id, { x: column * PITCH.x, y: row * PITCH.y })
  }

  private node(name: string): DiagramNode | undefined {
    const node = this.known(name)
    if (!node) this.refuse(`there is no node ${quote(name)}, or more than one.`)
    return node
  }

  /** What stands between brackets, part by part. */
  private parts<T>(words: string, read: (word: string) => T | undefined): T {
    const all = {} as T & object
    for (const word of words.split(',').map((each) => each.trim())) {
      const part = word === '' ? {} : read(word)
      if (part) Object.assign(all, part)
      else this.refuse(`${quote(word)} was not understood and left out.`)
    }
    return all
  }

  /** One of `lane`, `hue: 2`. */
  private groupPart(word: string): GroupLook | undefined {
    const style = GROUP_STYLES.find((each) => each === word)
    return style ? { style } : this.hue(word)
  }

  private hue(word: string): { hue?: number } | undefined {
    const [, value] = /^hue ?:? ?(\S*)$/.exec(word) ?? []
    if (value === undefined) return undefined
    const hue = Number(value)
    if (value !== '' && Number.isInteger(hue) && hue >= 0 && hue <= MOST_HUES) return { hue }
    this.refuse(`a hue is a number from 0 to ${MOST_HUES}.`)
    return {}
  }

  /** One of `hexagon`, `label: below`, `picture: bars count=3`, `hue: 2`, `emphasis`, `emphasis: 2`, `sign: +`. */
  private part(word: string): Look | undefined {
    const form = NODE_FORMS.find((each) => each === word)
    if (form) return { form }
    if (word === 'emphasis') return { emphasis: 1 }
    const [, key, value = ''] = /^(\w+)(?: ?: ?| )(\S.*)$/.exec(word) ?? []
    const number = Number(value)
    switch (key) {
      case 'label': {
        const labelAt = LABEL_PLACES.find((each) => each === value)
        return labelAt && { labelAt }
      }
      case 'picture':
        return this.picture(value)
      case 'emphasis':
        return number === 1 || number === 2 ? { emphasis: number } : undefined
      case 'sign':
        return [...value].length <= LONGEST_SIGN ? { form: 'operator', sign: value } : undefined
      default:
        return this.hue(word)
    }
  }

  private picture(words: string): { picture?: Picture } {
    const [name = '', ...given] = words.split(' ')
    const glyph = glyphNamed(name)
    if (glyph === undefined) {
      this.refuse(noGlyph(name))
      return {}
    }
    const parameters = glyphParameters(glyph)
    const set = given.flatMap((pair) => {
      const [, key = '', value = ''] = /^([\w-]+)=(\S+)$/.exec(pair) ?? []
      const schema = Object.hasOwn(parameters, key) ? parameters[key] : undefined
      const found = schema && valueIn(schema, value)
      if (found === undefined) this.refuse(`the picture ${glyph} does not take ${quote(pair)}.`)
      return found === undefined ? [] : [[key, found] as const]
    })
    return { picture: { glyph, ...(set.length > 0 && { with: Object.fromEntries(set) }) } }
  }
}

const LONGEST_SIGN = 3
/** A cell of a row or column that stays empty. */
const EMPTY = '.'

const unquoted = (name: string) => /^"([^"]*)"$/.exec(name)?.[1] ?? name

/** A label as it is, or names one after the other, in quotes where they have blanks. */
function namesIn(words: string, known: (name: string) => unknown): string[] {
  if (known(unquoted(words))) return [unquoted(words)]
  return [...words.matchAll(/"([^"]*)"|[^\s",]+/g)].map(([word, quoted]) => quoted ?? word)
}

/** Finds the part that an author calls so: by its id, else by its label, if one alone bears it. */
function finder<T extends { id: string; label: string }>(
  parts: readonly T[],
  ids: ReadonlyMap<string, string> | undefined,
): (name: string) => T | undefined {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  const own = new Map(parts.map((part) => [part.id, part]))
  const labelled = Map.groupBy(parts, ({ label }) => plain(label))
  return (name) => {
    const found = labelled.get(plain(name))
    return own.get(ids?.get(name) ?? '') ?? (found?.length === 1 ? found[0] : undefined)
  }
}

/** A parameter's value as its schema has it; undefined for one of another type or beyond its limits. */
function valueIn({ type, enum: values, minimum, maximum }: TSchema, text: string) {
  if (Array.isArray(values)) return values.includes(text) ? text : undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  const value = Number(text)
  const isWhole = type !== 'integer' || Number.isInteger(value)
  return isWhole && value >= minimum && value <= maximum ? value : undefined
}
