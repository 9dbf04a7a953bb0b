import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { FIXTURE_PLUGINS, tempFolder } from './folders'
import { useLifetime } from './lifetime'
import { childrenOf, killIfAlive } from './processes'
import { until } from './until'

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts')

export interface ServerOptions {
  env?: Record<string, string>
  dataDir?: string
  plugins?: string
}

interface LogLine {
  message: string
  job?: string
  pid?: number
  [field: string]: unknown
}

export interface Server {
  url: string
  pid: number
  dataDir: string
  /** The structured lines so far. */
  logs: () => LogLine[]
  stdout: () => string
  stderr: () => string
  /** Executor processes, alive. */
  executors: () => number[]
  /** Sends the signal and waits for the end. Gives the exit code; null when a signal ended it. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT') => Promise<number | null>
  exited: Promise<unknown>
}

/** Call once in a test file: gives `startServer`; a server that a story starts, and has not stopped, is killed after it. */
export function useServers(): (options?: ServerOptions) => Promise<Server> {
  const lifetime = useLifetime(async (child: Subprocess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const executors = childrenOf(child.pid)
    child.kill('SIGKILL')
    await child.exited
    for (const pid of executors) killIfAlive(pid)
  })
  return (options = {}) => startServer(options, lifetime())
}

/** Runs the program once to its end, e.g. with a setting that it refuses. */
export async function runProgram(args: string[], env: Record<string, string> = {}) {
  const child = spawnProgram(args, env)
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code: await child.exited, stdout, stderr }
}

async function startServer(
  options: ServerOptions,
  open: Pick<Subprocess[], 'push'>,
): Promise<Server> {
  const dataDir = options.dataDir ?? tempFolder()
  const child = spawnProgram([], {
    PORT: '0',
    EXECUTORS: '1',
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    PLUGINS_DIR: options.plugins ?? FIXTURE_PLUGINS,
    ...options.env,
  })
  open.push(child)
  const out = gather(child.stdout)
  const err = gather(child.stderr)
  const url = await until('the server listens', () => {
    if (child.exitCode !== null) throw new Error(`The server ended at once: ${err.text()}`)
    return / listens on (\S+)\s/.exec(out.text())?.[1]
  })
  return {
    url,
    pid: child.pid,
    dataDir,
    logs: () => parseLogs(out.text()),
    stdout: out.text,
    stderr: err.text,
    executors: () => childrenOf(child.pid),
    exited: child.exited,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await child.exited
      // Executors outlive a killed server for a moment and hold its pipes open.
      if (signal !== 'SIGKILL') await Promise.all([out.ended, err.ended])
      return child.signalCode === null ? child.exitCode : null
    },
  }
}

function spawnProgram(args: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  return Bun.spawn([process.execPath, MAIN, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What came so far, and a promise for the end of it. */
function gather(stream: ReadableStream<Uint8Array>) {
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  return { text: () => text, ended: read().catch(() => {}) }
}

function parseLogs(text: string): LogLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}
