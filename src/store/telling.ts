/** What servers tell each other: hints alone, any of which may be lost. */
export interface Telling {
  /** Records that have new rows. */
  records(ids: readonly string[]): void
  /** Something waits for whoever has time. */
  work(): void
  /** What was told meanwhile may be lost. */
  missed(): void
}

/** How servers reach each other. */
export interface Channel {
  listen(
    channel: string,
    heard: (payload: string) => void,
    listening: () => void,
  ): Promise<{ unlisten: () => Promise<void> }>
  notify(channel: string, payload: string): PromiseLike<unknown>
}

const CHANNEL = 'burin'
/** What comes together in so short a time is told together. */
const GATHER_MS = 10
/** Of the 8,000 bytes that a notice may have. */
const IDS = 200

/** Listens to the other servers of a database, and tells them what happens here. */
export async function telling(
  channel: Channel,
  failed: (what: string, error: unknown) => void,
  heard: Telling,
) {
  const me = crypto.randomUUID()
  const ids = new Set<string>()
  let work = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = async () => {
    timer = undefined
    const all = [...ids]
    const told = { from: me, work }
    ids.clear()
    work = false
    try {
      do {
        const payload = JSON.stringify({ ...told, records: all.splice(0, IDS) })
        await channel.notify(CHANNEL, payload)
      } while (all.length > 0)
    } catch (error) {
      failed('the other servers could not be told', error)
    }
  }
  const listener = await channel.listen(
    CHANNEL,
    (payload) => {
      const { from, records, work } = toldIn(payload)
      if (from === me) return
      heard.records(records)
      if (work) heard.work()
    },
    () => heard.missed(),
  )
  const soon = () => {
    timer ??= setTimeout(() => void send(), GATHER_MS)
  }
  return {
    tell: (recordId: string): void => {
      ids.add(recordId)
      soon()
    },
    /** Says that something waits. */
    tellWork: (): void => {
      work = true
      soon()
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      if (timer) await send()
      await listener.unlisten()
    },
  }
}

/** What a server of ours told; of anything else nothing. */
function toldIn(payload: string): { from?: unknown; records: string[]; work?: unknown } {
  try {
    const { from, records, work } = JSON.parse(payload)
    return { from, records: Array.isArray(records) ? records : [], work }
  } catch {
    return { records: [] }
  }
}
