import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../../src/config'
import { Bucket, probeBucket } from '../../src/store/bucket'
import { Files } from '../../src/store/files'
import { newId } from '../../src/store/ids'
import { tempFolder } from '../support/folders'
import { type ObjectStore, useObjectStores } from '../support/s3'

const startObjectStore = useObjectStores()
const DAY_MS = 86_400_000

interface Kept {
  files: Files
  folder: string
}

async function inFolder(): Promise<Kept> {
  const folder = tempFolder()
  const files = new Files(folder)
  await files.prepare(true)
  return { files, folder }
}

const settingsOf = (store: ObjectStore) => {
  const { bucket } = readConfig(store.settings)
  if (!bucket) throw new Error('The settings name no bucket.')
  return bucket
}

/** A server of its own with each call on one store. */
async function inBucket(store?: ObjectStore, now = Date.now): Promise<Kept> {
  const folder = tempFolder()
  const files = new Bucket(folder, settingsOf(store ?? (await startObjectStore())), now)
  await files.prepare(true)
  return { files, folder }
}

const read = (path: string) => readFileSync(path, 'utf8')

/** As an executor: writes a file of an attempt, and gives what it reports of it. */
function written({ files }: Kept, recordId: string, attempt: number, path: string, text: string) {
  const file = join(files.attemptFolder(recordId, attempt), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  return { recordId, attempt, path, sha256, size: Buffer.byteLength(text) }
}

async function kept(side: Kept, id: string, attempt: number, path: string, text: string) {
  const row = written(side, id, attempt, path, text)
  expect(await side.files.keepArtifact(row)).toBe(true)
  return row
}

/** As a body that has arrived. */
function arrived({ files }: Kept, text: string): string {
  const file = files.incoming(newId())
  writeFileSync(file, text)
  return file
}

const isThere = async (path: Promise<string>) => existsSync(await path)

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)('files in %s', (_, open) => {
  test('uploads, what came with a record and artifacts are read by its work, each whole', async () => {
    const side = await open()
    const { files } = side
    const [id, other] = [newId(), newId()]
    await files.keepUpload(arrived(side, 'an upload'), `${other}.png`)
    await files.adoptInput(id, arrived(side, 'a PDF'), 'input/pdf_base64.pdf')
    const lent = await kept(side, other, 2, 'icons/icon_AF01.png', 'an icon')
    const name = files.lentName(lent)
    expect(read(await files.upload(`${other}.png`))).toBe('an upload')
    expect(read(await files.artifact(lent))).toBe('an icon')
    expect(String(await files.readLent(name).then((bytes) => Buffer.from(bytes ?? [])))).toBe(
      'an icon',
    )
    const paths = await files.lend(id, 1, {
      'uploads/x.png': `${other}.png`,
      'input/pdf_base64.pdf': 'input/pdf_base64.pdf',
      [`${other}/icons/icon_AF01.png`]: name,
    })
    expect(Object.values(paths).map(read)).toEqual(['an upload', 'a PDF', 'an icon'])
    expect(readdirSync(dirname(files.incoming('none')))).toEqual([])
  })

  test('what is gone is named to the work, and nothing to a reader', async () => {
    const side = await open()
    const { files } = side
    const id = newId()
    const gone = { recordId: id, attempt: 1, path: 'figure.png', sha256: '0'.repeat(64) }
    expect(await isThere(files.artifact(gone))).toBe(false)
    expect(await files.readLent(files.lentName(gone))).toBeUndefined()
    expect(await files.document(id, '1-pptx')).toBeUndefined()
    await expect(files.lend(id, 1, { 'uploads/a.png': `${id}.png` })).rejects.toThrow(
      'The file uploads/a.png is not kept any more.',
    )
  })

  test('an artifact that is written anew is read as its last report says, and its earlier report is none', async () => {
    const side = await open()
    const { files } = side
    const id = newId()
    await kept(side, id, 1, 'preview.svg', 'a first draft')
    const second = written(side, id, 1, 'preview.svg', 'a second draft')
    const third = await kept(side, id, 1, 'preview.svg', 'the last of all drafts')
    expect(await files.keepArtifact(second)).toBe(false)
    expect(read(await files.artifact(third))).toBe('the last of all drafts')
    expect(await files.keepArtifact({ ...third, path: 'never.svg' })).toBe(false)
  })

  test('a document is kept with its record, and what is told of it', async () => {
    const { files } = await open()
    const id = newId()
    for (const [text, sha256] of [
      ['an old file', 'a'.repeat(64)],
      ['a new file', 'b'.repeat(64)],
    ] as const) {
      const made = await files.keepDocument(id, '1-pptx', Buffer.from(text), { sha256 })
      expect(read(made)).toBe(text)
    }
    const found = await files.document(id, '1-pptx')
    expect(['a'.repeat(64), 'b'.repeat(64)]).toContain(found?.told.sha256 ?? '')
    expect(read(found?.file ?? '')).toMatch(/^an? (old|new) file$/)
    await files.removeRecord(id)
    expect(await files.document(id, '1-pptx')).toBeUndefined()
  })

  test('attempts, a record and an upload go, and nothing else', async () => {
    const side = await open()
    const { files } = side
    const [id, other] = [newId(), newId()]
    const stays = await kept(side, other, 1, 'run.log', 'of another record')
    await files.adoptInput(id, arrived(side, 'a PDF'), 'input/a.pdf')
    const [first, second] = [
      await kept(side, id, 1, 'run.log', 'the first time'),
      await kept(side, id, 2, 'run.log', 'the second time'),
    ]
    const stray = await kept(side, id, 2, 'stray.txt', 'no row names it')
    await files.removeAttempts(id, 1)
    expect(await isThere(files.artifact(first))).toBe(false)
    expect(await files.keepListed(id, 2, [second])).toBe(1)
    expect(await isThere(files.artifact(stray))).toBe(false)
    await files.settled(id, 2)
    expect(read(await files.artifact(second))).toBe('the second time')
    const lent = await files.lend(id, 3, { a: 'input/a.pdf' })
    expect(read(lent.a ?? '')).toBe('a PDF')
    await files.removeRecord(id)
    expect(await isThere(files.artifact(second))).toBe(false)
    await expect(files.lend(id, 4, { a: 'input/a.pdf' })).rejects.toThrow('is not kept any more')
    await files.keepUpload(arrived(side, 'an upload'), `${id}.png`)
    await files.removeUpload(`${id}.png`)
    expect(await isThere(files.upload(`${id}.png`))).toBe(false)
    expect(read(await files.artifact(stays))).toBe('of another record')
  })
})

describe('a bucket', () => {
  test('holds all that a second server, or the same after a start, reads; its folder holds none of it', async () => {
    const store = await startObjectStore()
    const [one, two] = [await inBucket(store), await inBucket(store)]
    const id = newId()
    const row = await kept(one, id, 1, 'figure.svg', 'a figure')
    await one.files.settled(id, 1)
    expect(read(await two.files.artifact(row))).toBe('a figure')
    const again = new Bucket(one.folder, settingsOf(store), Date.now)
    await again.prepare(true)
    expect(readdirSync(one.folder, { recursive: true }).sort()).toEqual([
      'scratch',
      'scratch/copies',
      'scratch/files',
      'scratch/incoming',
      'scratch/uploads',
    ])
    const before = store.requests.length
    const all = await Promise.all([1, 2, 3].map(() => again.artifact(row)))
    expect(all.map(read)).toEqual(['a figure', 'a figure', 'a figure'])
    expect(store.requests.slice(before)).toEqual([
      `GET /burin/files/${id}/1/${row.sha256}/figure.svg`,
    ])
  })

  test('takes an artifact with one request, which lists nothing', async () => {
    const store = await startObjectStore()
    const side = await inBucket(store)
    const row = await kept(side, newId(), 1, 'figure.svg', 'a figure')
    await side.files.settled(row.recordId, 1)
    expect(store.requests).toEqual([`PUT /burin/files/${row.recordId}/1/${row.sha256}/figure.svg`])
  })

  test('names what no row may ever name a day later, some at a time, and not before', async () => {
    const store = await startObjectStore()
    let now = Date.now()
    const side = await inBucket(store, () => now)
    const { files } = side
    const ids = Array.from({ length: 3 }, newId)
    for (const id of ids) await kept(side, id, 1, 'run.log', id)
    // More of one record than are listed together.
    const parts = Array.from({ length: 110 }, (_, part) => `${part}.txt`)
    await Promise.all(parts.map((path) => kept(side, ids[1] ?? '', 1, path, '')))
    await files.keepUpload(arrived(side, 'an upload'), `${ids[0]}.png`)
    const named = async () => ({
      records: [...new Set((await Array.fromAsync(files.recordFolders())).flat())],
      uploads: (await Array.fromAsync(files.uploadNames())).flat(),
    })
    expect(await named()).toEqual({ records: [], uploads: [] })
    now += DAY_MS + 3_600_000
    expect(await named()).toEqual({ records: ids.toSorted(), uploads: [`${ids[0]}.png`] })
    await files.removeRecord(ids[1] ?? '')
    expect((await named()).records).toEqual([ids[0], ids[2]].map(String).toSorted())
  })

  test('that cannot be reached is said so; what was not kept can be kept later', async () => {
    const store = await startObjectStore()
    const side = await inBucket(store)
    const row = written(side, newId(), 1, 'figure.svg', 'a figure')
    await store.leave()
    const away = 'the object storage (ConnectionRefused) does not answer'
    await expect(side.files.keepArtifact(row)).rejects.toThrow(away)
    await expect(side.files.artifact(row)).rejects.toThrow(away)
    await expect(side.files.lend(newId(), 1, { a: 'input/a.pdf' })).rejects.toThrow(away)
    // What cannot be removed is no reason to stop.
    await side.files.removeRecord(row.recordId)
    await store.comeBack()
    const again = await kept(side, row.recordId, 1, 'figure.svg', 'a figure')
    expect(read(await side.files.artifact(again))).toBe('a figure')
  })

  test('is probed: it takes, gives and removes, or what it answers', async () => {
    const store = await startObjectStore()
    const settings = settingsOf(store)
    const named = `The bucket burin at ${settings.endpoint}`
    expect(await probeBucket(settings)).toEqual({
      reachable: true,
      sentence: `${named} takes, gives and removes objects.`,
    })
    const wrong = await probeBucket({ ...settings, secretAccessKey: 'another' })
    expect(wrong.reachable).toBe(false)
    expect(wrong.sentence).toStartWith(`${named} takes no object: SignatureDoesNotMatch, `)
    expect(wrong.sentence).not.toContain('another')
    await store.leave()
    const { sentence } = await probeBucket(settings)
    expect(sentence).toStartWith(`${named} takes no object: ConnectionRefused, `)
  })

  test.each([
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
    [
      { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' },
      'S3_SECRET_ACCESS_KEY',
    ],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }, 'S3_ENDPOINT'],
  ])('of %j is refused by what is missing', (env, missing) => {
    expect(() => readConfig(env)).toThrow(
      `Object storage needs ${missing} as well: all of S3_* or none.`,
    )
  })
})
