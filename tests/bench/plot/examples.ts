import { join } from 'node:path'
import { read } from 'vega'
import { recordsAsGiven } from '../../../src/engines/local/chart/data/as-given'
import { drawChart } from '../../../src/figure/chart'
import { checkSpec } from '../../../src/forms/vega-lite/read'
import { aim, type Row } from '../harness/rows'

type Json = Record<string, unknown>

/** What is outside of what is drawn: interaction, maps, pictures. */
const OUTSIDE = /"(?:params|selection|geoshape|projection|longitude|image)"/

/**
 * The share of Vega-Lite's own example specifications that are drawn. `--examples=` names a folder with `examples/specs`
 * of vega/vega-lite and `data` of vega/vega-datasets, which are not ours to keep.
 */
export async function exampleRows(folder: string): Promise<Row[]> {
  const specs = join(folder, 'examples', 'specs')
  let [drawn, all] = [0, 0]
  for (const file of [...new Bun.Glob('*.vl.json').scanSync(specs)].sort()) {
    const text = await Bun.file(join(specs, file)).text()
    if (OUTSIDE.test(text)) continue
    all++
    const fault = await faultOf(JSON.parse(text), folder)
    if (fault === undefined) drawn++
    else console.log(`${file}: ${fault.slice(0, 160)}`)
  }
  const share = {
    figure: `Vega-Lite examples drawn of ${all}`,
    value: (100 * drawn) / all,
    unit: '%',
  }
  return [aim(share, { least: 90 })]
}

async function faultOf(spec: Json, folder: string): Promise<string | undefined> {
  try {
    const checked = checkSpec(withoutData(spec))
    if ('fault' in checked) return checked.fault
    const table = recordsAsGiven(await rowsOf(dataOf(spec), folder))
    if (!table) return 'no records'
    await drawChart(checked.spec, table, { ratio: 'auto', iterations: 1 })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
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
