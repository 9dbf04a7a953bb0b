import crypto from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tempFolder } from './folders'
import { useLifetime } from './lifetime'

/** The server knows one account alone; anything else is refused. */
const ACCOUNT = 'S3RVER'
const BUCKET = 'burin'

export interface ObjectStore {
  /** What a server, and with the names in small letters `Bun.S3Client`, needs to use the bucket. */
  settings: Record<
    'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
    string
  >
  /** Requests answered so far, as `PUT /burin/key`. */
  requests: string[]
  /** From now on connections are refused; open ones are cut. */
  leave: () => Promise<void>
  /** It answers again, at its old address and with all it had. */
  comeBack: () => Promise<void>
}

/** Call once in a test file: gives object storage with one empty bucket; what a story starts ends with it. */
export function useObjectStores(): () => Promise<ObjectStore> {
  const lifetime = useLifetime((store: ObjectStore) => store.leave())
  return async () => {
    const open = lifetime()
    const store = await startObjectStore(tempFolder())
    open.push(store)
    return store
  }
}

/**
 * Object storage on the loopback, in this process. Of what npm has, this fork of s3rver alone is kept up, runs on Bun and
 * refuses a wrong signature: s3rver itself takes any secret, fauxqs brings 43 MB and looks at none, and MinIO, Garage and
 * SeaweedFS are not there.
 */
export async function startObjectStore(folder: string): Promise<ObjectStore> {
  const directory = join(folder, 'buckets')
  const handle = await handlerOf(directory)
  const requests: string[] = []
  const listen = async (port: number) => {
    const server = createServer((request, response) => {
      response.once('finish', () => requests.push(`${request.method} ${request.url}`))
      handle(request, response)
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
    await promise
    return server
  }
  let server = await listen(0)
  let isThere = true
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: ACCOUNT,
      S3_SECRET_ACCESS_KEY: ACCOUNT,
    },
    requests,
    leave: async () => {
      if (!isThere) return
      isThere = false
      const { promise, resolve } = Promise.withResolvers<unknown>()
      server.close(resolve)
      server.closeAllConnections()
      await promise
    },
    comeBack: async () => {
      if (isThere) return
      server = await listen(port)
      isThere = true
    },
  }
}

async function handlerOf(directory: string) {
  namesDes()
  const { default: S3rver } = await import('@20minutes/s3rver')
  const app = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  // It forgets the slash at the end of a bucket's own path when it checks a signature; the last one is its router.
  app.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) {
      context.mountPath = '/'
      context.state.vhost = true
    }
    return next()
  })
  // It lists in the order of the folder, which is that of the keys on Node alone.
  const list = app.store.listObjects.bind(app.store)
  app.store.listObjects = async (bucket, { startAfter = '', maxKeys, ...options }) => {
    const all = await list(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY })
    const objects = all.objects
      .filter(({ key }) => key > startAfter)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    return { ...all, objects: objects.slice(0, maxKeys), isTruncated: objects.length > maxKeys }
  }
  await app.configureBuckets()
  return app.callback()
}

/** Tokens of long lists are ciphered with `des`, which Bun knows by its full name alone. */
function namesDes(): void {
  const { createCipheriv, createDecipheriv } = crypto
  const named = (name: string) => (name === 'des' ? 'des-cbc' : name)
  const patched: Pick<typeof crypto, 'createCipheriv' | 'createDecipheriv'> = {
    createCipheriv: ((name: string, ...rest: [Buffer, Buffer]) =>
      createCipheriv(named(name), ...rest)) as typeof createCipheriv,
    createDecipheriv: ((name: string, ...rest: [Buffer, Buffer]) =>
      createDecipheriv(named(name), ...rest)) as typeof createDecipheriv,
  }
  Object.assign(crypto, patched)
}
