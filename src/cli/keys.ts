import { existsSync } from 'node:fs'
import { readConfig } from '../config'
import { isoTime } from '../store/ids'
import { type KeyRow, keyText, masked } from '../store/keys'
import { openStore, type Store } from '../store/store'
import type { Terminal } from './terminal'
import { Misused, type Words } from './words'

const OWNER_ALONE = 0o077
const NAME_CHARACTERS = 200

/** `burin keys`: the keys of the data folder. @throws FolderInUse while a server holds it */
export async function keys({ files, options }: Words, terminal: Terminal): Promise<number> {
  const [act = 'list', name = '', ...others] = files
  const quota = options.get('quota')?.at(-1)
  const takesName = act === 'create' || act === 'revoke'
  const isNamed = name.trim() !== '' && name.length <= NAME_CHARACTERS
  if (others.length > 0 || !(takesName ? isNamed : act === 'list' && name === ''))
    throw new Misused('burin keys takes list, create NAME (up to 200 characters) or revoke ID.')
  if (quota !== undefined && !(act === 'create' && /^\d{1,15}$/.test(quota)))
    throw new Misused('--quota: must be an integer from 0 on, beside create.')
  const config = readConfig(terminal.env)
  const { DATA_DIR, SERVICE_ADMIN_KEY: adminKey, KEY_SECRET: keySecret } = config
  if (act !== 'create' && !existsSync(DATA_DIR))
    throw new Misused(`DATA_DIR=${DATA_DIR} is not there: no server has kept keys in it.`)
  // As the server does: what it keeps is its owner's alone.
  process.umask(OWNER_ALONE)
  const limits = { now: Date.now, maxPending: config.MAX_PENDING, anonymous: false }
  const store = await openStore(DATA_DIR, { ...limits, secrets: { adminKey, keySecret } })
  const tell = (seen: object, text: string) =>
    terminal.stdout(`${options.has('json') ? JSON.stringify(seen) : text}\n`)
  try {
    if (act === 'create') {
      const limit = quota === undefined ? null : Number(quota)
      const none = { webhookUrl: null, webhookSecret: null }
      const row = await store.createKey({ name, quota: limit, ...none })
      const key = keyText(store.secrets, row)
      await tell({ ...viewOf(store, row), key }, key)
    } else if (act === 'revoke') {
      const found = await store.findShownKey(name)
      const row = found && (await store.changeKey(found.id, { active: false }))
      if (!row) throw new Misused(`There is no API key ${name}; see burin keys.`)
      await tell(viewOf(store, row), `The key ${row.id}, ${row.name}, opens nothing any more.`)
    } else {
      const rows = (await store.listKeys()).map((row) => viewOf(store, row))
      await tell(rows, rows.length > 0 ? Bun.inspect.table(rows) : 'There are no API keys.')
    }
  } finally {
    store.close()
  }
  return 0
}

function viewOf({ secrets }: Store, row: KeyRow) {
  const { id, name, active, quotaRemaining, quotaTotal, totalUsed, createdAt } = row
  const quota = { quota_remaining: quotaRemaining, quota_total: quotaTotal, total_used: totalUsed }
  return {
    id,
    name,
    key: masked(keyText(secrets, row)),
    active,
    ...quota,
    created_at: isoTime(createdAt),
  }
}
