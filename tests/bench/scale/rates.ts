/** How much servers take on PostgreSQL, beside one server on SQLite. */
import { readFileSync } from 'node:fs'
import { SQL } from 'bun'
import { startPostgres } from '../../support/postgres'
import { childrenOf } from '../../support/processes'
import { ADMIN_KEY } from '../../support/tasks'
import { freshFolder } from '../harness/folders'
import { type Load, LoadClient, type LoadRequest } from '../harness/load'
import { against, aim, type BenchOptions, type Row } from '../harness/rows'
import { interleave, median, percentile } from '../harness/stats'
import { runBody } from '../speed/host-client'
import { bodyOf, ROUTES } from './asks'
import { ADMIN, Clients, ended } from './clients'
import { type Cluster, type Role, startCluster } from './cluster'

const ROUNDS = 3
const SECONDS = 2
const CONNECTIONS = 16
const STARTS = 40
/** Of a workflow that keeps one core busy. */
const FIGURES = 40
const MANY_RECORDS = 1_000_000
const PAGES = 40

interface Site {
  cluster: Cluster
  clients: Clients
  /** As a header of an unlimited key. */
  key: Record<string, string>
  url: string
}

type Shared = Record<'DATABASE_URL' | 'DATA_DIR', string>
type Part = (shared: Shared, database: number, options: BenchOptions) => Promise<Row[]>

/** Runs a part on a database of its own. */
const onPostgres =
  (part: Part) =>
  async (options: BenchOptions): Promise<Row[]> => {
    const postgres = await startPostgres({ durable: true })
    const shared = { DATABASE_URL: postgres.url(), DATA_DIR: freshFolder('shared') }
    return part(shared, postgres.pid(), options).finally(postgres.end)
  }

export const acceptRows = onPostgres(acceptAndPoll)
export const claimRows = onPostgres(claimAndThroughput)
export const costRows = onPostgres(costs)
export const growthRows = onPostgres(growth)

async function site(roles: readonly Role[], env: Record<string, string>): Promise<Site> {
  const cluster = await startCluster(roles, {
    SERVICE_ADMIN_KEY: ADMIN_KEY,
    KEY_SECRET: ADMIN_KEY,
    MAX_PENDING: '10000000',
    MIN_FREE_DISK_MB: '0',
    EXECUTORS: '1',
    LOG_LEVEL: 'error',
    ...env,
  })
  const clients = new Clients(cluster.urls, Math.random)
  const made = await clients.json<{ key: string }>('/api/admin/keys', {
    method: 'POST',
    headers: { ...ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench' }),
  })
  return {
    cluster,
    clients,
    key: { authorization: `Bearer ${made.key}` },
    url: cluster.urls[0] ?? '',
  }
}

/** One api without a worker, so that what is accepted waits; one server alone on SQLite beside it. */
async function acceptAndPoll(shared: Shared, database: number): Promise<Row[]> {
  const [many, lone] = [await site(['api'], shared), await site(['all'], {})]
  const client = new LoadClient()
  const body = await runBody()
  const load = ({ url }: Site, request: LoadRequest, seconds = SECONDS): Load => {
    return { url, requests: [request], connections: CONNECTIONS, seconds }
  }
  const accept = ({ key }: Site): LoadRequest => {
    return { method: 'POST', path: '/api/run', headers: key, body }
  }
  const submitted = async (one: Site): Promise<LoadRequest> => {
    const id = await submit(one, 0)
    await Bun.sleep(1000)
    return { method: 'GET', path: `/api/tasks/${id}`, headers: one.key }
  }
  const polls = { many: await submitted(many), lone: await submitted(lone) }
  const polled = await interleave(ROUNDS, {
    many: () => client.run(load(many, polls.many), 200),
    lone: () => client.run(load(lone, polls.lone), 200),
  })
  await client.run(load(many, accept(many), 1), 200)
  const spent = () => cpuMs(many.cluster.members[0]?.pid() ?? 0) + cpuMs(database)
  const before = spent()
  const accepted = await interleave(ROUNDS, {
    many: () => client.run(load(many, accept(many)), 200),
  })
  const each = (spent() - before) / accepted.many.reduce((sum, { count }) => sum + count, 0)
  await Promise.all([client.end(), many.cluster.end(), lone.cluster.end()])
  const rate = (found: { perSecond: number }[]) => median(found.map(({ perSecond }) => perSecond))
  const row = { figure: 'polls of a waiting or ended task', value: rate(polled.many), unit: '/s' }
  return [
    aim(
      {
        figure: `accepted on PostgreSQL, ${CONNECTIONS} connections`,
        value: rate(accepted.many),
        unit: '/s',
      },
      { least: 300 },
    ),
    { figure: 'processor time of server and database for one', value: each, unit: 'ms' },
    {
      figure: 'accepted, p99',
      value: median(accepted.many.map(({ p99 }) => p99)),
      unit: 'ms',
    },
    aim(against(row, { name: 'SQLite', value: rate(polled.lone) }), { leastRatio: 0.5 }),
  ]
}

/** What a process and its children have used of the processors so far, in milliseconds. */
function cpuMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => {
    const stat = readFileSync(`/proc/${one}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + 10 * (Number(fields[11]) + Number(fields[12]))
  }, 0)
}

/** Submits a task that no other index has; gives its id. */
async function submit({ clients, key }: Site, index: number): Promise<string> {
  const body = bodyOf('generate', index, { tasks: [], picture: '' })
  const { task_id } = await clients.json<{ task_id: string }>(ROUTES.generate, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return task_id
}

async function claimAndThroughput(shared: Shared): Promise<Row[]> {
  const waits = await startWaits(shared)
  const rates: number[] = []
  for (const workers of [1, 2]) {
    const one = await site(
      ['api', ...Array.from({ length: workers }, () => 'work' as const)],
      shared,
    )
    // Every executor has loaded what figures need.
    await allEnded(one, await submitted(one, 2 * workers, 5000))
    const started = performance.now()
    await allEnded(one, await submitted(one, FIGURES, workers * 1000))
    rates.push(FIGURES / ((performance.now() - started) / 60_000))
    await one.cluster.end()
  }
  const [single = Number.NaN, double = Number.NaN] = rates
  return [
    { figure: 'from acceptance to start, p50', value: percentile(waits, 0.5), unit: 'ms' },
    aim(
      { figure: 'from acceptance to start, p95', value: percentile(waits, 0.95), unit: 'ms' },
      { most: 150 },
    ),
    { figure: 'figures a minute, one worker', value: single, unit: '/min' },
    against(
      { figure: 'figures a minute, two workers', value: double, unit: '/min' },
      { name: 'one worker', value: single },
    ),
  ]
}

/** What one task with a figure costs, from its acceptance to its end. */
async function costs(shared: Shared, database: number): Promise<Row[]> {
  const { DATABASE_URL: url } = shared
  const one = await site(['api', 'work'], shared)
  const [api, worker] = one.cluster.members.map(({ pid }) => pid()) as [number, number]
  await allEnded(one, await submitted(one, 4, 40_000))
  const spent = async () => ({
    api: cpuMs(api),
    worker: cpuMs(worker),
    database: cpuMs(database),
    bytes: await databaseBytes(url),
  })
  const before = await spent()
  const ids = await submitted(one, FIGURES, 41_000)
  await allEnded(one, ids)
  const after = await spent()
  const files = await Promise.all(ids.slice(0, 5).map((id) => fileBytes(one, id)))
  await one.cluster.end()
  const each = (name: keyof typeof before) => (after[name] - before[name]) / FIGURES
  return [
    { figure: 'a figure: processor time of its worker', value: each('worker'), unit: 'ms' },
    { figure: 'a figure: processor time of the database', value: each('database'), unit: 'ms' },
    { figure: 'a figure: processor time of api servers', value: each('api'), unit: 'ms' },
    { figure: 'a figure: in the database', value: each('bytes') / 1000, unit: 'kB' },
    { figure: 'a figure: its files', value: median(files) / 1000, unit: 'kB' },
  ]
}

async function databaseBytes(url: string): Promise<number> {
  await using sql = new SQL(url, { max: 1 })
  const size = 'select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class'
  const [row] = await sql.unsafe(`${size} where relkind = 'r'`)
  return row.bytes
}

async function fileBytes({ clients }: Site, id: string): Promise<number> {
  const { artifacts } = await clients.json<{ artifacts: { size: number }[] }>(
    `/api/admin/history/${id}?image=false`,
    { headers: ADMIN },
  )
  return artifacts.reduce((sum, { size }) => sum + size, 0)
}

const submitted = (one: Site, count: number, first: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => submit(one, first + index)))

async function allEnded({ clients }: Site, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ended(clients, id)
}

/** Milliseconds between acceptance and start of tasks that find a worker idle. */
async function startWaits(shared: Shared): Promise<number[]> {
  const one = await site(['api', 'work'], shared)
  await allEnded(one, await submitted(one, 2, 10_000))
  const waits: number[] = []
  for (let index = 0; index < STARTS; index++) {
    const id = await submit(one, 20_000 + index)
    await ended(one.clients, id)
    const { created_at, started_at } = await one.clients.json<Record<string, string>>(
      `/api/admin/history/${id}?image=false`,
      { headers: ADMIN },
    )
    waits.push(Date.parse(started_at ?? '') - Date.parse(created_at ?? ''))
  }
  await one.cluster.end()
  return waits
}

/** The first page of the history and the start of a task, among few and among many records that have ended. */
async function growth(shared: Shared, _database: number, { full }: BenchOptions): Promise<Row[]> {
  const { DATABASE_URL: url } = shared
  const pages: number[] = []
  const claims: number[] = []
  const sizes = full ? [1000, MANY_RECORDS] : [1000, 100_000]
  for (const size of sizes) {
    const one = await site(['api', 'work'], shared)
    const like = await submit(one, 30_000)
    await ended(one.clients, like)
    await fill(url, like, size)
    const spans: number[] = []
    for (let page = 0; page < PAGES; page++) {
      const at = performance.now()
      await one.clients.json('/api/admin/history?page=1&size=20', { headers: ADMIN })
      spans.push(performance.now() - at)
    }
    pages.push(percentile(spans, 0.5))
    await one.cluster.end()
    claims.push(percentile(await startWaits(shared), 0.5))
  }
  const [few, many] = sizes
  const ratio = (figure: string, [first = Number.NaN, last = Number.NaN]: number[]) =>
    aim(
      against(
        { figure: `${figure}, ${many} records, p50`, value: last, unit: 'ms' },
        {
          name: `${few} records`,
          value: first,
        },
      ),
      { mostRatio: 1.5 },
    )
  return [ratio('first page of the history', pages), ratio('from acceptance to start', claims)]
}

/** Copies an ended record with its input until the table holds so many; the copies are older. */
async function fill(url: string, like: string, records: number): Promise<void> {
  await using sql = new SQL(url, { max: 1 })
  const columns = async (table: string, id: string) => {
    const found: { column_name: string }[] = await sql.unsafe(
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = '${table}' order by ordinal_position`,
    )
    const names = found.map(({ column_name }) => column_name)
    const copied = names.map((name) => (name === id ? "'00' || lpad(to_hex(n), 30, '0')" : name))
    return { names: names.join(), copied: copied.join() }
  }
  const [{ count }] = (await sql.unsafe('select count(*)::int as count from records')) as [
    { count: number },
  ]
  for (const [table, id] of [
    ['records', 'id'],
    ['inputs', 'record_id'],
  ] as const) {
    const { names, copied } = await columns(table, id)
    await sql.unsafe(
      `insert into ${table} (${names}) select ${copied} from ${table}, generate_series(${count}, ${records - 1}) n where ${id} = '${like}'`,
    )
  }
  await sql.unsafe('vacuum analyze')
}
