import { join } from 'node:path'
import { peerPackage } from '../harness/peers'
import { Helper } from '../harness/processes'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'

/** The native build of the renderer that the server embeds as WebAssembly. */
const PEER = { name: '@resvg/resvg-js', version: '2.6.2' }

export interface RasterOrder {
  by: 'ours' | 'native'
  width: number
}

/** As `src/jobs/child.ts` sets it. */
export const EXECUTOR_ADDRESS_SPACE_KB = 48 * 1024 * 1024
const ROUNDS = 8
const SIZES = [
  { name: '1365 px', width: 1365 },
  { name: '5461 px', width: 5461 },
]

/** SVG to PNG against resvg's native build, both in a process under the address limit of executors. */
export async function rasterRows(): Promise<Row[]> {
  const peer = await peerPackage(PEER.name, PEER.version)
  const child = join(import.meta.dir, 'raster-child.ts')
  const helper = new Helper<RasterOrder, number>(child, { PEER: peer }, EXECUTOR_ADDRESS_SPACE_KB)
  const rows: Row[] = []
  for (const { name, width } of SIZES) {
    const draw = (by: RasterOrder['by']) => helper.ask({ by, width })
    await draw('ours')
    await draw('native')
    const found = await interleave(ROUNDS, {
      ours: () => draw('ours'),
      native: () => draw('native'),
    })
    const row = { figure: `SVG to PNG, ${name} wide`, value: median(found.ours), unit: 'ms' }
    const full = against(row, { name: 'resvg-js native', value: median(found.native) })
    rows.push({
      ...aim(full, { mostRatio: 1.5 }),
      guard: { of: 'ratio', better: 'lower', tolerance: 0.4 },
    })
  }
  await helper.end()
  return rows
}
