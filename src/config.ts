import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pkg from '../package.json' with { type: 'json' }

/** A setting that has no valid value: the server refuses to start with this sentence. */
export class BadSetting extends Error {
  constructor(name: string, value: string, valid: string) {
    super(`${name}=${value} is not valid: ${valid}`)
    this.name = 'BadSetting'
  }
}

interface Setting<T> {
  /** What `--help` says; names the unit. */
  help: string
  /** Shown as the default in `--help`. */
  standard: string
  parse: (text: string, name: string) => T
}

const MEGABYTE = 1_000_000

const settings = {
  PORT: integer(3000, 0, 65_535, 'port to listen on; 0 takes a free one'),
  HOST: text('127.0.0.1', 'address to listen on'),
  DATA_DIR: folder('./data', 'folder of the database and all files'),
  DATABASE_URL: database('postgres:// address of a database that servers share; unset: DATA_DIR'),
  DATABASE_CONNECTIONS: integer(10, 2, 1000, 'connections of one server to it'),
  S3_ENDPOINT: baseUrl('address of object storage (S3) that keeps the files; unset: DATA_DIR'),
  S3_BUCKET: text('', 'its bucket'),
  S3_REGION: text('us-east-1', 'its region'),
  S3_ACCESS_KEY_ID: text('', 'whose requests it takes'),
  S3_SECRET_ACCESS_KEY: text('', 'what they are signed with'),
  SERVICE_ADMIN_KEY: secret('credential of /api/admin; made and kept in DATA_DIR when unset'),
  KEY_SECRET: secret('encrypts API keys at rest; made and kept in DATA_DIR when unset'),
  ALLOW_ANONYMOUS_JOBS: choice(
    ['auto', 'true', 'false'],
    'job routes without a credential; auto: only while HOST is loopback',
  ),
  REFERENCE_IMAGE_ALLOWED_HOSTS: hosts('hosts that reference_image_url may name; * is any', ['*']),
  WEBHOOK_ALLOWED_HOSTS: hosts('private hosts that webhooks may reach'),
  CORS_ALLOWED_ORIGINS: origins('origins whose pages may use the API'),
  PUBLIC_BASE_URL: baseUrl('address clients use, for links in answers and webhooks'),
  PLUGINS_DIR: presentFolder(beside('plugins'), 'folder of drop-in plugins'),
  GLYPHS_DIR: namedFolder('folder of own glyphs, SVG files'),
  ICONS_DIR: namedFolder('folder of own icons, SVG files'),
  RETENTION_DAYS: integer(30, 1, 36_500, 'days until finished work and its files are removed'),
  EXECUTORS: integer(defaultExecutors(), 1, 64, 'jobs that run at the same time'),
  JOB_DEADLINE_SECONDS: integer(300, 1, 86_400, 'seconds a job may run'),
  EXECUTOR_MEMORY_MB: integer(2048, 512, 65_536, 'resident megabytes a job may use'),
  EXECUTOR_JOBS: integer(200, 1, 1_000_000, 'jobs after which an executor is replaced'),
  DRAIN_SECONDS: integer(20, 0, 3600, 'seconds that running jobs get on SIGTERM'),
  MAX_JSON_BYTES: integer(4 * MEGABYTE, 1000, 100 * MEGABYTE, 'largest JSON body in bytes'),
  MAX_PDF_BYTES: integer(45 * MEGABYTE, 1000, 500 * MEGABYTE, 'largest PDF request in bytes'),
  MAX_PDF_PAGES: integer(200, 1, 5000, 'pages of a PDF that one request may choose'),
  MAX_UPLOAD_BYTES: integer(20 * MEGABYTE, 1000, 500 * MEGABYTE, 'largest uploaded image in bytes'),
  MAX_IMAGE_MEGAPIXELS: integer(50, 1, 400, 'largest decoded image in millions of pixels'),
  MAX_TEXT_CHARACTERS: integer(200_000, 1, 10_000_000, 'longest method text in characters'),
  UPLOADS_PER_CALLER_MB: integer(2000, 1, 10_000_000, 'megabytes of uploads kept for each caller'),
  SERVER_MEMORY_MB: integer(
    1024,
    128,
    65_536,
    'resident megabytes of the server itself above which large bodies are refused',
  ),
  MAX_PENDING: integer(10_000, 1, 10_000_000, 'waiting jobs before new ones are refused'),
  MIN_FREE_DISK_MB: integer(200, 0, 10_000_000, 'free megabytes below which work is refused'),
  RATE_LIMIT_PER_MINUTE: integer(0, 0, 1_000_000, 'submissions a minute for each caller; 0 is off'),
  WEBHOOK_RETRY_DELAYS: delays([5, 15, 60], 'seconds before each retry of a webhook'),
  PROVIDERS_FILE: text('', 'JSON file of model providers; providers.json here, where it exists'),
  MODEL_URL: text('', 'base of an OpenAI-compatible server, ends in /v1: makes the provider model'),
  MODEL_NAME: text('', 'its model, the default of main, vlm and svg'),
  MODEL_KEY: text('', 'its key, where it wants one'),
  LOG_LEVEL: choice(['info', 'error', 'silent'], 'what the server writes to standard output'),
} satisfies Record<string, Setting<unknown>>

export type Config = {
  readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']>
} & { readonly version: string; readonly bucket: ReturnType<typeof bucketOf> }

/**
 * Reads every setting from `env`; an empty value counts as unset.
 * @throws BadSetting naming the setting and what is valid
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    setting.parse(env[name] || setting.standard, name),
  ])
  const read = Object.fromEntries(values)
  return { ...read, version: pkg.version, bucket: bucketOf(read) } as Config
}

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The object storage that keeps the files; undefined: none. @throws Error naming what is missing of its settings */
function bucketOf(read: Record<`S3_${string}`, string | undefined>) {
  const missing = NEEDED.filter((name) => !read[name])
  if (missing.length === NEEDED.length) return undefined
  if (missing.length > 0)
    throw new Error(`Object storage needs ${missing.join(', ')} as well: all of S3_* or none.`)
  const given = NEEDED.map((name) => read[name])
  const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = given
  return { endpoint, bucket, region: read.S3_REGION ?? '', accessKeyId, secretAccessKey }
}

/** The text of `--help`: how it is called, and every setting with its default. */
export function describeSettings(usage: string): string {
  const rows = Object.entries(settings).map(
    ([name, { help, standard }]) => `  ${name.padEnd(30)} ${help} (${standard || 'unset'})`,
  )
  return [
    `burin ${pkg.version}: turns method texts, images, PDFs and numbers into editable vector figures`,
    '',
    usage,
    '',
    'settings, from the environment:',
    ...rows,
  ].join('\n')
}

/** What in `env` is nearly a setting and therefore none, as a sentence; undefined: nothing. */
export function misspeltSettings(env: Record<string, string | undefined>): string | undefined {
  const names = Object.keys(settings)
  const odd = Object.keys(env).flatMap((name) => {
    const meant = names.includes(name) ? undefined : nearest(name, names)
    return meant === undefined ? [] : [`${name} (${meant}?)`]
  })
  return odd.length === 0
    ? undefined
    : `No settings of burin, and without effect: ${odd.join(', ')}`
}

/** The first of some names that a mistyped one may mean. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  return names.find((one) => isNear(name, one))
}

/** In a short name a second slip makes another word of it. */
const LONG_NAME = 8

function isNear(name: string, setting: string): boolean {
  const slips = setting.length < LONG_NAME ? 1 : 2
  if (Math.abs(name.length - setting.length) > slips) return false
  return slipsBetween(name.toUpperCase(), setting.toUpperCase()) <= slips
}

/** Letters added, left out, changed or swapped with the next: the optimal string alignment distance. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    const costs = [row]
    rows.push(costs)
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      costs[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, b.length)
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host)
}

function defaultExecutors(): number {
  return Math.min(8, Math.max(1, availableParallelism()))
}

/** A folder beside the program: next to the binary, or at the root of the sources. */
function beside(name: string): string {
  return Bun.isStandaloneExecutable
    ? join(dirname(process.execPath), name)
    : resolve(import.meta.dir, '..', name)
}

function integer(standard: number, low: number, high: number, help: string): Setting<number> {
  return {
    help,
    standard: String(standard),
    parse: (value, name) => {
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= low && number <= high) return number
      throw new BadSetting(name, value, `an integer from ${low} to ${high}`)
    },
  }
}

function text(standard: string, help: string): Setting<string> {
  return { help, standard, parse: (value) => value }
}

function folder(standard: string, help: string): Setting<string> {
  return { help, standard, parse: (value) => resolve(value) }
}

/** As {@link folder}, but one that is named must be there: a slip would take every drop-in away. */
function presentFolder(standard: string, help: string): Setting<string> {
  return {
    help,
    standard,
    parse: (value, name) => {
      if (value === standard || isFolder(value)) return resolve(value)
      throw new BadSetting(name, value, 'a folder that exists')
    },
  }
}

/** None unless it is named; then it must be there. */
function namedFolder(help: string): Setting<string | undefined> {
  const { parse } = presentFolder('', help)
  return {
    help,
    standard: '',
    parse: (value, name) => (value === '' ? undefined : parse(value, name)),
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function choice<const T extends string>(values: readonly T[], help: string): Setting<T> {
  return {
    help: `${help}; ${values.join(', ')}`,
    standard: values[0] ?? '',
    parse: (value, name) => {
      const found = values.find((one) => one === value.toLowerCase())
      if (found !== undefined) return found
      throw new BadSetting(name, value, `one of ${values.join(', ')}`)
    },
  }
}

const SECRET_LENGTH = 32

function secret(help: string): Setting<string | undefined> {
  return {
    help,
    standard: '',
    parse: (value, name) => {
      if (value === '') return undefined
      if (value.length >= SECRET_LENGTH) return value
      throw new BadSetting(name, '***', `${SECRET_LENGTH} characters or more`)
    },
  }
}

const HOST_PATTERN = /^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$|^\[?[0-9a-f:.]+\]?$/

/** @param whole lists that are taken as they are */
function hosts(help: string, ...whole: string[][]): Setting<readonly string[]> {
  return {
    help: `${help}; comma list, *.example.org allowed`,
    standard: '',
    parse: (value, name) => {
      const list = commaList(value.toLowerCase())
      const bad = list.find((host) => !HOST_PATTERN.test(host))
      if (bad === undefined || whole.some((one) => `${one}` === `${list}`)) return list
      throw new BadSetting(
        name,
        bad,
        'a comma list of host names without ports, each like a.org or *.a.org',
      )
    },
  }
}

/** As a browser writes them into `Origin`: scheme, host, and the port where it is not the scheme's own. */
function origins(help: string): Setting<readonly string[]> {
  return {
    help: `${help}; comma list`,
    standard: '',
    parse: (value, name) =>
      commaList(value).map((one) => {
        const url = URL.parse(one)
        if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
          return url.origin
        throw new BadSetting(name, one, 'a comma list of origins, each like https://a.org')
      }),
  }
}

function commaList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function baseUrl(help: string): Setting<string | undefined> {
  return {
    help,
    standard: '',
    parse: (value, name) => {
      if (value === '') return undefined
      const url = URL.parse(value)
      if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
        return url.href.replace(/\/+$/, '')
      throw new BadSetting(name, value, 'an http or https address without query')
    },
  }
}

function database(help: string): Setting<string | undefined> {
  return {
    help,
    standard: '',
    parse: (value, name) => {
      if (value === '') return undefined
      if (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')) return value
      throw new BadSetting(name, '***', 'an address like postgres://user:password@host:5432/name')
    },
  }
}

function delays(standard: number[], help: string): Setting<readonly number[]> {
  return {
    help,
    standard: standard.join(','),
    parse: (value, name) => {
      const list = value.split(',').map((part) => Number(part.trim() || Number.NaN))
      if (list.length <= 10 && list.every((one) => one >= 0 && one <= 86_400)) return list
      throw new BadSetting(name, value, 'up to 10 numbers of seconds separated by commas')
    },
  }
}
