import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import type { Plugin } from '../plugin'

/** A declaration that the host cannot take; the sentence says why. */
class BadPlugin extends Error {
  override readonly name = 'BadPlugin'
}

/** The plugins that run here, their ids and paths unique. */
export class Registry {
  private readonly plugins = new Map<string, Plugin>()
  private readonly bundled = new Set<string>()

  /** @throws BadPlugin when the declaration is malformed or takes an id or a path that is taken */
  add(declared: unknown, origin: 'bundled' | 'drop-in'): Plugin {
    const plugin = checkDeclaration(declared)
    // What is compiled here only shows whether it can be: bundled bodies are known to.
    if (origin === 'drop-in') for (const schema of schemasOf(plugin)) TypeCompiler.Compile(schema)
    if (this.plugins.has(plugin.id)) throw new BadPlugin(`the id ${plugin.id} is taken`)
    const taken = new Set(this.list().flatMap(pathsOf))
    for (const path of pathsOf(plugin)) {
      if (taken.has(path)) throw new BadPlugin(`the path ${path} is taken`)
      taken.add(path)
    }
    this.plugins.set(plugin.id, plugin)
    if (origin === 'bundled') this.bundled.add(plugin.id)
    return plugin
  }

  get(id: string): Plugin | undefined {
    return this.plugins.get(id)
  }

  /** Whether it came with the program, so that its code is ours. */
  isBundled(id: string): boolean {
    return this.bundled.has(id)
  }

  list(): Plugin[] {
    return [...this.plugins.values()]
  }
}

/** The name of a plugin's submissions in usage logs: its path below `/api/`. */
export function endpointOf(plugin: Pick<Plugin, 'path'>): string {
  return plugin.path.slice('/api/'.length)
}

const schemasOf = ({ body, routes = [] }: Plugin) =>
  [body, ...routes.map(({ query }) => query)].filter((schema) => schema !== undefined)

function pathsOf({ path, routes = [] }: Plugin): string[] {
  return [path, ...routes.map((route) => path + route.path)]
}

const StrictObject = Type.Object({
  type: Type.Literal('object'),
  additionalProperties: Type.Literal(false),
  properties: Type.Record(Type.String(), Type.Unknown()),
})

const Declaration = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }),
  summary: Type.String({ minLength: 1 }),
  service: Type.Union([Type.Literal('job'), Type.Literal('task')]),
  path: Type.String({ pattern: '^/api/[a-z][a-z0-9-]*(/[a-z0-9-]+)*$' }),
  body: StrictObject,
  routes: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }),
        path: Type.String({ pattern: '^(/[a-z0-9-]+)+$' }),
        summary: Type.String({ minLength: 1 }),
        query: Type.Optional(StrictObject),
      }),
    ),
  ),
})

/** First path segments that the host keeps for itself. */
const RESERVED = /^\/api\/(config|events|artifacts|jobs|tasks|upload|uploads|admin|health)(\/|$)/

function checkDeclaration(declared: unknown): Plugin {
  const fault = Value.Errors(Declaration, declared).First()
  if (fault) throw new BadPlugin(`${fault.path || 'the declaration'}: ${fault.message}`)
  const plugin = declared as Plugin
  if (typeof plugin.run !== 'function') throw new BadPlugin('/run: a function is expected')
  if (plugin.accept !== undefined && typeof plugin.accept !== 'function')
    throw new BadPlugin('/accept: a function is expected')
  if (RESERVED.test(plugin.path)) throw new BadPlugin(`the path ${plugin.path} is the host's own`)
  for (const route of plugin.routes ?? [])
    if (typeof route.get !== 'function') throw new BadPlugin('/routes: each needs a function get')
  return plugin
}
