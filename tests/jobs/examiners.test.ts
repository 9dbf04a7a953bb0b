import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Problem, problems } from '../../src/errors'
import { providerSets } from '../../src/host/kit'
import type { Asker, Question } from '../../src/intake/question'
import { Examiners } from '../../src/jobs/examiners'
import { createLogger } from '../../src/log'
import { localCatalogue } from '../../src/providers/catalogue'
import { FIXTURE_PLUGINS, removeTempFolders, tempFolder } from '../support/folders'
import { PATIENCE_MS } from '../support/until'
import { warmExecutor } from '../support/warm-executors'

afterAll(removeTempFolders)

const TOO_COSTLY = new Problem(413, 'too costly')

const settings = {
  version: '0.0.0',
  pluginsDir: FIXTURE_PLUGINS,
  limits: { textCharacters: 1000, pdfBytes: 1000, pdfPages: 1 },
  providers: providerSets(localCatalogue()),
  maxJsonBytes: 1000,
  referenceHosts: [],
  webhookHosts: [],
  maxImageBytes: 1000,
  maxImagePixels: 1000,
  ownPictures: { glyphs: {}, icons: {} },
}

function open(more: { memoryBytes?: number; answerMs?: number } = {}) {
  const options = {
    settings,
    startChild: warmExecutor,
    memoryBytes: 2_000_000_000,
    count: 2,
    answerMs: PATIENCE_MS,
    faultSeconds: 0.1,
    ...more,
  }
  const examiners = new Examiners(createLogger('silent'), options)
  return {
    examiners,
    options,
    ask: (way: string, caller: string, more?: Partial<Asker>) =>
      judged(examiners, way, caller, more),
  }
}

const asker = (caller: string): Asker => ({
  caller,
  record: async () => undefined,
  read: async () => undefined,
  tooCostly: TOO_COSTLY,
})

const question = (way: string): Question => ({
  name: 'body',
  plugin: 'stuck',
  body: Buffer.from(JSON.stringify({ way })),
  target: join(tempFolder(), 'part'),
})

/** What a question ends in, in a word. */
async function judged(
  examiners: Examiners,
  way: string,
  caller: string,
  more: Partial<Asker> = {},
): Promise<string> {
  try {
    await examiners.examine(question(way), { ...asker(caller), ...more })
    return 'taken'
  } catch (error) {
    return error instanceof Problem ? String(error.status) : 'broke'
  }
}

describe('a question', () => {
  test('of one caller is answered while the others of another hang', async () => {
    const { examiners, ask } = open()
    const hanging = Array.from({ length: 12 }, () => ask('loop', 'key:1'))
    expect(await ask('pass', 'key:2')).toBe('taken')
    expect(await Promise.race([...hanging, Bun.sleep(0)])).toBeUndefined()
    examiners.stop()
  })

  test('that hangs on its own account is too costly; those behind it are told to come again', async () => {
    const { examiners, options, ask } = open({ answerMs: 2500 })
    const [first, behind] = [ask('loop', 'key:1'), ask('pass', 'key:1')]
    expect(await first).toBe('413')
    expect(await behind).toBe('503')
    options.answerMs = PATIENCE_MS
    expect(await ask('pass', 'key:1')).toBe('taken')
    examiners.stop()
  })

  test('whose process dies is to be asked again, and nobody is told that the client is at fault', async () => {
    const { examiners, ask } = open()
    expect(await ask('exit', 'key:1')).toBe('503')
    expect(await ask('pass', 'key:1')).toBe('taken')
    examiners.stop()
  })

  test('that meets a defect ends as one', async () => {
    const { examiners, ask } = open()
    expect(await ask('throw', 'key:1')).toBe('broke')
    expect(await ask('pass', 'key:1')).toBe('taken')
    examiners.stop()
  })

  test('that takes too much memory takes only itself along, not the next in the line', async () => {
    const { examiners, options, ask } = open({ memoryBytes: 1 })
    const [fat, next] = [ask('loop', 'key:1'), ask('pass', 'key:1')]
    expect(await fat).toBe('413')
    options.memoryBytes = 2_000_000_000
    expect(await next).toBe('taken')
    examiners.stop()
  })

  test('may ask the server several things at once: each answer finds its own', async () => {
    const { examiners, ask } = open()
    const record = async (id: string) => {
      // The first that is asked is answered last.
      await Bun.sleep(id === 'a' ? 50 : 0)
      const found = { id, service: 'job', workflow: 'run', status: 'completed' } as const
      return { ...found, artifacts: [], image: undefined }
    }
    expect(await ask('ask', 'key:1', { record, read: async () => new Uint8Array(3) })).toBe('taken')
    examiners.stop()
  })

  test('that the server itself does not answer is refused before its time is over', async () => {
    const { examiners, ask } = open({ answerMs: 60_000 })
    const silent = () => new Promise<undefined>(() => {})
    expect(await ask('ask', 'key:1', { record: silent })).toBe('503')
    expect(await ask('pass', 'key:1')).toBe('taken')
    examiners.stop()
  })

  test('finds a long line closed at once', async () => {
    const { examiners, ask } = open()
    const many = Array.from({ length: 40 }, () => ask('loop', 'key:1'))
    expect(await Promise.race(many)).toBe('503')
    expect(problems.notExamined().options.headers).toEqual({ 'retry-after': '5' })
    expect(await ask('pass', 'key:2')).toBe('taken')
    examiners.stop()
  })
})
