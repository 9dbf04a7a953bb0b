import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Case, judgementOf } from './expectations'

const CORPUS = join(import.meta.dir, '..', '..', 'fixtures', 'plot-corpus')

/** Intents in other languages than English, which rules do not read: each is refused or says what it left out. */
const NOT_ENGLISH =
  /[äöüßéèêçàñ\u4e00-\u9fff]|\b(?:nach|und|je|mit|bitte|einem?|als|avec|des|une?)\b/i

describe('a chart says what its data and its intent say', () => {
  for (const half of ['open', 'more'])
    for (const file of [...new Bun.Glob('*.json').scanSync(join(CORPUS, half))].sort())
      test(`${half}: ${file.replace('.json', '')}`, async () => {
        const one: Case = await Bun.file(join(CORPUS, half, file)).json()
        const { faults, honest } = await judgementOf(one)
        if (NOT_ENGLISH.test(one.intent)) expect(faults.length === 0 || honest).toBe(true)
        else expect(faults).toEqual([])
      })
})
