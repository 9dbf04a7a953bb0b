import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createApp, ROLES } from './app'
import { type Config, describeSettings, misspeltSettings, readConfig } from './config'
import { reasonOf } from './errors'
import { loadEngines } from './host/load-engines'
import { describeOwnPictures, loadOwnPictures } from './host/own-pictures'
import { createLogger } from './log'
import { namedServer } from './net/named-server'
import { type Catalogue, LOCAL, loadCatalogue } from './providers/catalogue'

const USAGE =
  'usage: burin serve [--role all | api | work] [--help | --version | --check-config [--probe]]'
const USAGE_ERROR = 2
const HARD_STOP_MS = 28_000
const OWNER_ALONE = 0o077
/** Of one user at the same time, each with a server of its own. */
const MOST_CLIENTS = 32

/** Reads the settings, listens, and drains on SIGTERM or SIGINT. Ends the process when it cannot start. */
export async function serve(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return say(describeSettings(USAGE))
  const config = orRefuse(() => readConfig(env))
  if (args.includes('--version')) return say(config.version)
  const checking = args.includes('--check-config')
  const known = checking ? ['--check-config', '--probe'] : []
  const { role, rest } = orRefuse(() => roleOf(args, config))
  const unknown = rest.find((arg) => !known.includes(arg))
  if (unknown !== undefined) refuse(`burin takes no argument ${unknown} here; see --help.`)
  const misspelt = misspeltSettings(env)
  if (misspelt) process.stderr.write(`${misspelt}\n`)
  const { catalogue, skipped } = await deciders(config, env)
  if (checking) return checkConfig(config, catalogue, args.includes('--probe'))
  const app = await createApp(config, { catalogue, skipped, role }).catch(refuseWith)

  // Before the first word to a supervisor: from then on it may signal.
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
    await app.stop(Math.min(config.DRAIN_SECONDS * 1000, HARD_STOP_MS - 5000))
    await app.elysia.stop(true)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())

  try {
    app.elysia.listen({ port: config.PORT, hostname: config.HOST })
  } catch (error) {
    refuse(`${config.HOST}:${config.PORT} cannot be listened on: ${reasonOf(error)}`)
  }
  announce(config, app.elysia.server?.port ?? config.PORT, app.store.secrets.adminKeyFile)
}

/** `--role` and what stands beside it. @throws a sentence for a role that there is not, or that one machine cannot have */
function roleOf(args: readonly string[], { DATABASE_URL }: Config) {
  const at = args.indexOf('--role')
  const said = at < 0 ? 'all' : args[at + 1]
  const role = ROLES.find((one) => one === said)
  if (!role) throw new Error(`--role: must be one of ${ROLES.join(', ')}`)
  if (role !== 'all' && DATABASE_URL === undefined)
    throw new Error(`--role ${role} needs DATABASE_URL: servers that share no database do all.`)
  return { role, rest: at < 0 ? args : args.toSpliced(at, 2) }
}

/**
 * Serves an agent over standard input and output: by the server that BURIN_URL names, else by one of its own on the
 * loopback, which ends with its client.
 */
export async function serveAgent(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  if (args.length > 0) refuse('burin mcp takes no arguments; BURIN_URL and BURIN_KEY are its own.')
  const { asCaller, mcpOverStdio } = await import('./mcp/server')
  const file = (path: string) => Bun.file(path)
  const { BURIN_URL, BURIN_KEY } = env
  if (BURIN_URL) {
    const { origin, ask } = orRefuse(() => namedServer(BURIN_URL))
    const { version } = readConfig({})
    return mcpOverStdio({ origin, ask: asCaller(BURIN_KEY, ask), file }, version)
  }
  const own = { HOST: '127.0.0.1', PORT: '0', PUBLIC_BASE_URL: '', ALLOW_ANONYMOUS_JOBS: '' }
  const config = orRefuse(() => readConfig({ ...env, ...own }))
  const decides = await deciders(config, env)
  // Standard output is the protocol's.
  const log = createLogger('error', { write: (line) => process.stderr.write(line) })
  const app = await inFreeFolder(env, (DATA_DIR) =>
    createApp({ ...config, DATA_DIR }, { ...decides, log }),
  ).catch(refuseWith)
  app.elysia.listen({ port: config.PORT, hostname: config.HOST })
  const origin = `http://${config.HOST}:${app.elysia.server?.port}`
  const ask = asCaller(undefined, async (path, init) =>
    app.elysia.handle(new Request(origin + path, init)),
  )
  await mcpOverStdio({ origin, ask, file }, config.version)
  await app.stop(0)
  process.exit(0)
}

/** At home, wherever a client started the program from; the second client of a user gets a folder of its own. */
async function inFreeFolder<App>(
  { DATA_DIR, XDG_DATA_HOME }: Record<string, string | undefined>,
  open: (folder: string) => Promise<App>,
): Promise<App> {
  if (DATA_DIR) return open(resolve(DATA_DIR))
  const home = join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'burin')
  for (let client = 1; ; client++) {
    try {
      return await open(join(home, `agent-${client}`))
    } catch (error) {
      const isHeld = error instanceof Error && error.name === 'FolderInUse'
      if (!isHeld || client === MOST_CLIENTS) throw error
    }
  }
}

/** Who decides what figures say. From here on no key of a provider is inherited, and files are their owner's alone. */
async function deciders(config: Config, env: Record<string, string | undefined>) {
  const dropIns = await loadEngines(config.PLUGINS_DIR, [LOCAL])
  const catalogue = await loadCatalogue(config, env, dropIns.engines).catch(refuseWith)
  for (const name of catalogue.variables) delete env[name]
  process.umask(OWNER_ALONE)
  return { catalogue, skipped: dropIns.skipped }
}

/** Says what would run; with `probe` also who of them answers, which decides the exit code. */
async function checkConfig(config: Config, catalogue: Catalogue, probe: boolean): Promise<void> {
  const { describeCatalogue } = await import('./providers/describe')
  say(describeCatalogue(catalogue))
  if (config.GLYPHS_DIR ?? config.ICONS_DIR) say(describeOwnPictures(await loadOwnPictures(config)))
  if (!probe) return
  const { probeProviders } = await import('./providers/probe')
  const { probeBucket } = await import('./store/bucket')
  const { DATABASE_URL: url } = config
  const probed = [
    ...(await probeProviders(catalogue)),
    ...(config.bucket ? [await probeBucket(config.bucket)] : []),
    ...(url === undefined ? [] : [await (await import('./store/postgres')).probeDatabase(url)]),
  ]
  for (const { sentence } of probed) say(sentence)
  process.exitCode = probed.every(({ reachable }) => reachable) ? 0 : 1
}

function announce(config: Config, port: number, adminKeyFile: string | undefined): void {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  say(`burin ${config.version} listens on http://${host}:${port}`)
  if (adminKeyFile) say(`The admin key is kept in ${adminKeyFile}`)
}

/** Before the first request nothing loads the streams of `process.stdout`. */
const say = (line: string): void => console.log(line)

function orRefuse<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    return refuse(reasonOf(error))
  }
}

const refuseWith = (error: unknown): never => refuse(reasonOf(error))

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(USAGE_ERROR)
}
