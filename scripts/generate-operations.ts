/**
 * Writes `src/web/operations.ts`: what the interface takes and answers, as types for the pages, from the OpenAPI
 * document that the program serves. `--check` only says whether the file is what would be written.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app'
import { readConfig } from '../src/config'

const FILE = join(import.meta.dir, '..', 'src', 'web', 'operations.ts')
const HEAD = `// Written by \`bun run generate:operations\` from the OpenAPI document.\n\n`

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

type Content = { content?: Record<string, { schema: Schema }> }

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

function written({ paths, components }: Document): string {
  const named = Object.entries(components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const type = operationType(operation)
      return type === undefined ? [] : [`  '${method.toUpperCase()} ${path}': ${type}\n`]
    }),
  )
  return `${HEAD}${named.join('\n')}\nexport interface Operations {\n${operations.sort().join('')}}\n`
}

/** Undefined for an operation that answers no JSON: a file or a stream. */
function operationType({ parameters = [], requestBody, responses }: Operation): string | undefined {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const schema = answer?.content?.['application/json']?.schema
  if (!schema && status !== '204') return undefined
  const body = requestBody?.content?.['application/json']?.schema
  if (requestBody && !body) return undefined
  const within = (place: string, given: string) => {
    const own = parameters.filter((one) => one.in === place)
    const isNeeded = own.some(({ required }) => required)
    const fields = own.map(
      (one) => `${spelled(one.name)}${one.required ? '' : '?'}: ${typeOf(one.schema)}`,
    )
    return own.length > 0 ? [`${given}${isNeeded ? '' : '?'}: { ${fields.join('; ')} }`] : []
  }
  const parts = [
    ...within('path', 'params'),
    ...within('query', 'query'),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    `answer: ${schema ? typeOf(schema) : 'undefined'}`,
  ]
  return `{ ${parts.join('; ')} }`
}

function typeOf(schema: Schema): string {
  const { $ref, type, anyOf } = schema
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  // Providers are configuration: another deployment names more of them.
  if (schema.enum?.join() === 'local') return 'string'
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (type === 'object') return objectType(schema)
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${spelled(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Record<string, ${values}>`
}

function spelled(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

async function openApiDocument(): Promise<Document> {
  const folder = await mkdtemp(join(tmpdir(), 'burin-operations-'))
  const app = await createApp(
    readConfig({ DATA_DIR: folder, PLUGINS_DIR: folder, LOG_LEVEL: 'silent', EXECUTORS: '1' }),
  )
  try {
    const answer = await app.elysia.handle(new Request('http://localhost/openapi.json'))
    return await answer.json()
  } finally {
    await app.stop(0)
    await rm(folder, { recursive: true, force: true })
  }
}

async function main(check: boolean): Promise<number> {
  const text = written(await openApiDocument())
  if (!check) return (await Bun.write(FILE, text)) > 0 ? 0 : 1
  if (text === (await Bun.file(FILE).text())) return 0
  console.error('The interface has changed; run `bun run generate:operations`')
  return 1
}

if (import.meta.main) process.exit(await main(process.argv.includes('--check')))
