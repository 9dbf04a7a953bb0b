import { afterAll } from 'bun:test'
import { type App, createApp } from '../../src/app'
import { readConfig } from '../../src/config'
import { type Client, clientOf } from './client'
import { FIXTURE_PLUGINS, removeTempFolders, tempFolder } from './folders'

export interface TestApp extends Client {
  app: App
  dataDir: string
  /** Ends the app as a drain does, running jobs given back. */
  stop: () => Promise<void>
}

/** Call once in a test file: gives `startApp`, the same app inside this process, and ends each after the last test. */
export function useApps() {
  const open = new Set<TestApp>()
  afterAll(async () => {
    for (const app of open) await app.stop()
    removeTempFolders()
  })
  return async (
    env: Record<string, string> = {},
    parts: Parameters<typeof createApp>[1] = {},
  ): Promise<TestApp> => {
    const dataDir = env.DATA_DIR ?? tempFolder()
    const settings = { EXECUTORS: '1', LOG_LEVEL: 'silent', PLUGINS_DIR: FIXTURE_PLUGINS }
    const app = await createApp(readConfig({ ...settings, ...env, DATA_DIR: dataDir }), parts)
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
