import type * as Vega from 'vega'
import type { TopLevelSpec } from 'vega-lite'
import { ChartRefused } from '../../../forms/chart'
import { widthOf } from './house'

export type Json = Record<string, unknown>

/** What is read of Vega's scenegraph; the package's own types leave the items open. */
export interface VegaMark {
  marktype: string
  name?: string
  role?: string
  clip?: unknown
  items: VegaItem[]
}

export interface VegaItem {
  x?: number
  y?: number
  x2?: number
  y2?: number
  width?: number
  height?: number
  fill?: unknown
  stroke?: unknown
  strokeWidth?: number
  strokeDash?: number[]
  opacity?: number
  fillOpacity?: number
  strokeOpacity?: number
  orient?: string
  interpolate?: string
  defined?: boolean
  size?: number
  shape?: string
  angle?: number
  startAngle?: number
  endAngle?: number
  cornerRadius?: number
  radius?: number
  theta?: number
  text?: unknown
  align?: string
  baseline?: string
  dx?: number
  dy?: number
  fontSize?: number
  fontWeight?: number | string
  fontStyle?: string
  lineHeight?: number
  datum?: Json
  context?: { scales: Record<string, { value: VegaScale } | undefined> }
  items?: VegaMark[]
  mark?: VegaMark
}

/** A scale as a function, with what tells how pixels become data. */
export interface VegaScale {
  (value: unknown): unknown
  type: string
  domain(): unknown[]
  range(): unknown[]
  bandwidth?(): number
  step?(): number
  base?(): number
  constant?(): number
  exponent?(): number
}

export interface Drawing {
  root: VegaMark
  /** Where the root's group has its origin. */
  origin: [number, number]
  /** What was drawn, in Vega's own grammar. */
  compiled: Json
}

interface Engine {
  vega: typeof Vega
  compile: typeof import('vega-lite')['compile']
  interpreter: typeof import('vega-interpreter')['expressionInterpreter']
}

/** What the package has and its types leave out. */
interface Inside {
  setRandom(random: () => number): void
  randomLCG(seed: number): () => number
  textMetrics: { width: (item: VegaItem, text: string) => number }
  Marks: Record<
    string,
    { attr(emit: (name: string, value: unknown) => void, item: VegaItem): void } | undefined
  >
  scale(type: 'linear'): () => {
    domain(ends: readonly number[]): { ticks(count: number): number[] }
  }
  timeUnitSpecifier(units: readonly string[]): string
  defaultLocale(): { timeFormat(specifier: string): (date: Date) => string }
}

let loading: Promise<Engine> | undefined
let inside: Inside | undefined

/** Loads Vega once per thread, on the first chart: it takes a fifth of a second. */
export function engine(): Promise<Engine> {
  loading ??= (async () => {
    const [vega, { compile }, { expressionInterpreter }] = await Promise.all([
      import('vega'),
      import('vega-lite'),
      import('vega-interpreter'),
    ])
    // Without a canvas Vega guesses 0.8 em a letter.
    inside = vega as unknown as Inside
    inside.textMetrics.width = (item, text) =>
      widthOf(String(text), item.fontSize ?? 11, weightOf(item))
    return { vega, compile, interpreter: expressionInterpreter }
  })()
  return loading
}

export const weightOf = ({ fontWeight = 400 }: VegaItem): number =>
  fontWeight === 'bold' ? 600 : Number(fontWeight) || 400

/** Path data of an item, or of a mark by its first one, relative to its group; empty for what is no path. Vega is loaded by then. */
export function pathData(type: string, item: VegaItem): string {
  let d = ''
  inside?.Marks[type]?.attr((name, value) => {
    if (name === 'd' && typeof value === 'string') d = value
  }, item)
  return d
}

/** Round numbers between two ends, about `count` of them. Vega is loaded by then. */
export const ticksIn = (ends: readonly [number, number], count: number): number[] =>
  inside?.scale('linear')().domain(ends).ticks(count) ?? []

/** A moment that was cut to units of time, without what was cut off, as axes write it. Vega is loaded by then. */
export const momentOf = (date: Date, units: readonly string[]): string =>
  inside?.defaultLocale().timeFormat(inside.timeUnitSpecifier(units))(date).trim() ?? ''

/**
 * Draws a Vega-Lite specification into Vega's scenegraph. Expressions are interpreted, never compiled; nothing is ever
 * loaded. `adjust` may change what Vega-Lite compiled.
 */
export async function draw(
  spec: Json,
  config: Json,
  adjust: (compiled: Json) => void,
): Promise<Drawing> {
  const { compile } = await engine()
  const options = { logger: listening([]), config } as unknown as Parameters<typeof compile>[1]
  const compiled = compiledBy(
    () => compile(spec as unknown as TopLevelSpec, options).spec as unknown as Json,
  )
  adjust(compiled)
  return running(withMoments(compiled) as Json, (view) => {
    const { root } = view.scenegraph() as unknown as { root: VegaMark }
    return { root, origin: view.origin() as [number, number], compiled }
  })
}

/** Characters of a text and values of a list that an expression may make. */
const LONGEST = 10_000

/** A value that an expression made, unless it has grown beyond what can be shown: one could double in every transform. */
export function bounded(value: unknown): unknown {
  if (sizeOf(value, LONGEST) > LONGEST)
    throw new Error(`an expression makes more than ${LONGEST} characters or values`)
  return value
}

function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  let size = 0
  for (const each of value) {
    size += sizeOf(each, most - size)
    if (size > most) break
  }
  return size
}

/** Vega-Lite writes milliseconds as `datetime(1500000000000)`, which the interpreter would read as a year. */
function withMoments(compiled: unknown): unknown {
  if (Array.isArray(compiled)) return compiled.map(withMoments)
  if (typeof compiled === 'string')
    return compiled.replace(/\bdatetime\((-?\d+(?:\.\d+)?)\)/g, 'toDate($1)')
  if (typeof compiled !== 'object' || compiled === null) return compiled
  const { type, expr } = compiled as Json
  if (type === 'formula' && typeof expr === 'string')
    return { ...compiled, expr: `houseBound(${withMoments(expr)})` }
  return Object.fromEntries(
    Object.entries(compiled).map(([name, value]) => [
      name,
      name === 'values' || name === 'value' || name === 'text' ? value : withMoments(value),
    ]),
  )
}

/** Runs what was compiled and takes something of it. */
async function running<T>(compiled: Json, take: (view: Vega.View) => T): Promise<T> {
  const { vega, interpreter } = await engine()
  const faults: string[] = []
  // Intervals of the mean are drawn by lot: always by the same one.
  inside?.setRandom(inside.randomLCG(1))
  const runtime = vega.parse(compiled as unknown as Vega.Spec, undefined, { ast: true })
  const view = new vega.View(runtime, {
    renderer: 'none',
    expr: interpreter,
    logger: listening(faults),
    loader: refusingLoader(),
  } as unknown as Vega.ViewOptions)
  try {
    await view.runAsync()
    if (faults.length > 0) throw new ChartRefused(`The chart cannot be drawn: ${faults[0]}`)
    return take(view)
  } finally {
    view.finalize()
  }
}

/** Rows after transforms of Vega-Lite. */
export async function transformed(rows: Json[], transform: unknown): Promise<Json[]> {
  if (!Array.isArray(transform) || transform.length === 0) return rows
  const { compile } = await engine()
  const spec = { data: { values: rows }, transform, mark: 'point', encoding: {} }
  const compiled = compiledBy(
    () => compile(spec as unknown as TopLevelSpec).spec as unknown as { data: Json[] },
  )
  const { data } = compiled
  return running({ data }, (view) => view.data(String(data.at(-1)?.name)) as Json[])
}

function compiledBy<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new ChartRefused(`The specification cannot be drawn: ${whyNot(error)}`)
  }
}

/** Vega-Lite's own words without the rows that they repeat. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError)
    return 'one of its members needs another one that is not there.'
  const [words = ''] = error.message.split('{')
  return /^Invalid spec/.test(words)
    ? 'views cannot stand in each other like this; only marks and layers are layers.'
    : words.trim().slice(0, 200)
}

/** Keeps what went wrong; warnings are Vega's own affair. */
function listening(faults: string[]) {
  const words = (each: unknown) => (each instanceof Error ? each.message : String(each))
  const error = (...what: unknown[]) => {
    faults.push(what.map(words).join(' ').slice(0, 200))
    return logger
  }
  const quiet = () => logger
  const logger = { level: () => 0, error, warn: quiet, info: quiet, debug: quiet }
  return logger
}

function refusingLoader() {
  const refuse = () => Promise.reject(new Error('charts load nothing'))
  return { load: refuse, sanitize: refuse, http: refuse, file: refuse }
}
