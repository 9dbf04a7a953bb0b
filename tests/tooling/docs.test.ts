import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pkg from '../../package.json' with { type: 'json' }
import { licenceTexts, shippedPackages } from '../../scripts/licences'
import { describeSettings } from '../../src/config'

const ROOT = join(import.meta.dir, '..', '..')
const read = (path: string) => Bun.file(join(ROOT, path)).text()

describe('the pages', () => {
  test("README's request is the text of arrows.md", async () => {
    const request = JSON.parse(await read('docs/examples/run.json'))
    expect(request).toEqual({ method_text: await read('docs/examples/arrows.md') })
  })

  test('name every setting with its default', async () => {
    const page = await read('docs/operations.md')
    const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (.*?) \|/gm)].map(([, name]) => name)
    const settings = [...describeSettings('').matchAll(/^ {2}([A-Z0-9_]+)/gm)].map(
      ([, name]) => name,
    )
    expect(rows).toEqual(settings)
    for (const [, name, standard] of describeSettings('').matchAll(
      /^ {2}([A-Z0-9_]+) .*\((\d+)\)$/gm,
    ))
      if (name !== 'EXECUTORS') expect(page).toContain(`| \`${name}\` | ${standard} |`)
  })

  test('name every package with the licence it declares', async () => {
    const notice = await read('NOTICE.md')
    for (const name of [...Object.keys(pkg.dependencies), ...Object.keys(pkg.devDependencies)]) {
      const { license } = JSON.parse(await read(`node_modules/${name}/package.json`))
      const row = notice.split('\n').find((line) => line.startsWith(`| [${name}](`)) ?? ''
      expect(`${name}: ${row.split('|')[2]?.trim()}`).toStartWith(`${name}: ${license}`)
    }
  })

  test('the licence texts of everything in the program come with it', async () => {
    const [packages, fonts, inside] = await Promise.all(
      ['packages', 'fonts', 'inside'].map((name) => read(`licences/${name}.txt`)),
    )
    const names = await shippedPackages(ROOT)
    expect(names.length).toBeGreaterThan(40)
    const missing: string[] = []
    for (const name of names) {
      const texts = await licenceTexts(ROOT, name)
      if (!packages?.includes(`\n${name} `)) missing.push(name)
      else if (texts.length === 0 && !inside?.includes(`\n${name} (`)) missing.push(name)
      else if (!texts.every((text) => packages.includes(text) || fonts?.includes(text)))
        missing.push(name)
    }
    // `bun scripts/licences.ts` writes them anew.
    expect(missing).toEqual([])
  })

  test('link only to what exists', async () => {
    const pages = ['*.md', 'docs/*.md'].flatMap((glob) => [
      ...new Bun.Glob(glob).scanSync({ cwd: ROOT }),
    ])
    const links: string[] = []
    for (const page of pages)
      for (const [, target = ''] of (await read(page)).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        links.push(join(dirname(page), target))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('walk through files that exist', async () => {
    const named = (await read('CONTRIBUTING.md')).matchAll(/`((?:src|plugins|wasm)\/[\w./-]+)`/g)
    const paths = [...named].map(([, path]) => path ?? '')
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
