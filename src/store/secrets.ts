import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { randomText } from './ids'
import { type Db, marks } from './schema'
import { one, run, type Steps } from './steps'

/** Loaded when something is sealed or opened: it brings along all of Node's streams. */
const ciphers = () => process.getBuiltinModule('node:crypto')

export interface Secrets {
  adminKey: string
  /** Where a made admin key is kept; undefined when the setting gave it. */
  adminKeyFile: string | undefined
  /** What must never stand in a log. */
  hidden: readonly string[]
  /** HMAC-SHA256 in hex: what API keys are looked up by. */
  digest(token: string): string
  /** AES-256-GCM, base64. */
  seal(plain: string): string
  /** Undefined for what another secret has sealed. */
  open(sealed: string): string | undefined
}

/** What the settings say; undefined: made and kept in the data folder. */
interface GivenSecrets {
  SERVICE_ADMIN_KEY: string | undefined
  KEY_SECRET: string | undefined
}

/** A secret that the server cannot start with; the sentence says what to do. */
class BadSecret extends Error {
  override readonly name = 'BadSecret'
}

/** As the settings want it; those made here have 43. */
const LEAST_CHARACTERS = 32

/**
 * Takes the secrets from the settings, or makes them once and keeps them in the data folder (mode 0600).
 * @param sealed something that the key secret has sealed; undefined when the database holds nothing of the kind
 * @throws BadSecret for a file that is no secret, and where `sealed` shows that the key secret is lost or another one
 */
export function loadSecrets(
  folder: string,
  given: GivenSecrets,
  sealed: string | undefined,
): Secrets {
  const [adminKeyFile, keySecretFile] = [join(folder, 'admin-key'), join(folder, 'key-secret')]
  if (given.KEY_SECRET === undefined && sealed !== undefined && !existsSync(keySecretFile))
    throw new BadSecret(
      `${keySecretFile} is missing, but the API keys in the database are sealed with it; restore it from the backup, or set KEY_SECRET to what it was.`,
    )
  const root = given.KEY_SECRET ?? keep(keySecretFile)
  const sealKey = derive(root, 'api key seal')
  if (sealed !== undefined && open(sealKey, sealed) === undefined)
    throw new BadSecret(
      `${given.KEY_SECRET === undefined ? keySecretFile : 'KEY_SECRET'} is not the secret that the API keys in the database are sealed with; restore the one that was used before.`,
    )
  const indexKey = derive(root, 'api key index')
  const adminKey = given.SERVICE_ADMIN_KEY ?? keep(adminKeyFile)
  return {
    adminKey,
    adminKeyFile: given.SERVICE_ADMIN_KEY === undefined ? adminKeyFile : undefined,
    hidden: [adminKey, root],
    digest: (token) => new Bun.CryptoHasher('sha256', indexKey).update(token).digest('hex'),
    seal: (plain) => seal(sealKey, plain),
    open: (value) => open(sealKey, value),
  }
}

const MARK = 'key secret'

/** Servers that share a database must have the same key secret: the first one that `serves` leaves a mark that the others open. */
export function* agreeOn(db: Db, { seal, open }: Secrets, serves: boolean): Steps<void> {
  if (serves)
    yield* run(
      db
        .insert(marks)
        .values({ name: MARK, value: seal(MARK) })
        .onConflictDoNothing(),
    )
  const row = yield* one(db.select().from(marks).where(eq(marks.name, MARK)))
  if (!row || open(row.value) === MARK) return
  throw new BadSecret(
    'KEY_SECRET is not what the other servers of this database have; set it to theirs (where it was not set, the first one keeps it in key-secret in its DATA_DIR).',
  )
}

function keep(file: string): string {
  if (!existsSync(file)) return make(file)
  const kept = readFileSync(file, 'utf8').trim()
  if (kept.length >= LEAST_CHARACTERS) return kept
  throw new BadSecret(
    `${file} holds ${kept.length} characters, and ${LEAST_CHARACTERS} are the least; restore it from the backup, or remove it to have a new one made.`,
  )
}

/** On disk, under its name, before anything is sealed with it: after a power cut it must not be gone or empty. */
function make(file: string): string {
  const made = randomText(32)
  const handle = openSync(`${file}.new`, 'w', 0o600)
  writeFileSync(handle, `${made}\n`)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
  return made
}

/** HKDF (RFC 5869) of one block, with the salt `burin`. */
function derive(root: string, purpose: string): Buffer {
  const hmac = (key: string | Buffer, text: string) =>
    new Bun.CryptoHasher('sha256', key).update(text).digest()
  return hmac(hmac('burin', root), `${purpose}\u0001`)
}

const IV_BYTES = 12
const TAG_BYTES = 16

function seal(key: Buffer, plain: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const cipher = ciphers().createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

function open(key: Buffer, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  try {
    const decipher = ciphers().createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
