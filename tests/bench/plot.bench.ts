/**
 * Charts: whether data and intent become the chart that a case of the corpus asks for, its geometry true to 1 %; what
 * becomes of bad data; the time against matplotlib. Cases of the sealed half are never shown, and each run of it adds a
 * line to `sealed.log`.
 *
 * --open-only   leaves the sealed half out; for tuning
 * --examples=   a folder with Vega-Lite's examples and their data: how many of them are drawn
 * --only=       of `open`, `more`, `sealed`, `sealed-second`, `sealed-third`, `sealed-fourth`, `sealed-fifth`, `bad`, `time`
 */
import type { Bench, Row } from './harness/rows'
import { badRows, halfRows, PLOT_HALVES } from './plot/corpus'
import { exampleRows } from './plot/examples'
import { timeRows } from './plot/time'
import { logSealed } from './text/sealed-log'

const bench: Bench = {
  name: 'plot',
  summary: 'charts from data and words',
  run: async ({ only }) => {
    const wants = (part: string) => only.length === 0 || only.includes(part)
    const rows: Row[] = []
    for (const half of PLOT_HALVES.open) if (wants(half)) rows.push(...(await halfRows(half)))
    for (const half of PLOT_HALVES.sealed) {
      if (!wants(half) || process.argv.includes('--open-only')) continue
      const sealed = await halfRows(half)
      await logSealed(half === 'sealed' ? 'plot' : `plot, ${half}`, sealed)
      rows.push(...sealed)
    }
    if (wants('bad')) rows.push(...(await badRows()))
    const examples = process.argv.find((each) => each.startsWith('--examples='))?.slice(11)
    if (examples) rows.push(...(await exampleRows(examples)))
    if (wants('time')) rows.push(...(await timeRows()))
    return rows
  },
}

export default bench
