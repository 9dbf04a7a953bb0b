import { afterAll, afterEach } from 'bun:test'
import { type App, createApp } from '../../src/app'
import { readConfig } from '../../src/config'
import { type Client, clientOf } from './client'
import { FIXTURE_PLUGINS, removeTempFolders, tempFolder } from './folders'
import { warmExecutor } from './warm-executors'

export interface TestApp extends Client {
  app: App
  dataDir: string
  /** Ends the app as a drain does, running jobs given back. */
  stop: () => Promise<void>
}

/**
 * Call once in a test file: gives `startApp`, the same app inside this process, and ends every app after the last
 * test, or after each test where every test starts its own.
 */
export function useApps(options: { endAfter?: 'each' | 'all'; ownExecutors?: boolean } = {}) {
  const open = new Set<TestApp>()
  const end = async () => {
    for (const app of open) await app.stop()
  }
  if (options.endAfter === 'each') afterEach(end)
  afterAll(async () => {
    await end()
    removeTempFolders()
  })
  return async (
    env: Record<string, string> = {},
    parts: Parameters<typeof createApp>[1] = {},
  ): Promise<TestApp> => {
    const dataDir = env.DATA_DIR ?? tempFolder()
    const settings = {
      EXECUTORS: '1',
      LOG_LEVEL: 'silent',
      PLUGINS_DIR: FIXTURE_PLUGINS,
      // This process is all the tests' too.
      SERVER_MEMORY_MB: '65536',
    }
    const app = await createApp(readConfig({ ...settings, ...env, DATA_DIR: dataDir }), {
      ...(options.ownExecutors ? {} : { startChild: warmExecutor }),
      ...parts,
    })
    const ask = async (path: string, init?: RequestInit) =>
      app.elysia.handle(new Request(`http://localhost${path}`, init))
    const started: TestApp = {
      ...clientOf(ask),
      app,
      dataDir,
      stop: async () => {
        if (open.delete(started)) await app.stop(0)
      },
    }
    open.add(started)
    return started
  }
}
