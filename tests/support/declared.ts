import { type TSchema, Type } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { createApp } from '../../src/app'
import { readConfig } from '../../src/config'
import { FIXTURE_PLUGINS, tempFolder } from './folders'

type Json = Record<string, unknown>
type Ask = (path: string, init?: RequestInit) => Promise<Response>

interface Declared {
  content?: Record<string, { schema: Json }>
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Declared> }>>
  components: { schemas: Record<string, Json> }
}

/** What came back, as far as it was read. */
interface Answer {
  status: number
  contentType: string | null
  /** Absent: a stream or a file, whose bytes are not looked at. */
  text?: string
}

/**
 * Asks, and holds every answer of the interface against the OpenAPI document: a status, a content type or a body that
 * is not declared throws. Objects have no fields but those declared.
 */
export function declared(ask: Ask): Ask {
  return async (path, init) => {
    const response = await ask(path, init)
    const contentType = response.headers.get('content-type')
    const text = isJson(contentType) ? await response.clone().text() : undefined
    const answer = { status: response.status, contentType, ...(text !== undefined && { text }) }
    // A browser that opens an address gets a page, which no client of the interface asks for.
    const page = new Headers(init?.headers).get('accept')?.includes('text/html')
    if (!page) await holdDeclared(init?.method ?? 'GET', path, answer, ask)
    return response
  }
}

/** `fetch`, its answers held too. */
export function fetchDeclared(address: string, init?: RequestInit): Promise<Response> {
  const { origin } = new URL(address)
  return declared((path, also) => fetch(origin + path, also))(address.slice(origin.length), init)
}

/** @throws Error that names what was not declared */
export async function holdDeclared(
  method: string,
  path: string,
  answer: Answer,
  ask: Ask,
): Promise<void> {
  const pathname = URL.parse(path, 'http://localhost')?.pathname ?? path
  if (!/^\/(api\/|healthz\/?$|metrics\/?$)/.test(pathname)) return
  // The browser asks them, no client of the interface.
  if (method === 'OPTIONS' && answer.status === 204) return
  const known = await common()
  const found = routeOf(known, pathname)
  // Of a server with plugins of its own.
  const document = found || answer.status === 404 ? known : await documentOf(ask)
  const fault = faultOf(document, routeOf(document, pathname), method, answer)
  if (fault) throw new Error(`${method} ${path} answered ${answer.status}: ${fault}`)
}

function faultOf(
  document: Document,
  route: Document['paths'][string] | undefined,
  method: string,
  { status, contentType, text }: Answer,
): string | undefined {
  const named = route?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
  const general = route ? 405 : 404
  if (!named && status !== general) return 'the document has no such operation'
  const answer = named ? named.responses[status] : PROBLEM
  if (!answer) return `not declared; ${Object.keys(named?.responses ?? {})} are`
  if (!answer.content || method === 'HEAD') return undefined
  const type = contentType?.split(';')[0] ?? 'none'
  const body = answer.content[type]
  if (!body) return `${type} is not declared; ${Object.keys(answer.content)} are`
  if (text === undefined || body.schema.format === 'binary') return undefined
  const check = checks.get(body.schema) ?? TypeCompiler.Compile(typeOf(document, body.schema))
  checks.set(body.schema, check)
  const [fault] = check.Errors(JSON.parse(text))
  return fault && `${fault.path}: ${fault.message}; it is ${JSON.stringify(fault.value)} in ${text}`
}

const checks = new WeakMap<Json, TypeCheck<TSchema>>()

/** Of what no operation is there for. */
const PROBLEM: Declared = {
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function routeOf({ paths }: Document, pathname: string): Document['paths'][string] | undefined {
  const plain = pathname.replace(/\/$/, '')
  const path = Object.keys(paths).find((one) => {
    const rest = one.endsWith('/{path}') ? '.*' : ''
    const pattern = one.replace(/\/\{path\}$/, '/').replace(/\{[^}]+\}/g, '[^/]+')
    return new RegExp(`^${pattern}${rest}$`).test(rest ? pathname : plain)
  })
  return path === undefined ? undefined : paths[path]
}

let made: Promise<Document> | undefined

/** The document of the program with the plugins that most tests have. */
function common(): Promise<Document> {
  made ??= (async () => {
    const env = { DATA_DIR: tempFolder(), PLUGINS_DIR: FIXTURE_PLUGINS, LOG_LEVEL: 'silent' }
    const app = await createApp(readConfig({ ...env, EXECUTORS: '1' }))
    const document = await documentOf(async (path) =>
      app.elysia.handle(new Request(`http://localhost${path}`)),
    )
    await app.stop(0)
    return document
  })()
  return made
}

async function documentOf(ask: Ask): Promise<Document> {
  return (await ask('/openapi.json')).json()
}

function isJson(contentType: string | null): boolean {
  return contentType?.startsWith('application/json') ?? false
}

/** A schema of the document as TypeBox checks it, closed where it does not say otherwise. */
function typeOf(document: Document, schema: Json): TSchema {
  const inner = (part: unknown) => typeOf(document, part as Json)
  const { $ref, type, enum: values, const: value, anyOf, properties, items, ...rest } = schema
  if (typeof $ref === 'string')
    return inner(document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)])
  if (Array.isArray(values)) return Type.Union(values.map(literal))
  if (value !== undefined) return literal(value)
  if (Array.isArray(anyOf)) return Type.Union(anyOf.map(inner))
  if (Array.isArray(type)) return Type.Union(type.map((one) => inner({ ...schema, type: one })))
  switch (type) {
    case 'object':
      return objectOf(schema, inner)
    case 'array':
      return Type.Array(inner(items))
    case 'string':
      return Type.String(rest)
    case 'integer':
      return Type.Integer(rest)
    case 'number':
      return Type.Number(rest)
    case 'boolean':
      return Type.Boolean()
    case 'null':
      return Type.Null()
    default:
      return Type.Unknown()
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties = false }: Json,
  inner: (part: unknown) => TSchema,
): TSchema {
  const needed = required as string[]
  const fields = Object.entries(properties as Json).map(([name, part]) => {
    const field = inner(part)
    return [name, needed.includes(name) ? field : Type.Optional(field)] as const
  })
  const others =
    typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties
  return Type.Object(Object.fromEntries(fields), {
    additionalProperties: others as boolean | TSchema,
  })
}

function literal(value: unknown): TSchema {
  return value === null ? Type.Null() : Type.Literal(value as string | number | boolean)
}
