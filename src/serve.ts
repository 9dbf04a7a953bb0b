import { createApp } from './app'
import { type Config, describeSettings, misspeltSettings, readConfig } from './config'
import { loadEngines } from './host/load-engines'
import { describeOwnPictures, loadOwnPictures } from './host/own-pictures'
import { type Catalogue, LOCAL, loadCatalogue } from './providers/catalogue'

const USAGE = 'usage: burin serve [--help | --version | --check-config [--probe]]'
const USAGE_ERROR = 2
const HARD_STOP_MS = 28_000
const OWNER_ALONE = 0o077

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
  const unknown = args.find((arg) => !known.includes(arg))
  if (unknown !== undefined) refuse(`burin takes no argument ${unknown} here; see --help.`)
  const misspelt = misspeltSettings(env)
  if (misspelt) process.stderr.write(`${misspelt}\n`)
  const dropIns = await loadEngines(config.PLUGINS_DIR, [LOCAL])
  const catalogue = await loadCatalogue(config, env, dropIns.engines).catch((error) =>
    refuse(sentence(error)),
  )
  if (checking) return checkConfig(config, catalogue, args.includes('--probe'))
  // What is inherited, by executors and whatever they start, holds no key.
  for (const name of catalogue.variables) delete env[name]
  // Folders and files of the server, and of its executors, are their owner's alone.
  process.umask(OWNER_ALONE)
  const app = await createApp(config, { catalogue, skipped: dropIns.skipped }).catch((error) =>
    refuse(sentence(error)),
  )

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
    refuse(`${config.HOST}:${config.PORT} cannot be listened on: ${sentence(error)}`)
  }
  announce(config, app.elysia.server?.port ?? config.PORT, app.store.secrets.adminKeyFile)
}

/** Says what would run; with `probe` also who of them answers, which decides the exit code. */
async function checkConfig(config: Config, catalogue: Catalogue, probe: boolean): Promise<void> {
  const { describeCatalogue } = await import('./providers/describe')
  say(describeCatalogue(catalogue))
  if (config.GLYPHS_DIR ?? config.ICONS_DIR) say(describeOwnPictures(await loadOwnPictures(config)))
  if (!probe) return
  const { probeProviders } = await import('./providers/probe')
  const probed = await probeProviders(catalogue)
  for (const { sentence } of probed) say(sentence)
  process.exitCode = probed.every(({ reachable }) => reachable) ? 0 : 1
}

function announce(config: Config, port: number, adminKeyFile: string | undefined): void {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  say(`burin ${config.version} listens on http://${host}:${port}`)
  if (adminKeyFile) say(`The admin key is kept in ${adminKeyFile}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function orRefuse<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    return refuse(sentence(error))
  }
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(USAGE_ERROR)
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
