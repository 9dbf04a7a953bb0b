import { expect, test } from 'bun:test'
import { join } from 'node:path'

const SOURCE = join(import.meta.dir, '../../src')

/** What a process has loaded of some folders and packages after it imported these modules of `src/jobs`. */
async function loaded(modules: readonly string[], places: readonly string[]): Promise<string[]> {
  const imports = modules.map((name) => `await import('${SOURCE}/jobs/${name}')`).join('\n')
  const script = `${imports}\nconsole.log(JSON.stringify(Object.keys(require.cache)))\nprocess.exit()`
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script])
  const paths: string[] = JSON.parse(stdout.toString())
  expect(paths.length).toBeGreaterThan(50)
  return places.filter((place) => paths.some((path) => path.includes(place)))
}

const DRAWING = ['/figure/layout/', '/figure/chart/', '/figure/fonts/', '/engines/', '/workflows/']
const READING = ['/read/image/', '/@napi-rs/canvas/', '/mupdf/dist/mupdf.js']
const WRITING = ['/typst.ts/', '/@mathjax/', '/vega/', '/src/net/image']

test('a process that judges bodies has loaded nothing that reads or draws', async () => {
  const places = [...DRAWING, ...READING, ...WRITING]
  expect(await loaded(['examination', 'workshop', 'artifact-writer'], places)).toEqual([])
})

test('every job has what lays a figure out; readers, writers and charts are loaded by those that need them', async () => {
  const places = [...DRAWING.slice(0, 2), ...READING, ...WRITING]
  expect(await loaded(['perform', '../figure/tools'], places)).toEqual(['/figure/layout/'])
})
