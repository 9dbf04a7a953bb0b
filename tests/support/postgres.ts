import { beforeAll } from 'bun:test'
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SQL, type Subprocess } from 'bun'
import { useLifetime } from './lifetime'
import { toolPath } from './tools'
import { until } from './until'

/** PostgreSQL refuses to run as root; the package of Debian makes this user. */
const USER = 'postgres'
const MEMORY = '/dev/shm'

interface PostgresServer {
  /** `postgres://...` of a database of the server; an administrator's where none is named. */
  url: (database?: string) => string
  /** The first process of the server. */
  pid: () => number
  /** Ends it: `fast` cuts off everybody, `immediate` is a crash from which it recovers, `SIGKILL` the worst. */
  stop: (how: 'fast' | 'immediate' | 'SIGKILL') => Promise<void>
  /** Starts it again after a stop, at its old address. */
  start: () => Promise<void>
  /** Ends it for good and removes its folder. */
  end: () => Promise<void>
}

interface Postgres {
  /** A database of its own for a story, made from the file's template; gives its address. */
  database: () => Promise<string>
  server: () => PostgresServer
}

let shared: Promise<PostgresServer> | undefined

/**
 * Call once in a test file whose stories are `testWith('postgres')`: gives databases of one server, which all files of a
 * test process share. `prepare` fills what each database begins with, once a file.
 */
export function usePostgres(prepare?: (url: string) => Promise<void>): Postgres {
  let server: PostgresServer | undefined
  let template = 'template0'
  const lifetime = useLifetime((name: string) =>
    command(server, `drop database "${name}" with (force)`),
  )
  const make = async () => {
    const open = lifetime()
    const name = `story_${crypto.randomUUID()}`
    await command(server, `create database "${name}" template "${template}"`)
    open.push(name)
    return name
  }
  const running = () => {
    if (!server) throw new Error('there is no postgres')
    return server
  }
  beforeAll(async () => {
    if (!toolPath('postgres')) return
    shared ??= startPostgres()
    server = await shared
    if (!prepare) return
    const name = await make()
    await prepare(server.url(name))
    template = name
  })
  return { database: async () => running().url(await make()), server: running }
}

async function command(server: PostgresServer | undefined, text: string): Promise<void> {
  if (!server) throw new Error('there is no postgres')
  await using sql = new SQL(server.url(), { max: 1 })
  await sql.unsafe(text)
}

/**
 * A server on a free port of the loopback, with its data in a folder of its own. It ends with this process, however that
 * ends. `durable`: it waits for the disk as in earnest, and lies on one.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const program = toolPath('postgres')
  if (!program) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(durable || !existsSync(MEMORY) ? tmpdir() : MEMORY, PREFIX))
  const watch = watchdog(folder)
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  await finished([...owner, join(dirname(program), 'initdb'), '-D', data, ...INIT], folder)
  const port = freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=300',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])
  const log = join(folder, 'log')
  let child: Subprocess | undefined
  const start = () =>
    until(
      () => `postgres accepts connections: ${readFileSync(log, 'utf8')}`,
      async () => {
        const one = Bun.spawn([...owner, program, '-D', data, ...settings], {
          cwd: folder,
          stdio: ['ignore', 'ignore', Bun.file(log)],
        })
        one.unref()
        child = one
        // What a killed one leaves behind holds the data for a moment: the next ends at once, and is started again.
        return (await until('postgres is ready or ends', () => stateOf(data, one))) === 'ready'
      },
    )
  await start()
  return {
    url: (database = 'postgres') => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    pid: () => child?.pid ?? 0,
    stop: async (how) => {
      child?.kill(SIGNALS[how])
      await child?.exited
    },
    start: async () => void (await start()),
    end: async () => {
      await watch.stdin.end()
      await watch.exited
    },
  }
}

const PREFIX = 'burin-postgres-'
const INIT = [
  '--no-sync',
  '--username',
  USER,
  '--auth',
  'trust',
  '--encoding',
  'UTF8',
  '--locale',
  'C',
]
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', SIGKILL: 'SIGKILL' } as const

/** Undefined while it still starts. */
function stateOf(data: string, child: Subprocess): 'ready' | 'ended' | undefined {
  if (child.exitCode !== null || child.signalCode !== null) return 'ended'
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready' ? 'ready' : undefined
  } catch {
    return undefined
  }
}

/** What a command begins with so that it does not run as root; the folder is given to whom it runs as. */
function ownerOf(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const ask = (option: string) => Number(Bun.spawnSync(['id', option, USER]).stdout.toString())
  const [uid, gid] = [ask('-u'), ask('-g')]
  chownSync(folder, uid, gid)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

/** @throws Error with what the command said, unless it ends well */
async function finished(command: string[], cwd: string): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${said}`)
}

/** Waits until this process has gone, were it by `kill -9`, or lets go; then ends the server and removes its folder. */
function watchdog(folder: string) {
  const script = `trap '' INT TERM HUP
    read -r _
    pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
    if grep -qs "$0" "/proc/$pid/cmdline"; then
      kill -QUIT "$pid"
      while [ -e "/proc/$pid" ]; do sleep 0.02; done
    fi
    rm -rf "$0"`
  const child = Bun.spawn(['/bin/sh', '-c', script, folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return child
}

function freePort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  server.stop(true)
  return server.port
}
