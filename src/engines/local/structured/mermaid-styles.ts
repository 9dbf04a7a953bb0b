import type { Builder } from './builder'
import { type Dress, dressOf } from './dress'

/** What `classDef`, `class`, `style`, `linkStyle` and `:::` say of nodes, subgraphs and links. */
export class MermaidStyles {
  readonly #classes = new Map<string, Dress>()
  readonly #given = new Map<string, string[]>()
  readonly #own = new Map<string, Dress>()
  /** Properties that have no effect here. */
  readonly lost = new Set<string>()

  /** Reads a statement; false: it is none of these. */
  read(line: string): boolean {
    const [, sort, names = '', rest = ''] =
      /^(classDef|class|style|linkStyle)\s+(\S+(?:\s*,\s*\S+)*?)\s+([^\n]*\S)\s*$/.exec(line) ?? []
    const all = names.split(',').map((name) => name.trim())
    if (sort === undefined) return false
    if (sort === 'classDef') for (const name of all) this.#classes.set(name, this.#dressIn(rest))
    else if (/^[\w-]+$/.test(rest)) for (const name of all) this.give(keyOf(sort, name), [rest])
    else for (const name of all) this.#own.set(keyOf(sort, name), this.#dressIn(rest))
    return true
  }

  /** A node or link has classes. */
  give(key: string, classes: readonly string[]): void {
    this.#given.set(key, [...(this.#given.get(key) ?? []), ...classes])
  }

  link(index: number, id: string | undefined): Dress['edge'] {
    const keys = ['link default', linkKey(index), id ?? '']
    return Object.assign({}, ...this.#dresses(keys).map(({ edge }) => edge))
  }

  /** Dresses the nodes and subgraphs of a finished diagram. */
  dress({ nodes, groups }: Builder): void {
    for (const [key, part] of [...nodes, ...groups])
      for (const { node } of this.#dresses(['default', key])) Object.assign(part, node)
  }

  #dressIn(text: string): Dress {
    const values = valuesIn(text)
    for (const name of values.keys())
      if (!KEPT.has(name) && /^[a-z][a-z-]{1,40}$/.test(name)) this.lost.add(name)
    return dressIn(values)
  }

  #classesOf = (keys: readonly string[]) => keys.flatMap((key) => this.#given.get(key) ?? [])

  #dresses(keys: readonly string[]): Dress[] {
    const classes = [...(keys.includes('default') ? ['default'] : []), ...this.#classesOf(keys)]
    return [
      ...classes.map((name) => this.#classes.get(name)),
      ...keys.map((key) => this.#own.get(key)),
    ].filter((dress) => dress !== undefined)
  }
}

const linkKey = (index: number | string) => `link ${index}`
const keyOf = (sort: string, name: string) => (sort === 'linkStyle' ? linkKey(name) : name)

/** Pixels of mermaid's usual lines. */
const USUAL = 1.5

const KEPT = new Set(['fill', 'stroke', 'color', 'stroke-width', 'stroke-dasharray'])

/** `fill:#fff,stroke:#333`; of what has no colon the first word is the name. */
const valuesIn = (text: string) =>
  new Map(
    text.split(/[,;]/).map((pair): [string, string] => {
      const at = pair.search(/[:\s]\s*\S/)
      return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )

function dressIn(values: ReadonlyMap<string, string>): Dress {
  const width = Number.parseFloat(values.get('stroke-width') ?? '')
  return dressOf({
    colours: [values.get('stroke'), values.get('fill')],
    font: values.get('color'),
    ...(Number.isFinite(width) && { width: width / USUAL }),
    dashed: /[1-9]/.test(values.get('stroke-dasharray') ?? ''),
  })
}
