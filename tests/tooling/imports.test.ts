import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkImports } from '../../scripts/check-imports'
import { scanImports } from '../../scripts/import-scan'

const planted: string[] = []

/** The faults of a tree with these files; every path imported must be among them. */
async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'burin-imports-'))
  planted.push(root)
  for (const [path, text] of Object.entries(files)) await Bun.write(join(root, path), text)
  return checkImports(root)
}

afterEach(() => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true, force: true })
})

const SOUND = {
  'src/main.ts': "import { app } from './app'\nimport { run } from './jobs/executor'\n",
  'src/app.ts': "import '../plugins/index'\nimport { submit } from './http/submit'\n",
  'src/errors.ts': 'export const errors = 1\n',
  'src/plugin.ts': "import type { Scene } from './forms/scene'\n",
  'src/forms/scene.ts': "import { Type } from '@sinclair/typebox'\n",
  'src/http/submit.ts': "import { Elysia } from 'elysia'\nimport { add } from '../store/records'\n",
  'src/store/records.ts': "import { Database } from 'bun:sqlite'\nimport './db'\n",
  'src/store/db.ts':
    "import { errors } from '../errors'\nimport sql from './1.sql' with { type: 'text' }\n",
  'src/store/1.sql': 'select 1',
  'src/jobs/executor.ts': "new Worker(new URL('./worker.ts', import.meta.url))\n",
  'src/jobs/worker.ts': "const list = await import('../../plugins/index')\n",
  'src/providers/request.ts': "const load = () => import('./adapters/google')\n",
  'src/providers/adapters/google.ts': "import { createGoogle } from '@ai-sdk/google'\n",
  'plugins/index.ts': "import run from './run/index'\n",
  'plugins/run/index.ts': "import type { Plugin } from '../../src/plugin'\n() => import('./run')\n",
  'plugins/run/run.ts': "import type { Static } from '@sinclair/typebox'\n",
}

describe('import directions', () => {
  test('a sound tree has no fault', async () => {
    expect(await faultsOf(SOUND)).toEqual([])
  })

  const refused: [string, Record<string, string>, RegExp][] = [
    [
      'a form that imports the server',
      { 'src/forms/scene.ts': "\nimport { errors } from '../errors'\n" },
      /^src\/forms\/scene\.ts:2: forms may not import errors/,
    ],
    [
      'a dynamic import against the direction',
      { 'src/store/db.ts': "await import('../http/submit')\n" },
      /^src\/store\/db\.ts:1: store may not import http/,
    ],
    [
      'a worker URL outside the table',
      { 'src/http/submit.ts': "new Worker(new URL('../jobs/worker.ts', import.meta.url))\n" },
      /^src\/http\/submit\.ts:1: http may not import worker/,
    ],
    [
      'a type that turns back',
      { 'src/store/db.ts': "import type { submit } from '../http/submit'\n" },
      /store may not import http/,
    ],
    [
      'a value where only types may come',
      { 'plugins/run/run.ts': "import { Plugin } from '../../src/plugin'\n" },
      /^plugins\/run\/run\.ts:1: plugin may import only types from plugin contract/,
    ],
    [
      'a plugin that imports the store, even its types',
      { 'plugins/run/run.ts': "import type { add } from '../../src/store/records'\n" },
      /plugin may not import store/,
    ],
    [
      'a plugin that imports a package value',
      { 'plugins/run/run.ts': "import { Type } from '@sinclair/typebox'\n" },
      /a plugin may not import values of @sinclair\/typebox/,
    ],
    [
      'one plugin importing another',
      {
        'plugins/plot/index.ts': "import { x } from '../run/run'\n",
      },
      /^plugins\/plot\/index\.ts:1: a plugin may not import another plugin/,
    ],
    [
      'the plugin list anywhere but in app and worker',
      { 'src/http/submit.ts': "import '../../plugins/index'\n" },
      /http may not import plugin list/,
    ],
    [
      'SQL outside the store',
      { 'src/http/submit.ts': "import { eq } from 'drizzle-orm/sql'\n" },
      /http may not import drizzle-orm/,
    ],
    [
      'a translator of a wire that is loaded before it is called',
      {
        'src/providers/adapters/openai.ts': "import { createOpenAI } from '@ai-sdk/openai'\n",
        'src/providers/request.ts': "import { translator } from './adapters/openai'\n",
      },
      /^src\/providers\/request\.ts:1: providers may import only types from wire translators/,
    ],
    [
      'the SDK anywhere but in a translator',
      { 'src/http/submit.ts': "await import('@ai-sdk/openai')\n" },
      /http may not import @ai-sdk/,
    ],
    ['a file in no unit', { 'src/utils/x.ts': '' }, /^src\/utils\/x\.ts:1: belongs to no unit/],
    [
      'a file that does not exist',
      { 'src/http/submit.ts': "export { x } from './gone'\n" },
      /^src\/http\/submit\.ts:1: '\.\/gone' does not exist/,
    ],
  ]
  for (const [name, change, expected] of refused) {
    test(`refuses ${name}`, async () => {
      const faults = await faultsOf({ ...SOUND, ...change })
      expect(faults.find((fault) => expected.test(fault)) ?? faults).toBeString()
    })
  }

  test('names a circle between folders', async () => {
    const faults = await faultsOf({
      ...SOUND,
      'src/store/db.ts': "import { submit } from '../http/submit'\n",
    })
    expect(faults.join('\n')).toContain('src/http/ -> src/store/ -> src/http/')
  })

  for (const line of ["import type { Row } from './records'", "import { add } from './records'"])
    test(`names a circle between files of one folder: ${line}`, async () => {
      const turning = {
        'src/store/records.ts': "import './db'\nexport type Row = number\n",
        'src/store/db.ts': `\n${line}\n`,
      }
      expect(await faultsOf({ ...SOUND, ...turning })).toEqual([
        'src/store/db.ts:2: closes a circle of imports: src/store/records.ts -> src/store/db.ts -> src/store/records.ts',
      ])
    })

  test('names a circle between folders inside one', async () => {
    const faults = await faultsOf({
      ...SOUND,
      'src/http/submit.ts': "import '../http/pages/one'\n",
      'src/http/words.ts': 'export const words = 1\n',
      'src/http/pages/one.ts': "import { words } from '../words'\n",
    })
    expect(faults.join('\n')).toContain('src/http/ -> src/http/pages/ -> src/http/')
  })

  test('holds for this repository', () => {
    expect(checkImports(join(import.meta.dir, '../..'))).toEqual([])
  })
})

describe('finding imports in a source', () => {
  test('what stands in comments, strings, templates and regular expressions is no import', () => {
    const source = [
      "// import a from './a'",
      "/* import('./b')",
      '*/ const text = "import c from \'./c\'"',
      'const quote = /[\'"`]/g',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test holds a template
      "const page = `import d from './d' ${await import('./real')} from './e'`",
      "const half = 6 / 2 // '",
      "import x from './last'",
    ].join('\n')
    expect(scanImports(source)).toEqual([
      { specifier: './real', line: 5, typesOnly: false, dynamic: true },
      { specifier: './last', line: 7, typesOnly: false, dynamic: false },
    ])
  })

  test('tells types from values', () => {
    const typesOnly = (source: string) => scanImports(source).map((found) => found.typesOnly)
    expect(typesOnly("import type { A } from './a'")).toEqual([true])
    expect(typesOnly("import type A from './a'")).toEqual([true])
    expect(typesOnly("import {\n  type A,\n  type B,\n} from './a'")).toEqual([true])
    expect(typesOnly("export type * from './a'")).toEqual([true])
    expect(typesOnly("import { type A, b } from './a'")).toEqual([false])
    expect(typesOnly("import type, { b } from './a'")).toEqual([false])
    expect(typesOnly("import './a'")).toEqual([false])
    expect(typesOnly("export class A {}\nexport type { B } from './a'")).toEqual([true])
    expect(typesOnly("export const a = 1\nexport { b } from './a'")).toEqual([false])
  })
})
