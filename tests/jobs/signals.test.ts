import { expect, test } from 'bun:test'
import { clientAt } from '../support/client'
import { useServers } from '../support/server'
import { collect } from '../support/sse'

const startServer = useServers()

test('Ctrl-C, which signals the executors too, lets a running job end', async () => {
  const server = await startServer()
  const client = clientAt(server.url)
  const id = await client.submit('/api/slow', { ms: 400 })
  const events = `${server.url}/api/events/${id}`
  await collect(events, { until: ({ event }) => event === 'artifact' })
  for (const pid of server.executors()) process.kill(pid, 'SIGINT')
  expect(await server.stop('SIGINT')).toBe(0)

  const again = await startServer({ dataDir: server.dataDir })
  expect(await clientAt(again.url).job(id)).toMatchObject({ status: 'completed', error: null })
  const states = (await collect(`${again.url}/api/events/${id}`)).filter(
    ({ event }) => event === 'status',
  )
  expect(states.map(({ data }) => data.state)).toEqual(['queued', 'started', 'finished'])
})
