import { type AnyElysia, Elysia } from 'elysia'
import type { Config } from '../config'
import { isObject, type Json } from '../forms/json'

/** The version of the interface, not of the program. */
const INTERFACE_VERSION = '1.0.0'

/** `/swagger/json` and `/openapi.json`: what every route of `app` says of itself. */
export function openApi(app: AnyElysia, config: Config) {
  let text: string | undefined
  const answer = () => {
    text ??= JSON.stringify(openApiDocument(app, config))
    return new Response(text, { headers: HEADERS })
  }
  return new Elysia({ detail: { hide: true } })
    .get('/swagger/json', answer)
    .get('/openapi.json', answer)
}

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
}

/** Schemas that have a name stand once, under `components`, and the host's keywords are said in words. */
function openApiDocument(app: AnyElysia, { PUBLIC_BASE_URL }: Config): Json {
  const schemas: Json = {}
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (!isObject(node)) return node
    const { $id, ...plain } = Object.fromEntries(
      Object.entries(spelled(node)).map(([name, inner]) => [
        name,
        VERBATIM.has(name) ? inner : walk(inner),
      ]),
    )
    if (typeof $id !== 'string') return plain
    schemas[$id] = plain
    return { $ref: `#/components/schemas/${$id}` }
  }
  const paths: Record<string, Json> = {}
  for (const { method, path, hooks } of app.routes) {
    if (hooks.detail?.hide) continue
    const named = path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
    paths[named] = { ...paths[named], [method.toLowerCase()]: walk(hooks.detail) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Burin',
      version: INTERFACE_VERSION,
      description: INTRODUCTION,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    // The path alone: a page that reads this document stays on the origin it came from.
    servers: [{ url: PUBLIC_BASE_URL ? new URL(PUBLIC_BASE_URL).pathname : '/' }],
    tags: TAGS,
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const VERBATIM = new Set(['default', 'example', 'enum'])
const HOST_KEYWORDS = new Set(['notBlank', 'maxWords', 'chooses', 'address', 'upload', 'file'])

function spelled(node: Json): Json {
  const { anyOf, ...outer } = node
  if (Array.isArray(anyOf)) return spelled({ ...outer, ...united(anyOf) })
  const { description, type, maxWords, notBlank } = node
  const own = Object.entries(node).filter(
    ([name, value]) => isObject(value) || !HOST_KEYWORDS.has(name),
  )
  return {
    ...Object.fromEntries(own),
    ...(typeof maxWords === 'number' && {
      description: `${description ?? ''} At most ${maxWords} words.`.trim(),
    }),
    ...(notBlank === true && { pattern: '\\S' }),
    ...(Array.isArray(node.enum) &&
      Array.isArray(type) && { enum: [...new Set([...node.enum, null])] }),
  }
}

/** A union as generators of clients know it: of constants, with null, or of objects that a constant tells apart. */
function united(kinds: readonly Json[]): Json {
  const [first = {}, none] = kinds
  if (kinds.every((one) => one.const !== undefined))
    return {
      type: typeof first.const === 'string' ? 'string' : 'integer',
      enum: kinds.map((one) => one.const),
    }
  const inner = Array.isArray(first.anyOf) ? { ...first, ...united(first.anyOf) } : first
  if (none?.type === 'null' && typeof inner.type === 'string') {
    const { anyOf: _, ...plain } = inner
    return { ...plain, type: [inner.type, 'null'] }
  }
  return { oneOf: kinds }
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key: `burin_...`. Job routes take it as `x-api-key` too, and as `api_token` in the query where no header can be sent (an EventSource, an image).',
  },
  adminKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The admin key: `SERVICE_ADMIN_KEY`, or the file that the first start made.',
  },
} as const

const TAGS = [
  { name: 'Jobs', description: 'Submit, follow over Server-Sent Events, fetch the files.' },
  { name: 'Files', description: 'What a job made, and pictures that a client sends first.' },
  { name: 'Tasks', description: 'Submit, poll or be called back. Needs an API key.' },
  { name: 'Administration', description: 'API keys. Needs the admin key.' },
  { name: 'Server', description: 'Health and what runs here.' },
]

const INTRODUCTION = `Turns method texts, images, PDFs and numbers into editable vector figures.

A submission is answered at once with an id; the work runs in the background. Follow it with
\`GET /api/events/{job_id}\`, then fetch \`final.svg\`, \`figure.png\` or \`final.pdf\` from
\`GET /api/artifacts/{job_id}/{path}\`.

**Credentials.** An API key goes into \`Authorization: Bearer\`, \`x-api-key\` or the query parameter \`api_token\`; the
first one present decides. A server that listens on its own machine alone takes jobs without any. Each accepted
submission costs the key one unit; a refused one costs none.

**Repeats.** With an \`Idempotency-Key\` the same body gives the same answer for 24 hours, so a submission can be sent
again after a lost connection.`
