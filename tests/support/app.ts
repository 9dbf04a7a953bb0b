import { type App, createApp } from '../../src/app'
import { readConfig } from '../../src/config'
import { type Client, clientOf } from './client'
import { FIXTURE_PLUGINS, tempFolder } from './folders'
import { useLifetime } from './lifetime'
import { useSide } from './side'
import { PATIENCE_MS } from './until'
import { warmExecutor } from './warm-executors'

export interface TestApp extends Client {
  app: App
  dataDir: string
  /** Listens on the loopback, at any free port where none is given; gives the address, without a slash at its end. */
  listen: (port?: number) => string
  /** Ends the app as a drain does, running jobs given back. */
  stop: () => Promise<void>
}

/** Call once in a test file: gives `startApp`, the same app inside this process; one that a story starts ends with it. */
export function useApps(options: { ownExecutors?: boolean } = {}) {
  const lifetime = useLifetime((app: TestApp) => app.stop())
  const side = useSide()
  return async (
    env: Record<string, string> = {},
    parts: Parameters<typeof createApp>[1] = {},
  ): Promise<TestApp> => {
    const open = lifetime()
    const dataDir = env.DATA_DIR ?? tempFolder()
    const settings = {
      EXECUTORS: '1',
      LOG_LEVEL: 'silent',
      PLUGINS_DIR: FIXTURE_PLUGINS,
      // This process is all the tests' too.
      SERVER_MEMORY_MB: '65536',
    }
    const app = await createApp(readConfig({ ...settings, ...env, ...(await side(dataDir)) }), {
      ...(options.ownExecutors ? {} : { startChild: warmExecutor }),
      acceptMs: PATIENCE_MS,
      ...parts,
    })
    const ask = async (path: string, init?: RequestInit) =>
      app.elysia.handle(new Request(`http://localhost${path}`, init))
    let stopped = false
    const test: TestApp = {
      ...clientOf(ask),
      app,
      dataDir,
      listen: (port = 0) => {
        app.elysia.listen({ port, hostname: '127.0.0.1' })
        return `http://127.0.0.1:${app.elysia.server?.port}`
      },
      stop: async () => {
        if (stopped) return
        stopped = true
        await app.stop(0)
        await app.elysia.server?.stop(true)
      },
    }
    open.push(test)
    return test
  }
}
