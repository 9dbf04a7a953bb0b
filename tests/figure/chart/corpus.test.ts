import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Case, judgementOf } from './expectations'

const CORPUS = join(import.meta.dir, '..', '..', 'fixtures', 'plot-corpus')
/** Every so many cases of the open halves; the bench draws them all and counts what is as its author wished. */
const EVERY = 6

const FALSE = /drawn at|wrong angle|labelOverlaps|clippedTexts|legendOverMarks|no chart/

describe('whatever is drawn of a request shows the data where the file says, and can be read', () => {
  for (const half of ['open', 'more'])
    for (const [i, file] of [...new Bun.Glob('*.json').scanSync(join(CORPUS, half))]
      .sort()
      .entries())
      if (i % EVERY === 0)
        test(`${half}/${file.replace('.json', '')}`, async () => {
          const one: Case = await Bun.file(join(CORPUS, half, file)).json()
          const { faults } = await judgementOf(one)
          expect(faults.filter((fault) => FALSE.test(fault))).toEqual([])
        })
})
