import { createApp } from './app'
import { type Config, describeSettings, misspeltSettings, readConfig } from './config'

const USAGE_ERROR = 2
const HARD_STOP_MS = 28_000
const OWNER_ALONE = 0o077

/** Reads the settings, listens, and drains on SIGTERM or SIGINT. Ends the process when it cannot start. */
export async function serve(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return say(describeSettings())
  const config = orRefuse(() => readConfig(env))
  if (args.includes('--version')) return say(config.version)
  if (args.length > 0) refuse(`burin takes no argument ${args[0]}; see --help.`)
  const misspelt = misspeltSettings(env)
  if (misspelt) process.stderr.write(`${misspelt}\n`)
  // Folders and files of the server, and of its executors, are their owner's alone.
  process.umask(OWNER_ALONE)
  const app = await createApp(config).catch((error) => refuse(sentence(error)))

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
