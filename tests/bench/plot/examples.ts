import { join } from 'node:path'
import { read } from 'vega'
import { recordsAsGiven } from '../../../src/engines/local/chart/table/as-given'
import { drawChart } from '../../../src/figure/chart'
import { encodesOf } from '../../../src/figure/chart/encodes'
import { draw } from '../../../src/figure/chart/spec/vega'
import { walk } from '../../../src/figure/chart/walk'
import type { SceneElement } from '../../../src/forms/scene'
import { checkSpec } from '../../../src/forms/vega-lite/read'
import { aim, type Row } from '../harness/rows'

type Json = Record<string, unknown>

/** What is outside of what is drawn: interaction, maps, pictures. */
const OUTSIDE = /"(?:params|selection|geoshape|projection|longitude|image)"/

/**
 * The share of Vega-Lite's own example specifications that are drawn, and the share whose marks stand for the same values
 * as in the scenegraph of Vega alone. `--examples=` names a folder with `examples/specs`
 * of vega/vega-lite and `data` of vega/vega-datasets, which are not ours to keep.
 */
export async function exampleRows(folder: string): Promise<Row[]> {
  const specs = join(folder, 'examples', 'specs')
  let [drawn, same, all] = [0, 0, 0]
  for (const file of [...new Bun.Glob('*.vl.json').scanSync(specs)].sort()) {
    const text = await Bun.file(join(specs, file)).text()
    if (OUTSIDE.test(text)) continue
    all++
    const outcome = await outcomeOf(JSON.parse(text), folder)
    if (!('fault' in outcome)) drawn++
    if ('differs' in outcome && outcome.differs === undefined) same++
    const said = 'fault' in outcome ? outcome.fault : outcome.differs
    if (said !== undefined) console.log(`${file}: ${said.slice(0, 160)}`)
  }
  const share = (figure: string, count: number) => ({
    figure: `Vega-Lite examples of ${all}: ${figure}`,
    value: (100 * count) / all,
    unit: '%',
  })
  return [
    aim(share('drawn', drawn), { least: 90 }),
    aim(share('the same marks and values as Vega draws', same), { least: 90 }),
  ]
}

type Outcome = { fault: string } | { differs: string | undefined }

async function outcomeOf(spec: Json, folder: string): Promise<Outcome> {
  try {
    const checked = checkSpec(withoutData(spec))
    if ('fault' in checked) return checked
    const rows = await rowsOf(dataOf(spec), folder)
    const table = recordsAsGiven(rows)
    if (!table) return { fault: 'no records' }
    const { scene } = await drawChart(checked.spec, table, { ratio: 'auto' })
    const plain = await draw((await withRows(spec, folder)) as Json, {}, () => undefined)
    const never = () => {
      throw new Error('drawn once')
    }
    const { elements } = walk(plain.root, { x: 0, y: 0 }, encodesOf(plain.compiled), never)
    return { differs: differenceOf(shown(scene.elements), shown(elements)) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** What marks show, by what they are: their values in order. */
function shown(elements: readonly SceneElement[]): Map<string, Json[]> {
  const groups = new Map(
    elements.flatMap(({ id, role, data }) => (role === 'mark' ? [[id, data ?? {}] as const] : [])),
  )
  const found = new Map<string, Json[]>()
  const add = (mark: string, value: Json) => found.set(mark, [...(found.get(mark) ?? []), value])
  for (const { x, y, mark = '', series } of groups.values())
    if (x !== undefined && mark !== 'slice') add(mark, { x, y, series })
  for (const { parent, data } of elements) {
    const mark = groups.get(parent ?? '')?.mark
    if (mark !== undefined && data) add(mark, { x: data.x, y: data.y, series: data.series })
  }
  for (const list of found.values()) list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return found
}

const keyOf = (value: Json): string => JSON.stringify([value.series, value.x, value.y])

/** Caps of whiskers and error bars are the house's look, not values of their own. */
const LOOK = ['cap', 'errorbar-ticks']

function differenceOf(ours: Map<string, Json[]>, theirs: Map<string, Json[]>): string | undefined {
  for (const [mark, list] of theirs) {
    const own = ours.get(mark) ?? []
    if (own.length !== list.length)
      return `differs: ${own.length} of mark ${mark}, Vega draws ${list.length}`
    const other = list.findIndex((each, i) => keyOf(each) !== keyOf(own[i] ?? {}))
    if (other >= 0)
      return `differs: ${mark} ${keyOf(own[other] ?? {}).slice(0, 60)}, Vega has ${keyOf(list[other] ?? {}).slice(0, 60)}`
  }
  const more = [...ours.keys()].find((mark) => !theirs.has(mark) && !LOOK.includes(mark))
  return more === undefined ? undefined : `differs: Vega draws no ${more}`
}

/** The specification with the rows of its files inside. */
async function withRows(value: unknown, folder: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => withRows(each, folder)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, inner]) => {
    const url = name === 'data' && typeof inner === 'object' && inner !== null && 'url' in inner
    if (!url) return [name, await withRows(inner, folder)] as const
    const { name: own } = inner as Json
    const values = await rowsOf(inner as Json, folder)
    return [name, { values, ...(own ? { name: own } : {}) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** As a client sends it: the data apart. */
function withoutData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutData)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'data')
      .map(([name, inner]) => [name, withoutData(inner)]),
  )
}

function dataOf(value: unknown): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { data } = value as Json
  if (typeof data === 'object' && data !== null && ('url' in data || 'values' in data))
    return data as Json
  for (const inner of Object.values(value)) {
    const found = dataOf(inner)
    if (found) return found
  }
  return undefined
}

async function rowsOf(data: Json | undefined, folder: string): Promise<unknown[]> {
  if (!data) return [{}]
  if (Array.isArray(data.values))
    return data.values.map((each) => (typeof each === 'object' ? each : { data: each }))
  const url = String(data.url ?? '').replace(/^https.*\/data\//, 'data/')
  const format = (data.format ?? {}) as Json
  const type = String(format.type ?? url.split('.').at(-1))
  const text =
    typeof data.values === 'string' ? data.values : await Bun.file(join(folder, url)).text()
  const shape = { type, ...(format.property ? { property: format.property } : {}) }
  return [...read(text, shape as Parameters<typeof read>[1])]
}
