import { expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import { testWith } from '../support/tools'

setDefaultTimeout(600_000)

const ROOT = join(import.meta.dir, '..', '..')
/** Stories from outside that are told of SQLite where they stand. */
const FILES = [
  'http/tasks',
  'http/events',
  'http/own-history',
  'http/admin-keys',
  'http/admin-session',
  'jobs/cancel',
  'jobs/states',
  'webhooks/deliver',
]

testWith('postgres')(
  'the stories of jobs, tasks, admin, events and webhooks pass on PostgreSQL',
  async () => {
    const files = FILES.map((name) => `tests/${name}.test.ts`)
    const child = Bun.spawn(
      [process.execPath, 'test', '--timeout=240000', '--only-failures', ...files],
      {
        cwd: ROOT,
        env: { ...process.env, BURIN_TEST_SIDE: 'postgres' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const [said] = await Promise.all([
      new Response(child.stderr).text(),
      new Response(child.stdout).text(),
    ])
    const counted = /(\d+) pass\s+(?:\d+ skip\s+)?(\d+) fail/.exec(said)
    expect({
      code: await child.exited,
      failed: counted?.[2],
      said: said.slice(-6000),
    }).toMatchObject({ code: 0, failed: '0' })
    expect(Number(counted?.[1])).toBeGreaterThan(100)
  },
)
