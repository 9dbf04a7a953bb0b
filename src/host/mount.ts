import { Elysia } from 'elysia'
import type { Plugin } from '../plugin'

/** One plugin's declaration as an Elysia plugin: its POST, handled by the host. */
export function mountPlugin(plugin: Plugin, handle: (request: Request) => Promise<Response>) {
  return new Elysia({ name: `plugin:${plugin.id}` }).post(
    plugin.path,
    ({ request }) => handle(request),
    { parse: 'none', detail: { summary: plugin.summary, tags: [plugin.service] } },
  )
}
