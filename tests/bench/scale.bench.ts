import type { Bench, BenchOptions, Row } from './harness/rows'
import { acceptRows, claimRows, costRows, growthRows } from './scale/rates'
import { surviveRows } from './scale/survive'

const PARTS: Record<string, (options: BenchOptions) => Promise<Row[]>> = {
  survive: surviveRows,
  accept: acceptRows,
  claim: claimRows,
  cost: costRows,
  growth: growthRows,
}

export default {
  name: 'scale',
  summary: 'servers on PostgreSQL and object storage: what they survive, how much they take',
  async run(options) {
    const odd = options.only.find((name) => !Object.hasOwn(PARTS, name))
    if (odd) throw new Error(`scale has no part ${odd}; it has ${Object.keys(PARTS).join(', ')}.`)
    const rows: Row[] = []
    for (const [name, part] of Object.entries(PARTS))
      if (options.only.length === 0 || options.only.includes(name))
        rows.push(...(await part(options)))
    return rows
  },
} satisfies Bench
