import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, makeKey } from '../support/keys'

/** An example is a fence marked `run`: it must end well and print what `prints=` names. */
const FENCE = /^```(sh|js|python) run prints=(\S+)\n([\s\S]*?)^```$/gm
const DOCS = join(import.meta.dir, '..', '..', 'docs')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

const LANGUAGES = {
  sh: { file: 'example.sh', command: [Bun.which('bash') ?? '', '-eo', 'pipefail'] },
  js: { file: 'example.mjs', command: [process.execPath] },
  python: { file: 'example.py', command: [Bun.which('python3') ?? ''] },
}
const TOOLS = { sh: ['bash', 'curl', 'grep'], js: [], python: ['python3'] }

interface Example {
  language: keyof typeof LANGUAGES
  prints: string
  code: string
}

const pages = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => {
    const page = readFileSync(join(DOCS, name), 'utf8')
    return { name, examples: examplesOf(page), marked: page.match(/^```\w+ run\b/gm)?.length ?? 0 }
  })
  .filter(({ marked }) => marked > 0)

const startApp = useApps()

test.each([
  ['arrows', 'md', '/api/run', 'method_text'],
  ['drawn', 'svg', '/api/finish', 'svg'],
])(
  'the picture %s.png of README is what is made of its example',
  async (name, ending, path, field) => {
    const app = await startApp()
    const source = readFileSync(join(DOCS, 'examples', `${name}.${ending}`), 'utf8')
    const answer = await app.post(path, { [field]: source })
    const { job_id: id } = await answer.json()
    await app.ended(id)
    const drawn = await app.ask(`/api/artifacts/${id}/figure.png`)
    const bytes = await drawn.bytes()
    const shown = join(DOCS, 'images', `${name}.png`)
    if (process.env.UPDATE) writeFileSync(shown, bytes)
    expect(Buffer.from(bytes).equals(readFileSync(shown))).toBe(true)
  },
)

let env: Record<string, string>

beforeAll(async () => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const { key } = await makeKey(app)
  const { PATH = '', HOME = '' } = process.env
  env = { PATH, HOME, BURIN_URL: app.listen(), BURIN_KEY: key, BURIN_ADMIN_KEY: ADMIN }
})

describe('the examples of', () => {
  for (const { name, examples } of pages)
    examples.forEach(({ language, prints, code }, index) => {
      const missing = TOOLS[language].filter((tool) => !Bun.which(tool))
      const title = `${name}, ${index + 1} (${language})`
      if (missing.length > 0) test.skip(`${title}: not installed: ${missing.join(', ')}`, () => {})
      else
        test(title, async () => {
          const { exitCode, out, err } = await runExample(language, code)
          expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
          expect(out).toContain(prints)
        })
    })

  test('a typed client in TypeScript', async () => {
    const file = join(DOCS, 'examples', 'client.ts')
    const child = Bun.spawn([process.execPath, file], { env, stdout: 'pipe', stderr: 'pipe' })
    const out = await new Response(child.stdout).text()
    expect({ code: await child.exited, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^completed .*final\.svg/),
    })
  })

  test('all pages are found by their form', () => {
    for (const { name, examples, marked } of pages)
      expect({ name, examples: examples.length }).toEqual({ name, examples: marked })
  })

  test.each([
    'api-jobs',
    'api-tasks',
    'api-admin',
    'composite',
    'optimize-prompt',
    'pdf',
    'webhooks',
  ])('%s are in all three languages', (name) => {
    const page = pages.find((one) => one.name === `${name}.md`)
    const languages = page?.examples.map(({ language }) => language)
    expect([...new Set(languages)].sort()).toEqual(['js', 'python', 'sh'])
  })
})

function examplesOf(page: string): Example[] {
  return [...page.matchAll(FENCE)].map(([, language, prints, code]) => ({
    language: language as Example['language'],
    prints: prints ?? '',
    code: code ?? '',
  }))
}

/** Runs an example as a reader would: in a folder that holds the files it speaks of. */
async function runExample(language: Example['language'], code: string) {
  const folder = tempFolder()
  cpSync(join(FIXTURE_PDFS, 'two-columns.pdf'), join(folder, 'paper.pdf'))
  writeFileSync(join(folder, 'sketch.png'), Buffer.from(PIXEL, 'base64'))
  const { file, command } = LANGUAGES[language]
  writeFileSync(join(folder, file), code)
  const child = Bun.spawn([...command, file], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, out, err }
}
