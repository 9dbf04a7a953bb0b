import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanSvg } from '../../src/figure/svg/clean'
import { ArtifactWriter } from '../../src/jobs/artifact-writer'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'

const startApp = useApps()
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** The system's own `fsync`, which every handle shares. */
let handles: { sync: FileHandle['sync'] }
let fsync: FileHandle['sync']
/** What was synced, by the path it had at that moment. */
let synced: string[] = []

beforeAll(async () => {
  const handle = await open(tempFolder(), 'r')
  handles = Object.getPrototypeOf(handle)
  await handle.close()
})

beforeEach(() => {
  synced = []
  fsync = handles.sync
  handles.sync = async function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    await fsync.call(this)
  }
})

afterEach(() => {
  handles.sync = fsync
})

describe('what is acknowledged outlives a power cut', () => {
  test('an upload: its bytes, then the folder that names it, then the answer', async () => {
    const app = await startApp()
    synced = []
    const body = new FormData()
    body.set('file', new File([Buffer.from(PIXEL, 'base64')], 'one.png'))
    const answer = await app.ask('/api/upload', { method: 'POST', body })
    const seen = [...synced]
    expect(answer.status).toBe(200)
    const bytes = seen.findIndex((path) => path.startsWith(join(app.dataDir, 'incoming/')))
    expect(bytes).toBeGreaterThanOrEqual(0)
    expect(seen.slice(bytes + 1)).toContain(join(app.dataDir, 'uploads'))
  })

  test('the files of a job: each with every folder down to it', async () => {
    const files = join(tempFolder(), 'files')
    const attempt = join(files, 'a-record', '1')
    const writer = new ArtifactWriter(attempt, cleanSvg, () => {})
    await writer.write('icons/small/icon_AF01.png', 'a picture')
    await writer.write('run.log', 'a line')
    await writer.synced()
    expect(synced.toSorted()).toEqual(
      [
        files,
        join(files, 'a-record'),
        attempt,
        join(attempt, 'icons'),
        join(attempt, 'icons', 'small'),
        join(attempt, 'icons', 'small', 'icon_AF01.png'),
        join(attempt, 'run.log'),
      ].toSorted(),
    )
  })
})
