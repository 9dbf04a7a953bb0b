/** What the tests use of a package without types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  interface Context {
    path: string
    /** What stands before the bucket in a signed path. */
    mountPath: string
    state: { vhost: boolean }
  }

  interface ListOptions {
    /** Keys up to this one are left out. */
    startAfter?: string
    maxKeys: number
  }

  interface Listed {
    objects: { key: string }[]
    isTruncated: boolean
  }

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    readonly store: {
      listObjects(bucket: string, options: ListOptions): Promise<Listed>
    }
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
