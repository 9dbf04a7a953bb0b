import { Elysia } from 'elysia'
import type { Plugin, PluginRoute } from '../plugin'

type Handle = (request: Request) => Promise<Response>

/** One plugin's declaration as an Elysia plugin: its POST and its own GET routes, handled by the host. */
export function mountPlugin(
  plugin: Plugin,
  host: { submit: Handle; get: (route: PluginRoute) => Handle },
) {
  const { id, path, summary, service, routes = [] } = plugin
  const app = new Elysia({ name: `plugin:${id}` })
  app.post(path, ({ request }) => host.submit(request), {
    parse: 'none',
    detail: { summary, tags: [service] },
  })
  for (const route of routes) {
    const handle = host.get(route)
    app.get(path + route.path, ({ request }) => handle(request), {
      detail: { summary: route.summary, tags: [service] },
    })
  }
  return app
}
