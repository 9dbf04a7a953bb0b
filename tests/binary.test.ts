import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'bun:test'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEVEN, writeCases } from './cli/seven'
import { DRAFT, METHOD } from './engines/model/drafts'
import { saying } from './engines/model/model-app'
import { useFakeProviders } from './providers/fake-provider'
import { useAgents } from './support/agent'
import { asInImage, imageHealthcheck, imageSettings } from './support/deployed'
import { follow, type ServerProcess, startServer, submit } from './support/server-process'

const fakeProvider = useFakeProviders()
const { overStdio } = useAgents()
const ROOT = join(import.meta.dir, '..')
const BUILT = join(ROOT, 'dist', 'burin')
const BUILD_MS = 240_000
const TEXT =
  'Reads are trimmed with fastp and aligned to the reference genome with STAR. ' +
  'Duplicates are marked with Picard. Finally, variants are called with GATK.'

describe('the binary, alone in a folder, without an environment', () => {
  let folder = ''
  let server: ServerProcess

  beforeAll(async () => {
    await buildWhenStale()
    folder = await mkdtemp(join(tmpdir(), 'burin-binary-'))
    await copyFile(BUILT, join(folder, 'burin'))
    await dropIn(folder)
    server = await start(folder)
  }, BUILD_MS)

  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('draws a method text and shows every step of it in the event stream', async () => {
    const id = await submit(server.url, '/api/run', { method_text: TEXT })
    const events = await follow(server.url, id)
    expect(events.map((event) => event.id)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ event: 'status', data: { state: 'queued' } })
    expect(events[1]).toMatchObject({ event: 'status', data: { state: 'started' } })
    expect(events.at(-1)).toMatchObject({
      event: 'status',
      data: { state: 'finished', code: 0, status: 'completed', error: null },
    })
    const announced = events
      .filter(({ event }) => event === 'artifact')
      .map(({ data }) => String(data.path))
    for (const path of ['final.svg', 'figure.png', 'final.pdf', 'run.log'])
      expect(announced).toContain(path)

    const svg = await text(server, id, 'final.svg')
    expect(svg).toStartWith('<svg')
    expect(svg).toContain('STAR')
    const png = await artifact(server, id, 'figure.png')
    const { width, height, format } = await new Bun.Image(png).metadata()
    expect({ width, height, format }).toEqual({ width: 1365, height: 768, format: 'png' })
    const pdf = await artifact(server, id, 'final.pdf')
    expect(new TextDecoder('latin1').decode(pdf.slice(0, 5))).toBe('%PDF-')
    // Without its embedded font the page would have lost its words.
    expect(new TextDecoder('latin1').decode(pdf)).toContain('/FontFile')
  })

  test('serves an agent, whose form of a drawing it carries', async () => {
    const home = await mkdtemp(join(tmpdir(), 'burin-agent-'))
    const { client, call } = await overStdio({ XDG_DATA_HOME: home }, join(folder, 'burin'))
    const { contents } = await client.readResource({ uri: 'burin://agents' })
    expect(JSON.stringify(contents)).toContain('data-node')
    const { told } = await call('draw_figure', { source_context: 'A -> B', caption: 'Two' })
    expect((await call('look', { id: told.id })).words).toContain('n-a "A"')
  })

  test('asks a model with the prompts that it carries', async () => {
    const fake = await fakeProvider(saying(DRAFT))
    const env = { MODEL_URL: `${fake.origin}/v1`, MODEL_NAME: 'sample' }
    const dataDir = await mkdtemp(join(tmpdir(), 'burin-planned-'))
    const planning = await start(folder, { ...env, DATA_DIR: dataDir })
    const id = await submit(planning.url, '/api/run', { method_text: METHOD })
    await follow(planning.url, id)
    const report = JSON.parse(await text(planning, id, 'report.json'))
    await planning.stop()
    await rm(dataDir, { recursive: true, force: true })
    expect(report).toMatchObject({ source: 'model', engine: { plan: { provider: 'model' } } })
    expect(report.engine.plan.prompt_version).toMatch(/^plan \d+$/)
    // A draft is no drawing: after its repairs the same text is planned.
    const asked = [fake.arrived[0], fake.arrived.at(-1)].map((one) => JSON.stringify(one?.body))
    expect(asked[0]).toContain('You are a first-rate scientific illustrator')
    expect(asked[1]).toContain('The figure that a careful author would draw')
  })

  test('takes a drop-in from the folder beside it', async () => {
    const { workflows } = await json(`${server.url}/api/config`)
    expect(workflows).toContainEqual(expect.objectContaining({ id: 'hello', path: '/api/hello' }))
    const id = await submit(server.url, '/api/hello', { from: 'Ada', to: 'Charles' })
    const events = await follow(server.url, id)
    const line = 'Ada greets Charles'
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'log', data: { stream: 'stdout', line } }),
    )
    const svg = await text(server, id, 'final.svg')
    for (const word of ['Ada', 'Hello', 'Charles']) expect(svg).toContain(word)
  })

  test('serves the pages, the editor and the API description with the drop-in in it', async () => {
    for (const path of [
      '/',
      '/admin',
      '/assets/admin.js',
      '/swagger',
      '/swagger/assets/swagger-ui-bundle.js',
      '/assets/studio.js',
    ])
      expect(`${path} ${(await fetch(server.url + path)).status}`).toBe(`${path} 200`)
    const { svgEditAvailable, svgEditPath } = await json(`${server.url}/api/config`)
    expect(svgEditAvailable).toBe(true)
    for (const path of [svgEditPath, '/editor/Editor.js'])
      expect(`${path} ${(await fetch(server.url + path)).status}`).toBe(`${path} 200`)
    const { paths } = await json(`${server.url}/openapi.json`)
    expect(Object.keys(paths as object)).toContain('/api/hello')
  })

  test('takes one that is a single file, and its own GET route', async () => {
    const size = await json(`${server.url}/api/timeline/size?events=1`)
    const events = [{ year: 1953, label: 'The double helix' }]
    const id = await submit(server.url, '/api/timeline', { title: 'Genomes', events })
    await follow(server.url, id)
    const { width, height } = await new Bun.Image(
      await artifact(server, id, 'figure.png'),
    ).metadata()
    expect({ width, height }).toEqual({ width: Number(size.width), height: Number(size.height) })
    expect(await text(server, id, 'final.svg')).toContain('The double helix')
  })

  test('names a drop-in that does not load, and starts without it', () => {
    expect(server.output()).toContain('The drop-in broken was skipped: ')
  })

  test('on SIGTERM ends with 0; started again, still has the job and all its events', async () => {
    const id = await submit(server.url, '/api/run', { method_text: TEXT })
    const before = await follow(server.url, id)
    const svg = await text(server, id, 'final.svg')
    expect(await server.stop()).toBe(0)

    server = await start(folder)
    expect(await json(`${server.url}/api/jobs/${id}`)).toMatchObject({
      job_id: id,
      status: 'completed',
      error: null,
    })
    expect(await text(server, id, 'final.svg')).toBe(svg)
    const after = await follow(server.url, id)
    expect(after.map(({ at: _, ...event }) => event)).toEqual(
      before.map(({ at: _, ...event }) => event),
    )
  })

  test('draws by every workflow of the command line, of files and by pipes', async () => {
    const files = await mkdtemp(join(tmpdir(), 'burin-files-'))
    await writeCases(files)
    const burin = async (args: string[], stdin?: string) => {
      const child = Bun.spawn([join(folder, 'burin'), ...args], {
        ...{ cwd: files, env: { PATH: '', PORT: '0' }, stdout: 'pipe', stderr: 'pipe' },
        stdin: stdin === undefined ? 'ignore' : Bun.file(join(files, stdin)),
      })
      const [stdout, stderr, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      return { code, stdout, stderr }
    }
    // In turn a file and a pipe: each with every workflow is told of the sources.
    for (const [index, { files: own, options, words }] of SEVEN.entries()) {
      const [first = '', ...others] = own
      const isPiped = index % 2 === 1
      const args = ['draw', isPiped ? '-' : first, ...others, ...options]
      const { code, stdout } = await burin(args, isPiped ? first : undefined)
      expect(code).toBe(0)
      for (const word of words) expect(stdout).toContain(word)
    }
    const refused = await burin(['draw', 'missing.md', '-o', 'never.svg'])
    expect(refused).toEqual({
      ...{ code: 2, stdout: '' },
      stderr: 'missing.md cannot be used: no such file or directory.\n',
    })
    const { code, stdout } = await burin(['doctor'])
    expect(code).toBe(1)
    expect(stdout.match(/^FAULT.*$/gm)).toEqual([
      expect.stringMatching('plugins: The drop-in broken was skipped'),
    ])
    await rm(files, { recursive: true, force: true })
  })

  test('runs as in the image: as nobody without a home, where it may write its data and temporary files alone', async () => {
    // Not where this run keeps its files, which is its user's alone.
    const root = await mkdtemp('/tmp/burin-image-')
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const [data, temporary] = [join(root, 'data'), join(root, 'tmp')]
    for (const path of [data, temporary]) await mkdir(path)
    await copyFile(BUILT, join(root, 'burin'))
    const nobody = asInImage(root, [data, temporary])
    const own = { PATH: `${root}:/bin`, DATA_DIR: data, TMPDIR: temporary }
    // On the loopback, unlike there.
    const env = { ...imageSettings(), ...own, HOST: '127.0.0.1', PORT: '0', EXECUTORS: '1' }
    const image = await startServer([...nobody, join(root, 'burin'), 'serve'], { cwd: root, env })
    const id = await submit(image.url, '/api/run', { method_text: TEXT })
    const events = await follow(image.url, id)
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed' })
    const asked = (PORT: string) =>
      Bun.spawn([...nobody, '/bin/sh', '-c', imageHealthcheck()], {
        env: { ...own, PORT },
        stdio: ['ignore', 'ignore', 'ignore'],
      }).exited
    expect(await asked(new URL(image.url).port)).toBe(0)
    expect(await image.stop()).toBe(0)
    expect(await asked(new URL(image.url).port)).toBe(1)
    expect((await readdir(root)).sort()).toEqual(['burin', 'data', 'tmp'])
  })

  test('unpacks its library for processes that come at once, and loads none that others could have written', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'burin-library-'))
    onTestFinished(() => rm(temporary, { recursive: true, force: true }))
    const own = join(temporary, `burin-${process.getuid?.()}`)
    // Joined letters are measured by the library.
    const draw = () =>
      Bun.spawn([join(folder, 'burin'), 'draw', '-', '-o', join(temporary, 'figure.svg')], {
        env: { PATH: '', TMPDIR: temporary },
        stdio: [new Blob(['قراءة -> تشذيب']), 'ignore', 'ignore'],
      }).exited
    expect(await Promise.all([draw(), draw()])).toEqual([0, 0])
    const [library = '', ...others] = await readdir(own)
    expect([library, others]).toEqual([expect.stringMatching(/^\w+-skia\.node$/), []])

    await Bun.write(join(own, library), '')
    expect(await draw()).toBe(0)
    await chmod(own, 0o777)
    expect(await draw()).toBe(0)
    await rm(own, { recursive: true })
    await Bun.write(own, '')
    expect(await draw()).toBe(0)
  })

  test('puts nothing beside itself but its data', async () => {
    expect((await readdir(folder)).sort()).toEqual(['burin', 'data', 'plugins'])
  })
})

async function start(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  return startServer([join(folder, 'burin')], {
    cwd: folder,
    env: { PATH: '', PORT: '0', DATA_DIR: join(folder, 'data'), EXECUTORS: '1', ...env },
  })
}

async function dropIn(folder: string): Promise<void> {
  for (const name of ['hello', 'timeline'])
    await cp(join(ROOT, 'docs', 'plugins', name), join(folder, 'plugins', name), {
      recursive: true,
    })
  await Bun.write(join(folder, 'plugins', 'broken', 'index.ts'), 'export default 42\n')
}

async function artifact(server: ServerProcess, id: string, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${server.url}/api/artifacts/${id}/${path}`)
  expect(answer.status).toBe(200)
  return answer.bytes()
}

async function text(server: ServerProcess, id: string, path: string): Promise<string> {
  return new TextDecoder().decode(await artifact(server, id, path))
}

async function json(url: string): Promise<Record<string, unknown>> {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Builds, unless `dist/burin` is younger than everything it is made of. */
async function buildWhenStale(): Promise<void> {
  const built = await stat(BUILT).catch(() => undefined)
  if (built && built.mtimeMs > (await newestSource())) return
  const build = Bun.spawn([process.execPath, 'scripts/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [errors, exitCode] = await Promise.all([new Response(build.stderr).text(), build.exited])
  if (exitCode !== 0) throw new Error(`The build failed:\n${errors}`)
}

async function newestSource(): Promise<number> {
  const trees = [...new Bun.Glob('{src,plugins,wasm}/**/*').scanSync({ cwd: ROOT })]
  expect(trees).toContain('src/main.ts')
  const files = [...trees, 'scripts/build.ts', 'package.json', 'bun.lock']
  const times = await Promise.all(files.map(async (path) => (await stat(join(ROOT, path))).mtimeMs))
  return Math.max(...times)
}
