import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Case, judgeCase } from './expectations'

const CORPUS = join(import.meta.dir, '..', '..', 'fixtures', 'plot-corpus')

describe('a chart says what its data and its intent say', () => {
  for (const half of ['open', 'more'])
    for (const file of [...new Bun.Glob('*.json').scanSync(join(CORPUS, half))].sort())
      test(`${half}: ${file.replace('.json', '')}`, async () => {
        const one: Case = await Bun.file(join(CORPUS, half, file)).json()
        expect(await judgeCase(one)).toEqual([])
      })
})
