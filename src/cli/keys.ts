import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { isoTime } from '../store/ids'
import { type KeyRow, keyText, masked } from '../store/keys'
import { openStore } from '../store/store'
import type { Terminal } from './terminal'
import { Misused, type Words } from './words'

const OWNER_ALONE = 0o077

/** `burin keys`: the keys of the data folder. @throws FolderInUse while a server holds it */
export async function keys({ files, options }: Words, terminal: Terminal): Promise<number> {
  const [act = 'list', name = '', ...others] = files
  const quota = options.get('quota')?.at(-1)
  const isNamed = /\S/.test(name) && name.length <= 200
  if (
    others.length > 0 ||
    !(act === 'list' ? name === '' : ['create', 'revoke'].includes(act) && isNamed)
  )
    throw new Misused('burin keys takes list, create NAME (up to 200 characters) or revoke ID.')
  if (quota !== undefined && (act !== 'create' || !/^\d{1,15}$/.test(quota)))
    throw new Misused('--quota: must be an integer from 0 on, beside create.')
  const {
    DATA_DIR,
    MAX_PENDING,
    SERVICE_ADMIN_KEY: adminKey,
    KEY_SECRET: keySecret,
  } = readConfig(terminal.env)
  if (act !== 'create' && !existsSync(DATA_DIR))
    throw new Misused(`DATA_DIR=${DATA_DIR} is not there: no server has kept keys in it.`)
  // As the server does: what it keeps is its owner's alone.
  process.umask(OWNER_ALONE)
  const limits = { now: Date.now, maxPending: MAX_PENDING, anonymous: false }
  const store = await openStore(DATA_DIR, { ...limits, secrets: { adminKey, keySecret } })
  const view = (row: KeyRow, key = masked(keyText(store.secrets, row))) => {
    const { id, name, active, quotaRemaining, quotaTotal, totalUsed, createdAt } = row
    const used = { quota_remaining: quotaRemaining, quota_total: quotaTotal, total_used: totalUsed }
    return { id, name, key, active, ...used, created_at: isoTime(createdAt) }
  }
  const tell = (seen: object, text: string) =>
    terminal.stdout(`${options.has('json') ? JSON.stringify(seen) : text}\n`)
  try {
    if (act === 'create') {
      const limit = quota === undefined ? null : Number(quota)
      const row = await store.createKey({
        name,
        quota: limit,
        webhookUrl: null,
        webhookSecret: null,
      })
      const key = keyText(store.secrets, row)
      await tell(view(row, key), key)
    } else if (act === 'revoke') {
      const found = await store.findShownKey(name)
      const row = found && (await store.changeKey(found.id, { active: false }))
      if (!row) throw new Misused(`There is no API key ${name}; see burin keys.`)
      await tell(view(row), `The key ${row.id}, ${row.name}, opens nothing any more.`)
    } else {
      const rows = (await store.listKeys()).map((row) => view(row))
      const lines = rows.map((row) =>
        [row.id, row.key, row.active ? 'active' : 'revoked', `used ${row.total_used}`]
          .concat(
            row.quota_total === null
              ? 'no quota'
              : `${row.quota_remaining} of ${row.quota_total} left`,
          )
          .concat(row.created_at, row.name)
          .join('  '),
      )
      await tell(rows, lines.join('\n') || 'There are no API keys.')
    }
  } finally {
    store.close()
  }
  return 0
}
