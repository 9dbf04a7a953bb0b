import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readConfig } from '../config'
import { digestOf, Files, isInput } from '../store/files'
import { newId } from '../store/ids'
import type { Row, Rows, WholeRecord } from '../store/moving'
import type { ArtifactRow } from '../store/reads'
import { openStore, type Store } from '../store/store'
import type { UploadRow } from '../store/uploads'
import type { Terminal } from './terminal'
import { Misused, type Words } from './words'

const OWNER_ALONE = 0o077
const MANIFEST = 'manifest.json'

/** Its number of rows, and the SHA-256 of its file. */
const Table = Type.Object({ rows: Type.Integer(), sha256: Type.String() })

/** What an export says of itself; it is written last. Of `inputs`, files that came with records, the SHA-256. */
const Manifest = Type.Object({
  burin: Type.String(),
  tables: Type.Object(
    { keys: Table, records: Table, uploads: Table, artifacts: Table },
    { additionalProperties: Table },
  ),
  inputs: Type.Record(Type.String(), Type.String()),
})
type Manifest = Static<typeof Manifest>

/** `burin export FOLDER`: everything that the settings' store keeps, while a server may be at work on it. */
export async function exportAll(words: Words, terminal: Terminal): Promise<number> {
  const folder = folderOf(words, 'export')
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Misused(`${folder} is not empty: an export is a folder of its own.`)
  process.umask(OWNER_ALONE)
  const config = readConfig(terminal.env)
  const store = await openStore(config, { now: Date.now, anonymous: false, beside: true })
  try {
    mkdirSync(join(folder, 'tables'), { recursive: true })
    const tables = await writeRows(folder, store)
    const { inputs, lost } = await copyFiles(
      store.files,
      new Files(folder),
      folder,
      join(folder, 'copied'),
    )
    tellLost(terminal, lost)
    const manifest: Manifest = { burin: config.version, tables, inputs }
    await Bun.write(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
    await terminal.stdout(`${counted(manifest)} written to ${folder}\n`)
  } finally {
    await store.close()
  }
  return 0
}

/** `burin import FOLDER`: takes in what an export wrote, into the settings' store, which must be empty. */
export async function importAll(words: Words, terminal: Terminal): Promise<number> {
  const folder = folderOf(words, 'import')
  const manifest: unknown = await Bun.file(join(folder, MANIFEST))
    .json()
    .catch(() => undefined)
  if (!Value.Check(Manifest, manifest))
    throw new Misused(
      `${folder} is no whole export: ${MANIFEST} must name tables, keys, records, uploads and artifacts among them, each with rows and sha256, and inputs.`,
    )
  for (const [table, { sha256 }] of Object.entries(manifest.tables))
    await holdDigest(tableFile(folder, table), sha256)
  process.umask(OWNER_ALONE)
  const config = readConfig(terminal.env)
  const store = await openStore(config, { now: Date.now, anonymous: false })
  try {
    if (!(await store.isEmpty()))
      throw new Misused('The store is not empty: an import is never mixed with what is there.')
    for (const { sealed } of rowsOf(folder, 'keys'))
      if (store.secrets.open(String(sealed)) === undefined)
        throw new Misused(
          'The API keys are sealed with another secret; set KEY_SECRET to that of the exported server (key-secret in its DATA_DIR, where it was not set).',
        )
    for (const [name, sha256] of Object.entries(manifest.inputs))
      await holdDigest(join(folder, name), sha256)
    // On the disk that it goes to: a name moves within one alone.
    const copied = store.files.incoming(newId())
    tellLost(terminal, (await copyFiles(new Files(folder), store.files, folder, copied)).lost)
    await store.writeTables(() => allRows(folder, Object.keys(manifest.tables)))
    await terminal.stdout(`${counted(manifest)} taken in from ${folder}\n`)
  } finally {
    await store.close()
  }
  return 0
}

function folderOf({ files }: Words, name: string): string {
  const [folder] = files
  if (folder === undefined || files.length > 1 || folder === '-')
    throw new Misused(`burin ${name} takes one folder.`)
  return folder
}

const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.jsonl`)

function counted({ tables }: Manifest): string {
  const { records, artifacts, keys } = tables
  return `${records.rows} records, ${artifacts.rows} files, ${keys.rows} keys`
}

/** Each row is a line of JSON; bytes are base64 in an object. */
async function writeRows(folder: string, store: Store): Promise<Manifest['tables']> {
  const open = new Map<string, { file: number; rows: number; hash: Bun.CryptoHasher }>()
  await store.readTables(({ table, rows }) => {
    const one = open.get(table) ?? {
      file: openSync(tableFile(folder, table), 'w'),
      rows: 0,
      hash: new Bun.CryptoHasher('sha256'),
    }
    open.set(table, one)
    const text = rows.map((row) => `${JSON.stringify(row, inBase64)}\n`).join('')
    one.rows += rows.length
    one.hash.update(text)
    writeSync(one.file, text)
  })
  const written = [...open].map(([table, { file, rows, hash }]) => {
    closeSync(file)
    return [table, { rows, sha256: hash.digest('hex') }]
  })
  return Object.fromEntries(written) as Manifest['tables']
}

/** What a Buffer becomes in JSON is four times its size. */
function inBase64(this: Row, name: string, value: unknown): unknown {
  const own = this[name]
  return own instanceof Uint8Array ? { base64: Buffer.from(own).toString('base64') } : value
}

function fromBase64(_: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'base64' in value
  return isBytes ? Buffer.from(String(value.base64), 'base64') : value
}

const CHUNK_BYTES = 1_000_000

/** The rows of a table of an export. */
function* rowsOf<Of = Row>(folder: string, table: string): Generator<Of> {
  const file = openSync(tableFile(folder, table), 'r')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const decoder = new TextDecoder()
    let rest = ''
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + decoder.decode(chunk.subarray(0, read), { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line, fromBase64)
    }
  } finally {
    closeSync(file)
  }
}

const TOGETHER = 200

function* allRows(folder: string, tables: readonly string[]): Generator<Rows> {
  for (const table of tables) {
    let rows: Row[] = []
    for (const row of rowsOf(folder, table)) {
      rows.push(row)
      if (rows.length < TOGETHER) continue
      yield { table, rows }
      rows = []
    }
    yield { table, rows }
  }
}

/** What a copy of files comes to. */
interface Copied {
  /** Of those that came with records, the digests by their keys. */
  inputs: Record<string, string>
  /** What rows name and is not there. */
  lost: string[]
}

/**
 * Copies every file that the rows of an export name.
 * @param copied where a copy lies until it is kept
 * @throws Error for one that is not what its row says, and for a name that leads out of its folder
 */
async function copyFiles(from: Files, to: Files, folder: string, copied: string): Promise<Copied> {
  const lost: string[] = []
  const copy = async (
    path: string,
    keep: (path: string) => Promise<void>,
    sha256?: string,
  ): Promise<string | undefined> => {
    if (!existsSync(path)) return void lost.push(path)
    await copyFile(path, copied)
    const digest = await digestOf(copied)
    if (sha256 !== undefined && digest !== sha256)
      throw new Error(`${path} is not the file that its row tells of.`)
    await keep(copied)
    return digest
  }
  const running = new Set<unknown>()
  const inputs: Record<string, string> = {}
  for (const { id, status, files } of rowsOf<WholeRecord>(folder, 'records')) {
    if (status === 'running') running.add(id)
    const names: string[] = Object.values(JSON.parse(files))
    holdNames(id, ...names)
    for (const name of names.filter(isInput)) {
      const digest = await copy(await from.readable(id, name), (path) =>
        to.adoptInput(id, path, name),
      )
      if (digest) inputs[`files/${id}/${name}`] = digest
    }
  }
  for (const { name, sha256 } of rowsOf<UploadRow>(folder, 'uploads')) {
    holdNames(name)
    await copy(await from.upload(name), (path) => to.keepUpload(path, name), sha256)
  }
  // What is at work is done again.
  for (const row of rowsOf<ArtifactRow>(folder, 'artifacts')) {
    holdNames(row.recordId, row.path)
    if (!running.has(row.recordId))
      await copy(await from.artifact(row), (path) => to.adoptArtifact(path, row), row.sha256)
  }
  return { inputs, lost }
}

/** @throws Error for a name that leads out of its folder */
function holdNames(...names: string[]): void {
  const odd = names.find((name) => name.split('/').includes('..'))
  if (odd !== undefined) throw new Error(`${odd} is no name of a file that is kept.`)
}

function tellLost({ stderr }: Terminal, lost: readonly string[]): void {
  for (const path of lost) stderr(`${path} is named by a row, and is not there.\n`)
}

/** @throws Error where a file of an export is not what was written */
async function holdDigest(file: string, sha256: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`${file} of the export is missing.`)
  if ((await digestOf(file)) !== sha256) throw new Error(`${file} is not what was exported.`)
}
