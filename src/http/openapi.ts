import type { Plugin, PluginRoute } from '../plugin'
import type { Context } from './context'
import { bodySchema, exampleOf } from './openapi-body'
import { RESPONSES, ref, SCHEMAS, SECURITY_SCHEMES } from './openapi-components'
import { operationTable, submission } from './openapi-operations'
import { JOB_SECURITY, type Operation, REFUSED, TASK_SECURITY } from './openapi-parts'

export interface RouteName {
  method: string
  path: string
}

/** The version of the interface, not of the program. */
const INTERFACE_VERSION = '1.0.0'

/**
 * The OpenAPI 3.1 document of exactly the routes given: the host's own from a table, a plugin's from its declaration,
 * so that a drop-in is documented like the bundled ones.
 */
export function openApiDocument(
  { config, registry }: Pick<Context, 'config' | 'registry'>,
  routes: readonly RouteName[],
) {
  const table = operationTable(config)
  const plugins = registry.list()
  const paths: Record<string, Record<string, unknown>> = {}
  const own = new Set(plugins.map(({ path }) => path))
  // What a newcomer looks for comes first.
  const order = [...routes].sort((a, b) => Number(own.has(b.path)) - Number(own.has(a.path)))
  for (const { method, path } of order) {
    if (!isInterface(path)) continue
    const { at, ...operation } = describe(table, plugins, method, path)
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation }
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
    servers: [{ url: config.PUBLIC_BASE_URL ? new URL(config.PUBLIC_BASE_URL).pathname : '/' }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...SCHEMAS, ...Object.fromEntries(plugins.map(schemaEntry)) },
      responses: RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The pages for people and their files are no part of the interface. */
function isInterface(path: string): boolean {
  return path === '/healthz' || path === '/metrics' || path.startsWith('/api/')
}

/** What names a route whatever its parameters are called in the code. */
export function routeKey(method: string, path: string): string {
  return `${method} ${path.replace(/:[^/]+/g, ':')}`
}

function describe(
  table: Readonly<Record<string, Operation>>,
  plugins: readonly Plugin[],
  method: string,
  path: string,
): Operation {
  const known = table[routeKey(method, path)]
  if (known) return known
  const plugin = plugins.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  if (plugin && method === 'POST')
    return submission(
      plugin,
      { $ref: `#/components/schemas/${schemaName(plugin)}` },
      exampleOf(plugin),
    )
  const route = plugin?.routes?.find((one) => path === plugin.path + one.path)
  if (plugin && route) return pluginRead(plugin, route)
  return undescribed(method, path)
}

function pluginRead(plugin: Plugin, { name, path, summary, query }: PluginRoute): Operation {
  const job = plugin.service === 'job'
  const fields = query ? bodySchema(query) : undefined
  return {
    at: plugin.path + path,
    operationId: camel(`get ${plugin.id} ${name}`),
    summary,
    tags: [job ? 'Jobs' : 'Tasks'],
    parameters: Object.entries(fields?.properties ?? {}).map(([field, schema]) => ({
      name: field,
      in: 'query',
      required: query?.required?.includes(field) ?? false,
      schema,
    })),
    responses: {
      200: { description: 'The answer.', content: { 'application/json': { schema: {} } } },
      ...REFUSED,
      ...(query && { 422: ref('responses', job ? 'JobUnprocessable' : 'TaskUnprocessable') }),
    },
    security: job ? JOB_SECURITY : TASK_SECURITY,
  }
}

/** Better a bare entry than a route that nobody finds. */
function undescribed(method: string, path: string): Operation {
  const names = [...path.matchAll(/:([^/]+)|\*/g)].map(([, name]) => name ?? 'path')
  return {
    at: path.replace(/:([^/]+)/g, '{$1}').replace('*', '{path}'),
    operationId: camel(`${method.toLowerCase()} ${path}`),
    summary: `${method} ${path}`,
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    responses: { default: { description: 'The answer' } },
  }
}

function schemaEntry(plugin: Plugin) {
  return [schemaName(plugin), bodySchema(plugin.body)] as const
}

function schemaName({ id }: Plugin): string {
  const name = camel(id)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`
}

function camel(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

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
