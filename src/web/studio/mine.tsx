import { useState } from 'preact/hooks'
import type { OwnRecord } from '../operations'
import { credential } from '../parts/api-key'
import { call } from '../parts/client'
import { Confirm } from '../parts/dialog'
import { instant } from '../parts/format'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { Thumbnail } from './thumbnail'

/** What this browser, or the visitor's key, has drawn. */
export function Mine({
  items,
  open,
  removed,
}: {
  items: readonly OwnRecord[]
  open: (item: OwnRecord) => void
  removed: (id: string) => void
}) {
  const [doomed, setDoomed] = useState<OwnRecord>()
  const sending = useSending()
  const said = words.studio.mine
  const remove = async () => {
    const params = { job_id: doomed?.job_id ?? '' }
    const work = () => call('DELETE /api/history/{job_id}', { params, headers: credential() })
    if (!(await sending.send(work))) return
    setDoomed(undefined)
    removed(params.job_id)
  }
  return (
    <section class="below" aria-labelledby="mine">
      <h2 id="mine">{said.heading}</h2>
      {items.length === 0 && <p class="soft">{said.none}</p>}
      <ul class="mine">
        {items.map((item) => (
          <li key={item.job_id} class="card">
            <button type="button" class="open" onClick={() => open(item)}>
              <Thumbnail path={item.thumbnail_url} />
              <span class="title">{item.title || said.untitled}</span>
            </button>
            <p class="soft">
              <span class={item.error === null ? undefined : 'fault'}>{stateOf(item)}</span>
              <span>{instant(item.created_at)}</span>
              {item.finished_at !== null && (
                <button
                  type="button"
                  class="small"
                  aria-label={said.remove(item.title)}
                  onClick={() => setDoomed(item)}
                >
                  ×
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {doomed && (
        <Confirm
          title={said.removeHeading(doomed.title)}
          warning={said.removeWarning}
          act={said.act}
          sending={sending}
          close={() => setDoomed(undefined)}
          confirmed={remove}
        />
      )}
    </section>
  )
}

function stateOf({ error, finished_at: ended, workflow }: OwnRecord): string {
  const kinds: Readonly<Record<string, string>> = words.studio.kinds
  if (error !== null) return words.states.failed
  if (ended === null) return words.states.running
  return (Object.hasOwn(kinds, workflow) && kinds[workflow]) || workflow
}
