import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { readText } from '../../../src/engines/local/text/read-text'
import { Diagram } from '../../../src/forms/diagram'
import { simplify } from './simplify'

/** A new case is a new `<name>.txt` with the expected `<name>.json` beside it. */
const FOLDER = join(import.meta.dir, '..', '..', 'fixtures', 'structured')

for (const file of readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .sort()) {
  const name = file.replace(/\.txt$/, '')
  test(`reads ${name} exactly`, async () => {
    const text = await Bun.file(join(FOLDER, file)).text()
    const diagram = await readText(text)
    expect(simplify(diagram)).toEqual(await Bun.file(join(FOLDER, `${name}.json`)).json())
    expect(Value.Check(Diagram, diagram)).toBe(true)
    for (const part of [...diagram.nodes, ...diagram.edges, ...diagram.groups])
      for (const span of part.spans) expect(text.slice(span.start, span.end).trim()).not.toBe('')
    expect(await readText(text)).toEqual(diagram)
  })
}
