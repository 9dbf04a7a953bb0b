import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'

interface Operation {
  operationId: string
  summary: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Schema {
  required: string[]
  properties: Record<string, Record<string, unknown>>
}

interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, unknown>
  }
}

const startApp = useApps()
let app: TestApp
let document: Document

beforeAll(async () => {
  app = await startApp()
  document = await (await app.ask('/swagger/json')).json()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** A route whatever its parameters are called: `GET /api/jobs/{}`. */
const shape = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/:[^/]+|\*|\{[^}]+\}/g, '{}')}`

function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : refsOf(inner),
  )
}

describe('the OpenAPI document', () => {
  test('names the interface, and is the same at both addresses', async () => {
    expect(document.openapi).toStartWith('3.1')
    expect(document.info).toMatchObject({ title: 'Burin', version: '1.0.0' })
    expect(await (await app.ask('/openapi.json')).json()).toEqual(document)
  })

  test('documents every route of the interface, and none that is not there', () => {
    const served = app.app.elysia.routes
      .filter(({ path, method }) => method !== 'ALL' && /^\/(api\/|healthz$|metrics$)/.test(path))
      .map(({ method, path }) => shape(method, path))
    const documented = operations().map(({ method, path }) => shape(method, path))
    expect(documented.toSorted()).toEqual(served.toSorted())
  })

  test('describes each of them in words, under a name of its own', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const bare = operations().filter(({ operation }) => !operation.tags?.length)
    expect(bare.map(({ path }) => path)).toEqual([])
  })

  test('has no reference that leads nowhere', () => {
    const missing = refsOf(document).filter((ref) => {
      const steps = ref.split('/').slice(1)
      let at: unknown = document
      for (const step of steps) at = (at as Record<string, unknown> | undefined)?.[step]
      return at === undefined
    })
    expect(missing).toEqual([])
  })

  test('declares the parameters that its paths name, no more and no less', () => {
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '')
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(named)
    }
  })

  test('gives every operation an answer, and only security schemes that it defines', () => {
    for (const { operation } of operations()) {
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const scheme of (operation.security ?? []).flatMap((one) => Object.keys(one)))
        expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
  })

  test('says of a job route what may go wrong, in the form of its service', () => {
    const { responses, security } = document.paths['/api/run']?.post ?? expect.unreachable()
    for (const status of ['200', '401', '403', '405', '413', '415', '422', '429', '503'])
      expect(responses).toHaveProperty(status)
    expect(responses['422']?.content?.['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/HTTPValidationError' },
    })
    expect(security).toContainEqual({})
  })

  test('offers Last-Event-ID both ways and streams as text/event-stream', () => {
    const stream = document.paths['/api/events/{job_id}']?.get ?? expect.unreachable()
    const names = (stream.parameters ?? []).map((one) => `${one.in} ${one.name}`)
    expect(names).toContain('header Last-Event-ID')
    expect(names).toContain('query last_event_id')
    expect(stream.responses['200']?.content).toHaveProperty('text/event-stream')
  })
})

describe('a body in the document', () => {
  test('carries rules, defaults and words of the run request, and no keyword of ours', () => {
    const { RunRequest } = document.components.schemas
    expect(RunRequest?.required).toEqual(['method_text'])
    expect(RunRequest?.properties.image_aspect_ratio).toMatchObject({
      type: ['string', 'null'],
      default: '16:9',
      enum: expect.arrayContaining(['auto', '21:9', null]),
    })
    expect(RunRequest?.properties.sam_max_masks).toMatchObject({ maximum: 256, default: 32 })
    const silent = Object.entries(RunRequest?.properties ?? {}).filter(
      ([, one]) => !one.description,
    )
    expect(silent.map(([name]) => name)).toEqual([])
    const text = JSON.stringify(document.components.schemas)
    for (const own of ['notBlank', 'maxWords', 'never', 'address', 'anyOf'])
      expect(text).not.toContain(`"${own}":`)
  })

  test('has an example that the route itself accepts, of drop-ins too', async () => {
    const examples = operations().flatMap(({ path, operation }) => {
      const body = operation.requestBody?.content['application/json']
      return body && operation.operationId.startsWith('submit') ? [{ path, body }] : []
    })
    expect(examples.map(({ path }) => path)).toContain('/api/run')
    expect(examples.length).toBeGreaterThan(3)
    const drawn = await app.submit('/api/run', { method_text: 'Reads are trimmed.' })
    await app.ended(drawn)
    for (const { path, body } of examples) {
      // What an example edits is a figure of the reader's own.
      const source = path === '/api/redraw' && { source: drawn }
      const answer = await app.post(path, { ...(body.example as object), ...source })
      expect({ path, status: answer.status, body: await answer.text() }).toMatchObject({
        path,
        status: document.paths[path]?.post?.responses['202'] ? 401 : 200,
      })
    }
  })

  test('is what a drop-in declared', () => {
    const echo = document.paths['/api/echo']?.post ?? expect.unreachable()
    expect(echo.requestBody?.content['application/json']?.schema.$ref).toBe(
      '#/components/schemas/EchoRequest',
    )
    expect(document.components.schemas.EchoRequest?.properties).toHaveProperty('text')
  })
})

test('the fields of a drop-in may have the names that schemas and documents use themselves', async () => {
  const names = [
    'type',
    'description',
    'content',
    'schema',
    'in',
    'headers',
    'items',
    'file',
    'address',
  ]
  const folder = tempFolder()
  await Bun.write(
    join(folder, 'names', 'index.ts'),
    `export default ({ t }) => ({
      id: 'names', summary: 'Takes names', service: 'job', path: '/api/names',
      body: t.Object(Object.fromEntries(${JSON.stringify(names)}.map((name) =>
        [name, t.String({ notBlank: true })])), { additionalProperties: false }),
      run: async () => ({ run: async () => undefined }),
    })`,
  )
  const named = await startApp({ PLUGINS_DIR: folder })
  const { components } = (await (await named.ask('/swagger/json')).json()) as Document
  const text = { type: 'string', pattern: '\\S' }
  expect(components.schemas.NamesRequest?.properties).toEqual(
    Object.fromEntries(names.map((name) => [name, text])),
  )
})

test('below a proxy the document points at the prefix, on whatever origin it was read', async () => {
  const proxied = await startApp({ PUBLIC_BASE_URL: 'https://figures.example.org/burin' })
  const { servers } = (await (await proxied.ask('/swagger/json')).json()) as Document
  expect(servers).toEqual([{ url: '/burin' }])
})
