import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { useServers } from '../support/server'

const startServer = useServers()
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('everything that the server and its executors make is their owner’s alone', async () => {
  const dataDir = join(tempFolder(), 'made', 'data')
  const server = await startServer({ dataDir })
  const client = clientAt(server.url)
  const id = await client.submit('/api/echo', { text: 'x' })
  await client.ended(id)
  const body = new FormData()
  body.set('file', new File([Buffer.from(PIXEL, 'base64')], 'one.png'))
  expect((await client.ask('/api/upload', { method: 'POST', body })).status).toBe(200)

  expect(modeOf(dataDir)).toBe('700')
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const names = entries.map(({ name }) => name)
  for (const name of ['burin.sqlite', 'burin.sqlite-wal', 'key-secret', 'echo.txt', 'run.log'])
    expect(names).toContain(name)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    expect({ path, mode: modeOf(path) }).toEqual({
      path,
      mode: entry.isDirectory() ? '700' : '600',
    })
  }
  expect(await server.stop()).toBe(0)
})

test('a folder that was there keeps the permissions it has', async () => {
  const dataDir = join(tempFolder(), 'shared')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o750)
  const server = await startServer({ dataDir })
  expect(modeOf(dataDir)).toBe('750')
  expect(modeOf(join(dataDir, 'burin.sqlite'))).toBe('600')
  await server.stop()
})
