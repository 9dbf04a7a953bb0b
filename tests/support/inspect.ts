import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface StoredRecord {
  id: string
  status: string
  attempt: number
  /** How many executors have died over it. */
  lost: number
  error: string | null
}

/** What a data folder holds after its server has ended: records, events and files, read beside the program. */
export function inspect(dataDir: string) {
  const db = new Database(join(dataDir, 'burin.sqlite'), { readonly: true })
  try {
    return {
      records: db
        .query<StoredRecord, []>(
          'select id, status, attempt, json_array_length(losses) lost, error from records order by id',
        )
        .all(),
      idempotencyKeys: db.query<{ key: string }, []>('select key from idempotency').all(),
      /** Records whose events are not 1, 2, 3... with `finished` once and last. */
      brokenHistories: db
        .query<{ record_id: string }, []>(
          `select record_id from events group by record_id
           having max(seq) <> count(*) or min(seq) <> 1
             or sum(event = 'status' and data like '{"state":"finished"%') <> 1
             or max(case when data like '{"state":"finished"%' then seq end) <> max(seq)`,
        )
        .all(),
      /** Artifact rows of the terminal records whose file is absent or differs. */
      brokenFiles: db
        .query<ArtifactRow, []>('select record_id, attempt, path, size, sha256 from artifacts')
        .all()
        .filter((row) => !isWhole(dataDir, row)),
      artifacts: db.query<{ n: number }, []>('select count(*) n from artifacts').get()?.n ?? 0,
    }
  } finally {
    db.close()
  }
}

interface ArtifactRow {
  record_id: string
  attempt: number
  path: string
  size: number
  sha256: string
}

function isWhole(dataDir: string, { record_id, attempt, path, size, sha256 }: ArtifactRow) {
  try {
    const bytes = readFileSync(join(dataDir, 'files', record_id, String(attempt), path))
    const digest = createHash('sha256').update(bytes).digest('hex')
    return bytes.byteLength === size && digest === sha256
  } catch {
    return false
  }
}
