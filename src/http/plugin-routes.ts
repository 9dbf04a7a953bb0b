import { bodyChecker } from '../intake/schema'
import type { Plugin, PluginRoute } from '../plugin'
import { jobPrincipal, taskPrincipal } from './auth'
import type { Context } from './context'
import { readQuery } from './query'

/** The handler of one of a plugin's own GET routes: authenticate, check the query, answer its JSON. */
export function pluginRoute(ctx: Context, plugin: Plugin, route: PluginRoute) {
  const { query } = route
  const check =
    query &&
    bodyChecker(query, {
      place: 'query',
      nullIsAbsent: false,
      refuseAddress: ctx.refuseAddress,
    })
  return async (request: Request): Promise<Response> => {
    await (plugin.service === 'job' ? jobPrincipal(ctx, request) : taskPrincipal(ctx, request))
    const asked = query && check?.(readQuery(new URL(request.url), query))
    return Response.json((await route.get(asked ?? {})) ?? null)
  }
}
