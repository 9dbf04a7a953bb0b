import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { type Server, useServers } from '../support/server'
import { collect } from '../support/sse'
import { until } from '../support/until'

const EXAMPLES = join(import.meta.dir, '..', '..', 'docs', 'plugins')
const ADMIN_KEY = 'an-admin-key-of-more-than-32-characters'

const startServer = useServers()

/** A drop-in's `index.ts` with these parts replaced. */
function declaration(parts: Record<string, string> = {}): string {
  const all = {
    id: `'broken'`,
    summary: `'Is broken'`,
    service: `'job'`,
    path: `'/api/broken'`,
    body: 't.Object({}, { additionalProperties: false })',
    run: 'async () => ({ run: async () => undefined })',
    ...parts,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value},`)
  return `export default ({ t }) => ({ ${lines.join(' ')} })`
}

/** Drop-ins that cannot be taken, and the sentence that says why. */
const BROKEN: Record<string, [source: string, reason: string | RegExp]> = {
  'syntax-error': ['export default ({ t }) => ({', /./],
  'no-default': ['export const plugin = 1', 'its index.ts does not default-export a function'],
  'no-function': ['export default { id: "x" }', 'its index.ts does not default-export a function'],
  'throws-on-load': [`throw new Error('no licence file')`, 'no licence file'],
  'throws-when-called': ['export default () => { throw new Error("no kit") }', 'no kit'],
  'gives-nothing': ['export default () => undefined', /./],
  'unknown-package': [
    `import x from 'a-package-nobody-has'\n${declaration({ summary: 'x' })}`,
    /a-package-nobody-has/,
  ],
  'id-of-a-bundled': [declaration({ id: `'run'` }), 'the id run is taken'],
  'path-of-a-bundled': [declaration({ path: `'/api/run'` }), 'the path /api/run is taken'],
  'path-of-another': [
    declaration({ path: `'/api/timeline/size'` }),
    /path \/api\/timeline\/size is taken/,
  ],
  'path-of-the-host': [
    declaration({ path: `'/api/admin/keys'` }),
    "the path /api/admin/keys is the host's own",
  ],
  'path-elsewhere': [declaration({ path: `'/healthz'` }), /^\/path: /],
  'path-with-dots': [declaration({ path: `'/api/../healthz'` }), /^\/path: /],
  'id-in-capitals': [declaration({ id: `'Broken'` }), /^\/id: /],
  'loose-body': [declaration({ body: 't.Object({})' }), /^\/body\/additionalProperties: /],
  'body-of-a-string': [declaration({ body: 't.String()' }), /^\/body/],
  'no-run': [declaration({ run: '1' }), '/run: a function is expected'],
  'accept-is-text': [declaration({ accept: `'yes'` }), '/accept: a function is expected'],
  'unknown-service': [declaration({ service: `'both'` }), /^\/service: /],
  'route-without-get': [
    declaration({ routes: `[{ name: 'a', path: '/a', summary: 'A' }]` }),
    '/routes: each needs a function get',
  ],
  'route-with-loose-query': [
    declaration({
      routes: `[{ name: 'a', path: '/a', summary: 'A', query: t.Object({}), get: () => 1 }]`,
    }),
    /^\/routes\/0\/query\/additionalProperties: /,
  ],
  'two-routes-alike': [
    declaration({
      routes: `['a', 'b'].map((name) => ({ name, path: '/a', summary: 'A', get: () => 1 }))`,
    }),
    'the path /api/broken/a is taken',
  ],
}

/** Drop-ins of these tests that work. */
const READER = `
export default ({ t }) => ({
  id: 'reader', summary: 'Reads an upload', service: 'job', path: '/api/reader',
  body: t.Object({ image_path: t.String({ upload: true }) }, { additionalProperties: false }),
  accept: async ({ image_path }, look) =>
    image_path.endsWith('.gif') ? { field: 'image_path', status: 422, sentence: 'no GIF, please' } : undefined,
  routes: [{ name: 'fails', path: '/fails', summary: 'Fails', get: () => { throw new Error('inner secret') } }],
  run: async () => ({ run: async ({ image_path }, ctx) => {
    await ctx.artifact('copy.png', await ctx.read(image_path))
    await ctx.artifact('final.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script><rect id="kept" width="9" height="9" onclick="x()"/></svg>')
    await ctx.read('uploads/another.png').catch((error) => ctx.log(error.message, 'stderr'))
    return undefined
  } }),
})`
const TASK = `
export default ({ t }) => ({
  id: 'shout', summary: 'Shouts', service: 'task', path: '/api/shout', diagramType: 'shout',
  body: t.Object({ text: t.String({ minLength: 1, notBlank: true, enum: ['hey', 'ho'] }) }, { additionalProperties: false }),
  routes: [{ name: 'words', path: '/words', summary: 'Its words', get: () => ['hey', 'ho'] }],
  run: async () => ({ run: async ({ text }) => ({ description: text.toUpperCase() }) }),
})`

let server: Server
let client: Client
let key = ''

beforeAll(async () => {
  const plugins = tempFolder()
  for (const name of ['hello', 'timeline'])
    cpSync(join(EXAMPLES, name), join(plugins, name), { recursive: true })
  const write = (name: string, source: string, file = 'index.ts') => {
    mkdirSync(join(plugins, name), { recursive: true })
    writeFileSync(join(plugins, name, file), source)
  }
  // Broken ones before and behind those that work, in the order of their names.
  for (const [name, [source]] of Object.entries(BROKEN)) write(`z-${name}`, source)
  write('a-without-index', 'export default 1', 'plugin.ts')
  write('run', declaration({ id: `'run'` }))
  write('reader', READER, 'index.js')
  write('shout', TASK)
  writeFileSync(join(plugins, 'README.md'), 'no folder, no plugin')
  server = await startServer({ plugins, env: { SERVICE_ADMIN_KEY: ADMIN_KEY, EXECUTORS: '2' } })
  client = clientAt(server.url)
  const made = await client.post('/api/admin/keys', { name: 'k', quota: 2 }, bearer(ADMIN_KEY))
  key = (await made.json()).key
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = async (path: string, headers = {}) => (await client.ask(path, { headers })).json()
const file = async (job: string, path: string) => client.ask(`/api/artifacts/${job}/${path}`)

describe('hello, an example of three files', () => {
  test('draws who greets whom', async () => {
    const id = await client.submit('/api/hello', { from: 'Ada', to: 'Charles <Babbage>' })
    const frames = await collect(`${server.url}/api/events/${id}`)
    expect(frames.at(-1)?.data).toMatchObject({ state: 'finished', code: 0, status: 'completed' })
    expect(frames.map(({ data }) => data)).toContainEqual({
      stream: 'stdout',
      line: 'Ada greets Charles <Babbage>',
    })
    const announced = frames.filter(({ event }) => event === 'artifact')
    expect(announced.map(({ data }) => [data.path, data.kind])).toEqual([
      ['final.svg', 'final_svg'],
      ['figure.png', 'figure'],
      ['run.log', 'log'],
    ])
    const svg = await (await file(id, 'final.svg')).text()
    for (const words of ['Ada', 'Hello', 'Charles', '&lt;Babbage&gt;']) expect(svg).toContain(words)
    const png = await new Bun.Image(await (await file(id, 'figure.png')).bytes()).metadata()
    expect(png).toMatchObject({ format: 'png' })
  })
})

describe('timeline, an example in one file', () => {
  const events = [
    { year: 2005, label: 'Pyrosequencing & "454"' },
    { year: 1977, label: 'Chain <termination>' },
    { year: -350, label: 'Generation of animals' },
  ]

  test('draws its events in order, their words escaped', async () => {
    const id = await client.submit('/api/timeline', { title: 'Sequencing', events })
    expect((await client.ended(id)).status).toBe('completed')
    const svg = await (await file(id, 'final.svg')).text()
    const labels = [...svg.matchAll(/data-label="([^"]*)"/g)].map(([, label]) => label)
    expect(labels).toEqual([
      'Generation of animals',
      'Chain &lt;termination&gt;',
      'Pyrosequencing &amp; &quot;454&quot;',
    ])
    const size = await json('/api/timeline/size?events=3')
    expect(svg).toContain(`viewBox="0 0 ${size.width} ${size.height}"`)
    const png = await new Bun.Image(await (await file(id, 'figure.png')).bytes()).metadata()
    expect(png).toMatchObject(size)
  })

  test('refuses as the bundled ones do, inside lists too', async () => {
    const bad = {
      title: ' ',
      events: [{ year: '1977', label: 'x' }, { year: 1, label: '  ' }, { year: 1 }],
      colour: 'red',
    }
    const response = await client.post('/api/timeline', bad)
    expect(response.status).toBe(422)
    expect((await response.json()).detail).toEqual([
      {
        loc: ['body', 'title'],
        msg: 'Value error, must not be blank',
        type: 'value_error',
        input: ' ',
      },
      {
        loc: ['body', 'events', 0, 'year'],
        msg: 'Input should be a valid integer',
        type: 'int_type',
        input: '1977',
      },
      {
        loc: ['body', 'events', 2, 'label'],
        msg: 'Field required',
        type: 'missing',
        input: { year: 1 },
      },
      {
        loc: ['body', 'events', 1, 'label'],
        msg: 'Value error, must not be blank',
        type: 'value_error',
        input: '  ',
      },
      {
        loc: ['body', 'colour'],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
        input: 'red',
      },
    ])
    const empty = await (await client.post('/api/timeline', { title: 'x', events: [] })).json()
    expect(empty.detail[0]).toMatchObject({ loc: ['body', 'events'], type: 'too_short' })
  })

  test('costs a unit of the key, and is refused when none is left', async () => {
    const body = { title: 'x', events }
    for (const status of [200, 200, 403])
      expect((await client.post('/api/timeline', body, bearer(key))).status).toBe(status)
    const { usage_log, quota_remaining } = await json(`/api/admin/keys/${key}`, bearer(ADMIN_KEY))
    expect(quota_remaining).toBe(0)
    expect(usage_log.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      'timeline',
      'timeline',
    ])
  })

  const QUERIES: [query: string, fault: object][] = [
    ['', { type: 'missing', loc: ['query', 'events'] }],
    ['?events=', { type: 'int_parsing', loc: ['query', 'events'] }],
    [
      '?events=three',
      {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
        input: 'three',
      },
    ],
    ['?events=1.5', { type: 'int_from_float' }],
    ['?events=0', { type: 'greater_than_equal', ctx: { ge: 1 } }],
    ['?events=61', { type: 'less_than_equal', ctx: { le: 60 } }],
    ['?events=3&rows=4', { type: 'extra_forbidden', loc: ['query', 'rows'] }],
  ]
  test.each(QUERIES)('its route refuses the query %p', async (query, fault) => {
    const response = await client.ask(`/api/timeline/size${query}`)
    expect(response.status).toBe(422)
    const { detail } = await response.json()
    expect(detail).toHaveLength(1)
    expect(detail[0]).toMatchObject(fault)
  })

  test('its route asks for a credential like any other', async () => {
    const path = '/api/timeline/size?events=3'
    expect((await client.ask(path, { headers: bearer('nonsense') })).status).toBe(401)
    expect((await client.ask(path, { headers: bearer(key) })).status).toBe(200)
    expect((await client.ask(`${path}&api_token=${key}`)).status).toBe(200)
    expect((await client.ask(`${path}&api_token=nonsense`)).status).toBe(401)
    expect((await client.ask(path, { method: 'HEAD' })).status).toBe(200)
    const post = await client.post(path, {})
    expect({ status: post.status, allow: post.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })
})

describe('drop-ins of any other form', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  )
  const upload = async (bytes: Uint8Array, name: string) => {
    const body = new FormData()
    body.set('file', new File([new Uint8Array(bytes)], name))
    return (await client.ask('/api/upload', { method: 'POST', body })).json()
  }

  test('read the upload that the input names and no other; their SVG is cleaned', async () => {
    const { path } = await upload(png, 'a.png')
    const id = await client.submit('/api/reader', { image_path: path })
    expect((await client.ended(id)).status).toBe('completed')
    expect(await (await file(id, 'copy.png')).bytes()).toEqual(new Uint8Array(png))
    expect(await (await file(id, 'run.log')).text()).toContain(
      'The file uploads/another.png is not one this job may read.',
    )
    const svg = await (await file(id, 'final.svg')).text()
    expect(svg).toContain('id="kept"')
    expect(svg).not.toMatch(/script|onclick/)
  })

  test('refuse by `accept` before anything is stored', async () => {
    const gif = Buffer.from(
      'R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==',
      'base64',
    )
    const { path } = await upload(gif, 'a.gif')
    const response = await client.post('/api/reader', { image_path: path })
    expect({ status: response.status, ...(await response.json()) }).toEqual({
      status: 422,
      detail: [
        { loc: ['body', 'image_path'], msg: 'Value error, no GIF, please', type: 'value_error' },
      ],
    })
  })

  test('as tasks answer as tasks do, on their own routes too', async () => {
    const made = await client.post('/api/admin/keys', { name: 'tasks' }, bearer(ADMIN_KEY))
    const headers = bearer((await made.json()).key)
    expect((await client.post('/api/shout', { text: 'hey' })).status).toBe(401)
    expect((await client.ask('/api/shout/words')).status).toBe(401)
    expect(await json('/api/shout/words', headers)).toEqual(['hey', 'ho'])
    const bad = await client.post('/api/shout', { text: 'hm' }, headers)
    expect({ status: bad.status, ...(await bad.json()) }).toEqual({
      status: 422,
      detail: 'text: must be one of hey, ho',
    })
    const good = await client.post('/api/shout', { text: 'hey' }, headers)
    expect(good.status).toBe(202)
    expect(await good.json()).toEqual({
      task_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: 'pending',
    })
  })

  test('that throw on a route show nothing of it', async () => {
    const response = await client.ask('/api/reader/fails')
    expect({ status: response.status, ...(await response.json()) }).toEqual({
      status: 500,
      detail: 'Internal server error',
    })
    // The answer and the log come by two ways: the line may arrive after the answer.
    await until('the log names the error', () =>
      server.logs().some(({ error }) => String(error).includes('inner secret')),
    )
  })
})

describe('the host', () => {
  test('lists the bundled and the dropped in alike', async () => {
    const { workflows } = await json('/api/config')
    const ids = workflows.map(({ id }: { id: string }) => id)
    for (const id of ['run', 'hello', 'reader', 'shout', 'timeline']) expect(ids).toContain(id)
    expect(ids).not.toContain('broken')
  })

  test('describes their routes for the API pages', async () => {
    const { paths } = await json('/openapi.json')
    expect(paths['/api/hello'].post.summary).toBe('Draws who greets whom')
    expect(paths['/api/timeline/size'].get).toMatchObject({
      summary: 'The size in pixels of a timeline with so many events',
      parameters: [{ name: 'events', in: 'query', required: true }],
    })
  })

  const skipped = (name: string) => {
    const lead = `The drop-in ${name} was skipped: `
    const lines = server.logs().filter(({ message }) => message.startsWith(lead))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'error' })
    return lines[0]?.message.slice(lead.length) ?? ''
  }

  for (const [name, [, reason]] of Object.entries(BROKEN))
    test(`skips ${name} and says why`, () => {
      if (typeof reason === 'string') expect(skipped(`z-${name}`)).toBe(reason)
      else expect(skipped(`z-${name}`)).toMatch(reason)
    })

  test('skips a folder without an index.ts, and one that stands in for a bundled plugin', () => {
    expect(skipped('a-without-index')).toBe('it has no index.ts')
    expect(skipped('run')).toBe('the id run is taken')
  })

  test('takes no plain file for a plugin', () => {
    expect(server.stdout()).not.toContain('README')
  })
})

test('the examples are short', () => {
  for (const files of [
    ['hello/index.ts', 'hello/greeting.ts', 'hello/run.ts'],
    ['timeline/index.ts'],
  ]) {
    const lines = files.map((name) => readFileSync(join(EXAMPLES, name), 'utf8').trim().split('\n'))
    expect(lines.flat().length).toBeLessThan(60)
  }
})
