import { beforeAll, describe, expect, test } from 'bun:test'
import { bundlePages } from '../../src/web/bundle'
import { listTree, TREE_NAMES } from '../../src/web/files'
import en from '../../src/web/words/en.json'
import zh from '../../src/web/words/zh.json'
import { type TestApp, useApps } from '../support/app'

const startApp = useApps()
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

const PAGES = [
  '/',
  `/jobs/${'0'.repeat(32)}`,
  '/admin',
  '/swagger',
  '/editor/',
  '/editor/index.html',
  '/docs/',
  ...listTree('docs')
    .filter((path) => path.endsWith('.md'))
    .map((path) => `/docs/${path}`),
]
const OWN = listTree('pages').filter((path) => !path.endsWith('.html'))
const DOCS = listTree('docs').filter((path) => path.endsWith('.md'))

describe('the pages', () => {
  test.each(PAGES)(
    '%s is HTML that only this server feeds, without scripts in it',
    async (path) => {
      const answer = await app.ask(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toMatch(/script-src 'self'(;|$)/)
      expect(policy).not.toContain('http')
      const html = await answer.text()
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/)
      expect(html).not.toMatch(
        /\son\w+=|\sstyle=|(?:src|action)="(?:https?:)?\/\/|<link[^>]+"https?:/,
      )
    },
  )

  test.each(PAGES)('%s finds everything that it names', async (path) => {
    const html = await (await app.ask(path)).text()
    const named = [...html.matchAll(/(?:src|href)="(?!https?:)([^"#]+)"/g)].map(
      ([, at]) => at ?? '',
    )
    expect(named.length).toBeGreaterThan(2)
    for (const at of named) {
      const { pathname } = new URL(at, `http://localhost${path}`)
      expect({ pathname, status: (await app.ask(pathname)).status }).toMatchObject({ status: 200 })
    }
  })

  test('our own scripts and styles name no address outside', async () => {
    expect(OWN.length).toBeGreaterThan(4)
    for (const path of [...OWN, ...(await bundlePages()).keys()]) {
      const answer = await app.ask(`/assets/${path}`)
      expect(answer.status).toBe(200)
      const text = (await answer.text()).replaceAll('http://www.w3.org/', '')
      expect({ path, outside: /(?:https?:)?\/\/[\w-]+\.\w/.exec(text)?.[0] }).toEqual({
        path,
        outside: undefined,
      })
    }
  })

  test('scripts written in TypeScript arrive as JavaScript, their source does not', async () => {
    const script = await app.ask('/assets/studio.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await script.text()).not.toContain('interface ')
    expect((await app.ask('/assets/studio.tsx')).status).toBe(404)
    expect((await app.ask('/assets/studio.html')).status).toBe(404)
  })

  test('addresses with and without a slash lead to one page', async () => {
    const redirected = async (path: string) => {
      const answer = await app.ask(path)
      const location = answer.headers.get('location') ?? ''
      return [answer.status, new URL(location, `http://localhost${path}`).pathname]
    }
    expect(await redirected('/editor')).toEqual([308, '/editor/'])
    expect(await redirected('/docs')).toEqual([308, '/docs/'])
    expect(await redirected('/swagger/')).toEqual([308, '/swagger'])
    expect((await app.ask('/editor?url=/api/x')).headers.get('location')).toBe('editor/?url=/api/x')
  })
})

describe('their files', () => {
  test('the configuration says where the editor is', async () => {
    const config = await (await app.ask('/api/config')).json()
    expect(config).toMatchObject({ svgEditAvailable: true, svgEditPath: '/editor/index.html' })
  })

  test('of the packages only what a browser needs is served', async () => {
    expect(listTree('swagger')).toEqual(['swagger-ui-bundle.js', 'swagger-ui.css'])
    const editor = listTree('editor')
    expect(editor).toContain('Editor.js')
    expect(editor.filter((path) => /\.map$|^tests\/|iife|ext-storage/.test(path))).toEqual([])
    expect((await app.ask('/editor/Editor.js.map')).status).toBe(404)
    expect((await app.ask('/swagger/assets/package.json')).status).toBe(404)
  })

  test('every file has a type that a browser takes', async () => {
    for (const path of listTree('editor').filter((one) => !one.includes('/locale/'))) {
      const answer = await app.ask(`/editor/${path}`)
      expect({ path, type: answer.headers.get('content-type') }).not.toEqual({
        path,
        type: 'application/octet-stream',
      })
    }
  })

  test('are kept by the browser, asked for by ETag, and sent compressed', async () => {
    const accept = { 'accept-encoding': 'gzip, br' }
    const first = await app.ask('/editor/Editor.js', { headers: accept })
    expect(first.headers.get('cache-control')).toContain('max-age=86400')
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const zipped = await first.bytes()
    const whole = await (await app.ask('/editor/Editor.js')).bytes()
    expect(zipped.byteLength).toBeLessThan(whole.byteLength / 3)
    expect(Bun.gunzipSync(zipped)).toEqual(whole)
    const etag = first.headers.get('etag') ?? ''
    const again = await app.ask('/editor/Editor.js', {
      headers: { ...accept, 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
  })

  test.each([
    '/editor/..%2f..%2f..%2fpackage.json',
    '/editor/%2e%2e/%2e%2e/package.json',
    '/editor/..%5c..%5cpackage.json',
    '/editor//etc/passwd',
    '/editor/extensions',
    '/editor/Editor.js%00.svg',
    '/assets/../files.ts',
    '/assets/..%2ffiles.js',
    '/assets/%252e%252e%252ffiles.js',
    '/swagger/assets/..%2fpackage.json',
    '/editor/%',
  ])('%s leads nowhere', async (path) => {
    const answer = await app.ask(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ detail: expect.any(String) })
  })
})

describe('beside the interface', () => {
  test('a page that says what is not there shows words of the request as words', async () => {
    const answer = await app.ask('/api/redraw', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/html' },
      body: JSON.stringify({
        source: '<img src=x onerror=alert(1)><script>1</script> [a](javascript:1)',
        operations: [{ op: 'set_direction', direction: 'down' }],
      }),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const html = await answer.text()
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;1&lt;/script&gt; [a](')
    expect(html).not.toMatch(/<img src=x|<script>|href="javascript/)
  })

  test('pages answer HEAD, and refuse other methods with Allow', async () => {
    for (const path of ['/', '/swagger', '/swagger/json', '/editor/', '/editor/Editor.js']) {
      const head = await app.ask(path, { method: 'HEAD' })
      expect({ path, status: head.status, body: await head.text() }).toEqual({
        path,
        status: 200,
        body: '',
      })
      const post = await app.ask(path, { method: 'POST' })
      expect({ path, status: post.status, allow: post.headers.get('allow') }).toEqual({
        path,
        status: 405,
        allow: 'GET, HEAD',
      })
    }
  })

  test('the interface keeps its own 404 and 405', async () => {
    expect((await app.ask('/api/nothing')).status).toBe(404)
    expect((await app.ask('/nothing')).status).toBe(404)
    const wrong = await app.ask('/api/run')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('every page of the documentation is read as HTML, under its title', async () => {
  expect(DOCS).toContain('method-text.md')
  for (const path of DOCS) {
    const answer = await app.ask(`/docs/${path}`)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await answer.text()
    expect(html).toContain('<h1>')
    expect(html).not.toMatch(/\{\{(title|article)\}\}/)
  }
  const contents = await (await app.ask('/docs/')).text()
  for (const path of DOCS.filter((one) => one !== 'README.md'))
    expect(contents).toContain(`href="${path}"`)
})

test('what the documentation shows of the sources is read as plain text, and nothing else of them', async () => {
  for (const path of ['/docs/plugins/hello/index.ts', '/src/plugin.ts', '/src/forms/kit.ts']) {
    const answer = await app.ask(path)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await answer.text()).toContain('import type')
  }
  for (const path of [
    '/src/main.ts',
    '/src/forms',
    '/src/store/secrets.ts',
    '/src/..%2fpackage.json',
  ])
    expect((await app.ask(path)).status).toBe(404)
})

describe('where there is nothing', () => {
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

  test('a browser gets a page, under the same policy, whose links hold at any depth', async () => {
    for (const path of ['/nothing', '/a/b/c', '/docs/none.md', '/api/jobs/none']) {
      const answer = await app.ask(path, browser)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      const html = await answer.text()
      for (const [, at = ''] of html.matchAll(/(?:src|href)="([^"#]+)"/g)) {
        expect(at).toStartWith('/')
        expect({ at, status: (await app.ask(at)).status }).toMatchObject({ status: 200 })
      }
    }
  })

  test('below a proxy its links keep the prefix', async () => {
    const proxied = await startApp({ PUBLIC_BASE_URL: 'https://figures.example.org/burin' })
    const html = await (await proxied.ask('/nothing', browser)).text()
    expect(html).toContain('href="/burin/assets/base.css"')
    expect(html).not.toContain('href="/assets')
  })

  test('a client gets JSON, whatever it takes', async () => {
    for (const accept of ['*/*', 'application/json', 'image/*']) {
      const answer = await app.ask('/nothing', { headers: { accept } })
      expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found' }])
    }
  })
})

test('licence texts are plain text, and nothing else of the folder', async () => {
  const fonts = await app.ask('/licences/fonts.txt')
  expect(fonts.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await fonts.text()).toContain('SIL OPEN FONT LICENSE')
  expect((await app.ask('/licences/..%2fLICENSE')).status).toBe(404)
  expect((await app.ask('/licences/')).status).toBe(404)
})

test('the program embeds every tree, and none of them is empty', () => {
  expect(TREE_NAMES.toSorted()).toEqual([
    'docs',
    'editor',
    'licences',
    'pages',
    'source',
    'swagger',
  ])
  for (const tree of TREE_NAMES) expect(listTree(tree)).not.toEqual([])
})

test('both languages have the same sentences, with the same things in them', () => {
  const gaps = (tree: object): object =>
    Object.fromEntries(
      Object.entries(tree).map(([name, one]) => [
        name,
        typeof one === 'string' ? (one.match(/\{\d\}/g) ?? []).sort().filter(isFirst) : gaps(one),
      ]),
    )
  const isFirst = (one: string, at: number, all: string[]) => all.indexOf(one) === at
  expect(gaps(zh)).toEqual(gaps(en))
})
