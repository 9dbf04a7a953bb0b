import { join } from 'node:path'
import type { Row } from './rows'

type Baseline = Record<string, number>

const FOLDER = join(import.meta.dir, '..', 'baseline')

/** One sentence for each guarded figure that is worse than the committed baseline allows. */
export async function regressions(name: string, rows: readonly Row[]): Promise<string[]> {
  const baseline = await read(name)
  return rows.flatMap((row) => {
    const was = baseline[row.figure]
    const is = guarded(row)
    if (!row.guard || was === undefined || is === undefined) return []
    const { of, better, tolerance } = row.guard
    const limit = better === 'higher' ? was * (1 - tolerance) : was * (1 + tolerance)
    if (better === 'higher' ? is >= limit : is <= limit) return []
    return [`${row.figure}: ${of} ${is.toPrecision(3)}, the baseline is ${was.toPrecision(3)}`]
  })
}

/** Writes the guarded figures of this run; figures that did not run keep theirs. */
export async function update(name: string, rows: readonly Row[]): Promise<void> {
  const found = rows.flatMap((row) => {
    const value = guarded(row)
    return value === undefined ? [] : [[row.figure, Number(value.toPrecision(4))] as const]
  })
  const baseline = { ...(await read(name)), ...Object.fromEntries(found) }
  await Bun.write(fileOf(name), `${JSON.stringify(baseline, null, 2)}\n`)
}

function guarded(row: Row): number | undefined {
  return row.guard && (row.guard.of === 'value' ? row.value : row.ratio)
}

async function read(name: string): Promise<Baseline> {
  const file = Bun.file(fileOf(name))
  return (await file.exists()) ? file.json() : {}
}

function fileOf(name: string): string {
  return join(FOLDER, `${name}.json`)
}
