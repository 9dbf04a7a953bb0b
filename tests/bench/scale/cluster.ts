import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { childrenOf, killIfAlive } from '../../support/processes'
import { freshFolder, ROOT } from '../harness/folders'
import { freePort } from '../harness/processes'

export type Role = 'all' | 'api' | 'work'

/** One process of the server, which may come and go; its place, port and settings stay. */
export interface Member {
  role: Role
  /** Where clients ask it; of `work` nobody asks anything. */
  url: string
  pid: () => number
  signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void
  /** Ends it, its executors too, and starts it again. */
  replace: (name: 'SIGKILL' | 'SIGTERM') => Promise<void>
  end: () => Promise<void>
}

export interface Cluster {
  members: Member[]
  /** Addresses of all that answer clients. */
  urls: string[]
  /** Servers that ended though nobody ended them, with the last line they wrote; they were started again. */
  deaths: string[]
  end: () => Promise<void>
}

const START_MS = 60_000
const STARTS = 60
const AGAIN_MS = 500
const MAIN = join(ROOT, 'src', 'main.ts')

/**
 * Starts the servers, each from the sources, a process a role named.
 * @param env what all are told; each gets a port of its own, and a data folder of its own unless `env` names one
 */
export async function startCluster(
  roles: readonly Role[],
  env: Record<string, string>,
): Promise<Cluster> {
  const folder = freshFolder(`scale-${roles.join('-')}`)
  const deaths: string[] = []
  const members = await Promise.all(
    roles.map((role, index) => startMember(role, join(folder, `${role}-${index}`), env, deaths)),
  )
  return {
    members,
    urls: members.filter(({ role }) => role !== 'work').map(({ url }) => url),
    deaths,
    end: async () => void (await Promise.all(members.map((member) => member.end()))),
  }
}

async function startMember(
  role: Role,
  folder: string,
  env: Record<string, string>,
  deaths: string[],
): Promise<Member> {
  mkdirSync(folder, { recursive: true })
  const port = freePort()
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const command = [process.execPath, MAIN, 'serve', ...(role === 'all' ? [] : ['--role', role])]
  let starts = 0
  let isWanted = true
  let child: Subprocess
  const once = async () => {
    const errors = join(folder, `${++starts}.err`)
    const one = Bun.spawn(command, {
      cwd: folder,
      env: { PATH, HOME, DATA_DIR: join(folder, 'data'), ...env, PORT: String(port) },
      stdio: ['ignore', Bun.file(join(folder, `${starts}.log`)), Bun.file(errors)],
    })
    child = one
    await ready(url, one, errors)
    void one.exited.then(async () => {
      if (!isWanted) return
      deaths.push(`${folder}: ${(await Bun.file(errors).text()).trim().split('\n').at(-1)}`)
      await start()
    })
  }
  /** As a supervisor does: what does not start is started again. */
  const start = async () => {
    isWanted = true
    for (let left = STARTS; ; left--)
      try {
        return await once()
      } catch (error) {
        if (left === 0) throw error
        await Bun.sleep(AGAIN_MS)
      }
  }
  const end = async (name: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => {
    isWanted = false
    const executors = childrenOf(child.pid)
    child.kill(name)
    await child.exited
    for (const pid of executors) killIfAlive(pid)
  }
  await once()
  return {
    role,
    url,
    pid: () => child.pid,
    signal: (name) => child.kill(name),
    replace: async (name) => {
      await end(name)
      await start()
    },
    end,
  }
}

/** @throws Error when the process ends, or answers nothing for a minute */
async function ready(url: string, child: Subprocess, errors: string): Promise<void> {
  const end = performance.now() + START_MS
  while (performance.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`A server ended with ${child.exitCode}: ${await Bun.file(errors).text()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await Bun.sleep(10)
  }
  throw new Error(`A server does not answer; see ${errors}.`)
}
