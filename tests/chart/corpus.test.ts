import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Case, judgeCase } from './expectations'

const OPEN = join(import.meta.dir, '..', 'fixtures', 'plot-corpus', 'open')

describe('a chart says what its data and its intent say', () => {
  for (const file of [...new Bun.Glob('*.json').scanSync(OPEN)].sort())
    test(file.replace('.json', ''), async () => {
      const one: Case = await Bun.file(join(OPEN, file)).json()
      expect(await judgeCase(one)).toEqual([])
    })
})
