import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Secrets {
  adminKey: string
  /** Where a made admin key is kept; undefined when the setting gave it. */
  adminKeyFile: string | undefined
  /** HMAC-SHA256 in hex: what API keys are looked up by. */
  digest(token: string): string
  /** AES-256-GCM, base64. */
  seal(plain: string): string
  open(sealed: string): string
}

/** Takes the secrets from the settings, or makes them once and keeps them in the data folder (mode 0600). */
export function loadSecrets(
  folder: string,
  given: { adminKey: string | undefined; keySecret: string | undefined },
): Secrets {
  const adminKeyFile = given.adminKey === undefined ? join(folder, 'admin-key') : undefined
  const adminKey = given.adminKey ?? keep(join(folder, 'admin-key'))
  const root = given.keySecret ?? keep(join(folder, 'key-secret'))
  const indexKey = derive(root, 'api key index')
  const sealKey = derive(root, 'api key seal')
  return {
    adminKey,
    adminKeyFile,
    digest: (token) => new Bun.CryptoHasher('sha256', indexKey).update(token).digest('hex'),
    seal: (plain) => seal(sealKey, plain),
    open: (sealed) => open(sealKey, sealed),
  }
}

function keep(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const made = randomBytes(32).toString('base64url')
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  chmodSync(`${file}.new`, 0o600)
  renameSync(`${file}.new`, file)
  return made
}

function derive(root: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, 'burin', purpose, 32))
}

const IV_BYTES = 12
const TAG_BYTES = 16

function seal(key: Buffer, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

function open(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const body = bytes.subarray(IV_BYTES + TAG_BYTES)
  return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
}
