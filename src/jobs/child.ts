import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { ExecutorSettings, FromExecutor, ToExecutor } from './protocol'

/**
 * Stands behind the watch over resident memory. The JIT and each WASM module reserve gigabytes that they never touch, 25 GB
 * when all are loaded; what is left must hold the pictures of a large job.
 */
const ADDRESS_SPACE_KB = 48 * 1024 * 1024
const SHELL = '/bin/sh'
const PAGE_BYTES = 4096
/** Of the times in /proc: `USER_HZ`, the same on every Linux. */
const TICKS_PER_SECOND = 100

export interface ChildEvents {
  message: (message: FromExecutor) => void
  /** Once, when the process is gone; `how` says how it ended, e.g. `SIGKILL` or `exit code 70`. */
  exit: (how: string) => void
}

/** What pool and examiners do with an executor process. */
export type ChildProcess = Pick<
  Child,
  'pid' | 'send' | 'kill' | 'killed' | 'processorSeconds' | 'residentBytes'
>

/** Gives a process that has been told its settings. */
export type StartChild = (settings: ExecutorSettings, events: ChildEvents) => ChildProcess

/** One executor process, as the server holds it. */
export class Child {
  private readonly process: Subprocess

  constructor(settings: ExecutorSettings, events: ChildEvents) {
    this.process = Bun.spawn(executorCommand(), {
      env: executorEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'advanced',
      ipc: (message) => events.message(message as FromExecutor),
      onExit: (_, code, signal) =>
        events.exit(signal === null ? `exit code ${code}` : signalName(signal)),
    })
    this.send({ type: 'start', settings })
  }

  get pid(): number {
    return this.process.pid
  }

  send(message: ToExecutor): void {
    // A process that has just died has no channel any more; its exit is reported apart.
    try {
      this.process.send(message)
    } catch {}
  }

  kill(): void {
    this.process.kill('SIGKILL')
  }

  /** Resolves when the process is gone: nothing of its job is written after that. */
  async killed(): Promise<void> {
    this.kill()
    await this.process.exited
  }

  /** Processor time used so far, of all threads; 0 where the system does not tell. */
  processorSeconds(): number {
    // The name, the second field, may hold spaces; the times are the 12th and 13th behind it.
    const fields = this.told('stat').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
  }

  /** Resident memory in bytes; 0 where the system does not tell. */
  residentBytes(): number {
    return Number(this.told('statm').split(' ')[1] ?? 0) * PAGE_BYTES
  }

  private told(by: 'stat' | 'statm'): string {
    try {
      return readFileSync(`/proc/${this.pid}/${by}`, 'utf8')
    } catch {
      return ''
    }
  }
}

/** The same program, told to be an executor. */
function executorCommand(): string[] {
  const program = Bun.isStandaloneExecutable
    ? [process.execPath, '--executor']
    : [process.execPath, join(import.meta.dir, '..', 'main.ts'), '--executor']
  if (process.platform !== 'linux' || !existsSync(SHELL)) return program
  return [SHELL, '-c', `ulimit -v ${ADDRESS_SPACE_KB}; exec "$0" "$@"`, ...program]
}

/**
 * All of the server's environment that an executor gets: what the system's libraries and Bun itself read. Credentials
 * of other programs stand in environments too.
 */
const PASSED_ON = [
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'XDG_CACHE_HOME', 'LD_LIBRARY_PATH'],
  ...['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ...['BUN_TMPDIR', 'BUN_INSTALL', 'BUN_RUNTIME_TRANSPILER_CACHE_PATH'],
]

/** What the program itself says to its executors. */
const OWN = {
  // No figure is set in a font of the machine; looked for in the home of a user who has none, they fail every job.
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  // The best compiler of WebAssembly is for what runs on and on: on first pages and pictures it takes a third of the time.
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '1000000',
  // Garbage is collected as on a machine of 256 MB: by the memory that there is, a picture leaves 350 MB more of it.
  BUN_JSC_forceRAMSize: '268435456',
}

function executorEnvironment(): Record<string, string> {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(passedOn), ...OWN }
}

function signalName(signal: number | string): string {
  const names: Record<number, string> = { 6: 'SIGABRT', 9: 'SIGKILL', 11: 'SIGSEGV', 15: 'SIGTERM' }
  return typeof signal === 'string' ? signal : (names[signal] ?? `signal ${signal}`)
}
