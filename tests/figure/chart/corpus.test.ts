import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Case, judgementOf } from './expectations'

const CORPUS = join(import.meta.dir, '..', '..', 'fixtures', 'plot-corpus')

/** Cases that are drawn otherwise than their authors expected, and how. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'open/bubble':
    'countries have names beside their bubbles, though they are on no channel of the marks',
  'more/point-weight-function-height-colour-sex':
    'the names beside the points are on no channel of the marks',
  'open/forest': 'the pooled row is a diamond of its own',
  'more/forest-odds-ratios-log-scale': 'the pooled row is a diamond of its own',
  'more/line-throughput-number-workers':
    'one column against another, without a kind, is drawn as points',
}

/** Each case is right, or is refused with the reason, or names what it does not show. */
describe('a chart says what its data and its intent say, or what it does not', () => {
  for (const half of ['open', 'more'])
    for (const file of [...new Bun.Glob('*.json').scanSync(join(CORPUS, half))].sort()) {
      const name = `${half}/${file.replace('.json', '')}`
      test(name, async () => {
        const one: Case = await Bun.file(join(CORPUS, half, file)).json()
        const { faults, honest } = await judgementOf(one)
        if (OTHERWISE[name] !== undefined) expect(faults).toHaveLength(1)
        else expect(honest || faults.length === 0 ? [] : faults).toEqual([])
      })
    }
})
