/** What the marks of a compiled chart say of their data: fields and scales by channel. */
import { type Fields, listOf, type Source, type Sources, sourcesOf } from './spec/sources'
import type { Json, VegaItem } from './spec/vega'

/** One channel of a mark, as Vega encodes it. */
interface Encoded extends Source {
  scale?: string
  field?: string
}

export interface MarkEncode {
  /** What the marks are: `bar`, `line`, `point`, or the name of the view that draws them. */
  kind: string
  x?: Encoded
  x2?: Encoded
  y?: Encoded
  y2?: Encoded
  /** The field and scale of the colour. */
  color?: Encoded
  theta?: Encoded
  theta2?: Encoded
  radius?: Encoded
  /** The fields that the mark stands for, where its places are reckoned from them. */
  said?: readonly string[]
  text?: Encoded
}

export type MarkEncodes = ReadonlyMap<string, MarkEncode>

const KINDS: Readonly<Record<string, string>> = {
  rect: 'cell',
  arc: 'slice',
  circle: 'point',
  square: 'point',
  symbol: 'point',
  'boxplot-box': 'box',
  'boxplot-median': 'median',
  'boxplot-rule': 'whisker',
  'boxplot-ticks': 'cap',
  'boxplot-outliers': 'outlier',
}

/** The encodings of all marks of a compiled chart, by the marks' names. */
export function encodesOf(compiled: Json): MarkEncodes {
  const found = new Map<string, MarkEncode>()
  visit(compiled, found, sourcesOf(compiled, new Map()))
  return found
}

function visit(group: Json, found: Map<string, MarkEncode>, sources: Sources): void {
  for (const mark of listOf(group.marks)) {
    if (mark.type === 'group') {
      const { groupby } = ((mark.from as Json | undefined)?.facet ?? {}) as { groupby?: string[] }
      if (groupby) found.set(String(mark.name), { kind: 'panel', said: groupby })
      visit(mark, found, sourcesOf(mark, sources))
    } else if (typeof mark.name === 'string')
      found.set(mark.name, encodeOf(mark, sources.get((mark.from as Json | undefined)?.data)))
  }
}

/** What Vega calls the channels, the first that a mark has. */
const CHANNELS = {
  x: ['x', 'xc'],
  x2: ['x2'],
  y: ['y', 'yc'],
  y2: ['y2'],
  theta: ['startAngle'],
  theta2: ['endAngle'],
  radius: ['outerRadius'],
  text: ['text'],
} as const

function encodeOf(mark: Json, fields: Fields | undefined): MarkEncode {
  const update = ((mark.encode as Json | undefined)?.update ?? {}) as Record<string, unknown>
  const found: MarkEncode = { kind: kindOf(mark) }
  for (const [channel, names] of Object.entries(CHANNELS)) {
    const one = names.map((name) => encoded(update[name])).find((each) => each !== undefined)
    if (one) found[channel as keyof typeof CHANNELS] = { ...one, ...fields?.(one.field) }
  }
  // The channel of colour is the one that has a scale: a point's outline may have a plain one.
  const inks = [encoded(update.fill), encoded(update.stroke)]
  const color = inks.find((each) => each?.scale !== undefined)
  if (color) found.color = { ...color, ...fields?.(color.field) }
  // A radar reckons its places, and says in a tooltip what stands there.
  const tip = TURNED.test(found.kind) ? (update.tooltip as Json | undefined) : undefined
  if (tip) found.said = fieldsIn(String(tip.signal))
  return found
}

const TURNED = /^(?:radar|vertex)$/

function encoded(value: unknown): Encoded | undefined {
  // With conditions, the last one is what holds otherwise.
  const one = Array.isArray(value) ? value.at(-1) : value
  if (typeof one !== 'object' || one === null) return undefined
  const { signal = '', ...plain } = one as Json
  const text = String(signal)
  const scale = plain.scale ?? SCALED.exec(text)?.[1]
  const field = plain.field ?? fieldsIn(text)[0]
  const found = {
    ...(typeof scale === 'string' ? { scale } : {}),
    ...(typeof field === 'string' ? { field } : {}),
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** `scale("x", datum["a"])`, and the ends of what has none. */
const SCALED = /scale\("([^"]+)",/
const FIELD = /datum\["((?:[^"\\]|\\.)+)"\]/g

const fieldsIn = (signal: string): string[] => [
  ...new Set([...signal.matchAll(FIELD)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))),
]

/** Views of one kind are numbered: `bracket1`, `bracket2`. */
const NAMED = /^((?!layer_|concat_|child|marks)[a-z]+(?:_[a-z]+)*?)\d*_marks$/

function kindOf(mark: Json): string {
  const parts = String(mark.name).replace(
    /^(?:child__?|(?:layer|concat|child|row|column)_[^_]*_)+/,
    '',
  )
  const own = NAMED.exec(parts)?.[1]
  if (own !== undefined) return own.replaceAll('_', '-')
  const style = Array.isArray(mark.style)
    ? String(mark.style.at(-1))
    : String(mark.style ?? mark.type)
  return KINDS[style] ?? style
}

/** The value of a field of an item's datum; accessors of Vega escape dots and brackets. */
export function fieldValue({ datum }: VegaItem, field: string | undefined): unknown {
  if (field === undefined || datum === undefined) return undefined
  const name = field.replace(/\\(.)/g, '$1')
  return Object.hasOwn(datum, name) ? datum[name] : undefined
}
