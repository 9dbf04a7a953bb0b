import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Truth } from './truth'

const PYTHON = '/usr/bin/python3'
/** Seconds for all figures together. */
const PATIENCE = 120

/** Charts and diagrams that matplotlib drew, with the places it gave them; none where it is missing. */
export async function matplotlib(count: number): Promise<Truth[]> {
  if (count === 0 || !(await Bun.file(PYTHON).exists())) return []
  const folder = await mkdtemp(join(tmpdir(), 'bench-plots-'))
  try {
    const made = Bun.spawn([PYTHON, join(import.meta.dir, 'plots.py'), folder, String(count)], {
      stdout: 'ignore',
      stderr: 'ignore',
      env: { MPLCONFIGDIR: folder, HOME: folder },
      timeout: PATIENCE * 1000,
    })
    if ((await made.exited) !== 0) return []
    const truths = (await Bun.file(join(folder, 'truth.json')).json()) as Truth[]
    return await Promise.all(
      truths.map(async (truth) => ({
        ...truth,
        png: await Bun.file(join(folder, `${truth.name}.png`)).bytes(),
      })),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
