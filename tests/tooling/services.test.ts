import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { S3Client, SQL } from 'bun'
import { startPostgres, usePostgres } from '../support/postgres'
import { isAlive } from '../support/processes'
import { type ObjectStore, useObjectStores } from '../support/s3'
import { testWith } from '../support/tools'
import { until } from '../support/until'

const rows = async (url: string, text: string): Promise<unknown[]> => {
  await using sql = new SQL(url, { max: 1 })
  return [...(await sql.unsafe(text))]
}

describe('PostgreSQL for stories', () => {
  const postgres = usePostgres((url) => rows(url, 'create table begun (n int)').then(() => {}))

  testWith('postgres')(
    'every story has a database of its own, made from the same template',
    async () => {
      const [one, other] = [await postgres.database(), await postgres.database()]
      await rows(one, 'insert into begun values (1), (2)')
      expect(await rows(one, 'select count(*)::int as n from begun')).toEqual([{ n: 2 }])
      expect(await rows(other, 'select count(*)::int as n from begun')).toEqual([{ n: 0 }])
    },
  )

  for (const how of ['fast', 'immediate', 'SIGKILL'] as const)
    testWith('postgres')(`is there again after ${how}, with what it had`, async () => {
      const url = await postgres.database()
      await rows(url, 'insert into begun values (7)')
      const before = postgres.server().pid()
      await postgres.server().stop(how)
      expect(isAlive(before)).toBe(false)
      expect(await rows(url, 'select 1').catch((error) => error.code)).toStartWith('ERR_POSTGRES')
      await postgres.server().start()
      expect(await rows(url, 'select n from begun')).toEqual([{ n: 7 }])
    })

  testWith('postgres')('nothing is left when the process that started it is killed', async () => {
    const program = `import { ${startPostgres.name} } from ${JSON.stringify(join(import.meta.dir, '../support/postgres'))}
      const server = await ${startPostgres.name}()
      console.log(JSON.stringify({ pid: server.pid(), url: server.url() }))
      setInterval(() => {}, 1000)`
    const child = Bun.spawn([process.execPath, '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { value } = await child.stdout.getReader().read()
    const { pid, url } = JSON.parse(new TextDecoder().decode(value))
    const [{ data_directory: data }] = (await rows(url, 'show data_directory')) as [
      { data_directory: string },
    ]
    child.kill('SIGKILL')
    await until(
      'the server and its folder are gone',
      () => !isAlive(pid) && !existsSync(dirname(data)),
    )
  })
})

describe('object storage for stories', () => {
  const objectStore = useObjectStores()
  const client = ({ settings }: ObjectStore, more = {}) =>
    new S3Client({
      endpoint: settings.S3_ENDPOINT,
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
      ...more,
    })
  const codeOf = (asked: Promise<unknown>) => asked.then(String, ({ code }) => code)

  test('keeps bytes, gives all or a range of them, their size, and forgets them', async () => {
    const file = client(await objectStore()).file('files/a b/Größe+1.svg')
    await file.write('<svg/>', { type: 'image/svg+xml' })
    expect(await file.text()).toBe('<svg/>')
    expect(await file.slice(1, 4).text()).toBe('svg')
    expect(await file.stat()).toMatchObject({ size: 6, type: 'image/svg+xml' })
    await file.delete()
    expect(await file.exists()).toBe(false)
    expect(await codeOf(file.text())).toBe('NoSuchKey')
  })

  test('lists keys page by page', async () => {
    const store = await objectStore()
    const s3 = client(store)
    const keys = Array.from({ length: 5 }, (_, index) => `files/${index}`)
    await Promise.all(keys.map((key) => s3.write(key, key)))
    const found: string[] = []
    let continuationToken: string | undefined
    do {
      const page = await s3.list({
        prefix: 'files/',
        maxKeys: 2,
        ...(continuationToken && { continuationToken }),
      })
      found.push(...(page.contents ?? []).map(({ key }) => key))
      continuationToken = page.nextContinuationToken
    } while (continuationToken)
    expect(found).toEqual(keys)
  })

  test('refuses a wrong secret, an unknown account and a missing bucket', async () => {
    const store = await objectStore()
    await client(store).write('key', 'x')
    const wrong = { secretAccessKey: 'wrong' }
    expect(await codeOf(client(store, wrong).file('key').text())).toBe('SignatureDoesNotMatch')
    expect(await codeOf(client(store, wrong).write('key', 'y'))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(client(store, { accessKeyId: 'nobody' }).write('key', 'y'))).toBe(
      'InvalidAccessKeyId',
    )
    expect(await codeOf(client(store, { bucket: 'absent' }).write('key', 'y'))).toBe('NoSuchBucket')
    expect(await client(store).file('key').text()).toBe('x')
  })

  test('goes away and comes back with what it had', async () => {
    const store = await objectStore()
    const s3 = client(store)
    await s3.write('key', 'x')
    await store.leave()
    expect(await codeOf(s3.file('key').text())).toBe('ConnectionRefused')
    expect(await codeOf(s3.write('key', 'y'))).toBe('ConnectionRefused')
    await store.comeBack()
    expect(await s3.file('key').text()).toBe('x')
    expect(store.requests).toEqual(['PUT /burin/key', 'GET /burin/key'])
  })
})
