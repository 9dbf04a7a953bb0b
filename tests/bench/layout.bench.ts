import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, type Parts, type Row, runParts } from './harness/rows'
import { directedRows } from './layout/directed'
import { drawAll, tools } from './layout/figures'
import { gateRows } from './layout/gates'
import { OPEN } from './layout/open'
import { peerRows } from './layout/peers'
import { randomHalf } from './layout/random'
import { speedRows } from './layout/speed'
import { stabilityRows } from './layout/stability'
import { structureRows } from './layout/structure-rows'

const SEALED_LOG = join(import.meta.dir, 'sealed.log')

const PARTS: Parts = {
  open: async ({ full }) => gateRows('open', await drawAll(OPEN, full)),
  sealed: async ({ full }) => {
    const rows = gateRows('sealed', await drawAll(randomHalf('sealed'), full))
    await keep(rows)
    return rows
  },
  directed: () => directedRows(OPEN),
  structure: () => structureRows(),
  stability: async () => [
    ...(await stabilityRows('open', OPEN)),
    ...(await stabilityRows('sealed', randomHalf('sealed'))),
    ...(await sameBytes()),
  ],
  peers: async () => [
    ...(await peerRows('open', OPEN)),
    ...(await peerRows('sealed', randomHalf('sealed'))),
  ],
  speed: () => speedRows(OPEN),
}

/** Figures that are drawn twice, the second time from a copy, and come out differently. */
async function sameBytes(): Promise<Row[]> {
  let different = 0
  for (const diagram of Object.values(OPEN)) {
    const options = { style: 'academic', ratio: '4:3', title: 'Twice' }
    const one = await tools.compose(diagram, options)
    const two = await tools.compose(structuredClone(diagram), options)
    if (one.svg !== two.svg) different++
  }
  return [
    {
      figure: 'figures with other bytes when drawn again',
      value: different,
      unit: '',
      aim: '<= 0',
      met: different === 0,
    },
  ]
}

/** Every sealed run leaves its figures behind: the last one counts, not the best. */
async function keep(rows: readonly Row[]): Promise<void> {
  const commit = Bun.spawnSync(['git', 'rev-parse', '--short', 'HEAD']).stdout.toString().trim()
  const figures = rows.map(
    ({ figure, value }) => `${figure.replace('sealed: ', '')} ${Number(value.toPrecision(3))}`,
  )
  await appendFile(SEALED_LOG, `layout ${commit} | ${figures.join(' | ')}\n`)
}

export default {
  name: 'layout',
  summary: 'from a diagram to a scene, on exact geometry',
  run: runParts('layout', PARTS),
} satisfies Bench
