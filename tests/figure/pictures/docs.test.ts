import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { GLYPHS } from '../../../src/forms/picture'

interface Parameter {
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  default?: unknown
}

function limits({ minimum, maximum, enum: values, default: standard }: Parameter): string {
  if (values) return values.map((each) => `\`${each}\``).join(', ')
  return minimum === undefined ? `(${standard})` : `${minimum} to ${maximum} (${standard})`
}

/** The rows that docs/figures.md must have, made from the list itself; of kinds the first is the default. */
function rows(): string[] {
  return Object.entries(GLYPHS).map(([name, { help, with: parameters }]) => {
    const cells = Object.entries<Parameter>(parameters).map(
      ([key, parameter]) => `\`${key}\` ${limits(parameter)}`,
    )
    return `| \`${name}\` | ${help} | ${cells.join('; ')} |`
  })
}

test('docs/figures.md lists every glyph with its parameters', async () => {
  const docs = await Bun.file(join(import.meta.dir, '../../../docs/figures.md')).text()
  const section = docs.slice(docs.indexOf('## Pictures'), docs.indexOf('A sketch is an SVG'))
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows())
})
