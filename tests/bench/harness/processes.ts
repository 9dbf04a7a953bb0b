import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { childrenOf, killIfAlive } from '../../support/processes'
import { CACHE } from './folders'

const open = new Set<Subprocess>()

/** Ends everything that a bench left running. */
export async function endAll(): Promise<void> {
  const children = [...open]
  const grandchildren = children.flatMap(({ pid }) => childrenOf(pid))
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.exited))
  for (const pid of grandchildren) killIfAlive(pid)
}

export interface Listening {
  url: string
  pid: number
  /** Milliseconds from the start of the process to the first 200 of `path`. */
  startedMs: number
  kill: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

/** Starts a program that listens on `PORT` and waits for its first 200. Its output goes to a file. */
export async function listen(
  command: string[],
  options: { env?: Record<string, string>; path?: string; port?: number } = {},
): Promise<Listening> {
  const port = options.port ?? freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  mkdirSync(CACHE, { recursive: true })
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { PATH, HOME, ...options.env, PORT: String(port) },
    stdio: ['ignore', Bun.file(join(CACHE, 'stdout.log')), Bun.file(join(CACHE, 'stderr.log'))],
  })
  own(child)
  await answering(url + (options.path ?? '/healthz'), child)
  return {
    url,
    pid: child.pid,
    startedMs: performance.now() - started,
    kill: async (signal = 'SIGKILL') => {
      const children = childrenOf(child.pid)
      child.kill(signal)
      await child.exited
      for (const pid of children) killIfAlive(pid)
    },
  }
}

const START_MS = 20_000

async function answering(url: string, child: Subprocess): Promise<void> {
  const end = performance.now() + START_MS
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) {
      await answer.text()
      return
    }
    await Bun.sleep(1)
  }
  throw new Error(`No answer from ${url}; see ${join(CACHE, 'stderr.log')}.`)
}

/** A child that answers one message with one message. */
export class Helper<Ask, Answer> {
  private readonly child: Subprocess
  private waiting: ((answer: Answer) => void)[] = []

  /** `addressSpaceKb`: the limit that executors have. */
  constructor(script: string, env: Record<string, string> = {}, addressSpaceKb?: number) {
    const program = [process.execPath, script]
    const limit = `ulimit -v ${addressSpaceKb}; exec "$0" "$@"`
    this.child = Bun.spawn(addressSpaceKb ? ['/bin/sh', '-c', limit, ...program] : program, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (message) => this.waiting.shift()?.(message as Answer),
    })
    own(this.child)
  }

  get pid(): number {
    return this.child.pid
  }

  /** @throws Error when the child ends before it has answered */
  async ask(question: Ask): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    this.waiting.push(resolve)
    this.child.send(question as object)
    const ended = this.child.exited.then((code) => {
      throw new Error(`A helper of the bench ended with ${code}.`)
    })
    return Promise.race([promise, ended])
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.child.exited
  }
}

function own(child: Subprocess): void {
  open.add(child)
  void child.exited.then(() => open.delete(child))
}

export function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port = 0 } = server
  void server.stop(true)
  return port
}

/** Proportional memory of a process in megabytes (10^6 bytes); NaN where the system does not tell. */
export function pssMegabytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return (Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) * 1024) / 1e6
  } catch {
    return Number.NaN
  }
}
