import { join } from 'node:path'
import { freshFolder } from '../harness/folders'
import { peerPackage } from '../harness/peers'
import { Helper } from '../harness/processes'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'
import { EXECUTOR_ADDRESS_SPACE_KB } from './raster'

const PEER = { name: 'sharp', version: '0.34.5' }
const ROUNDS = 7

export interface CompositeOrder {
  by: 'ours' | 'sharp'
  /** Where the panels and the results are written. */
  folder: string
}

/** Four panels of 2K with labels as one PNG, against libvips in the same runtime and ImageMagick's own program. */
export async function compositeRows(): Promise<Row[]> {
  const peer = await peerPackage(PEER.name, PEER.version)
  const folder = freshFolder('composite')
  const child = join(import.meta.dir, 'composite-child.ts')
  const helper = new Helper<CompositeOrder, number>(
    child,
    { PEER: peer },
    EXECUTOR_ADDRESS_SPACE_KB,
  )
  const by = (who: CompositeOrder['by']) => helper.ask({ by: who, folder })
  await by('ours')
  await by('sharp')
  const montage = Bun.which('montage')
  const found = await interleave(ROUNDS, {
    ours: () => by('ours'),
    sharp: () => by('sharp'),
    ...(montage && { montage: () => joinWith(montage, folder) }),
  })
  await helper.end()
  const row = { figure: 'composite of four 2K panels', value: median(found.ours ?? []), unit: 'ms' }
  const rows: Row[] = [
    {
      ...aim(against(row, { name: 'sharp', value: median(found.sharp ?? []) }), { mostRatio: 1 }),
      guard: { of: 'ratio', better: 'lower', tolerance: 0.4 },
    },
  ]
  if (found.montage)
    rows.push(
      aim(
        against(
          { ...row, figure: 'composite, the same' },
          { name: 'montage', value: median(found.montage) },
        ),
        { mostRatio: 0.5 },
      ),
    )
  return rows
}

/** Milliseconds of a whole run of the program, as it is used. */
async function joinWith(program: string, folder: string): Promise<number> {
  const panels = [0, 1, 2, 3].flatMap((index) => [
    '-label',
    `(${'abcd'[index]})`,
    join(folder, `panel-${index}.png`),
  ])
  const options = ['-pointsize', '32', '-tile', '2x2', '-geometry', '1200x1200+10+10']
  const at = performance.now()
  const child = Bun.spawn([program, ...panels, ...options, join(folder, 'montage.png')])
  if ((await child.exited) !== 0) throw new Error('montage failed')
  return performance.now() - at
}
