import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Figure } from '../figure/figure'
import { FigureTools } from '../figure/tools'
import type { OwnRecord } from '../operations'
import { credential, useApiKey } from '../parts/api-key'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Frame } from '../parts/frame'
import { keep, recall } from '../parts/kept'
import { KeyField } from '../parts/key-field'
import { root } from '../parts/root'
import { Tabs } from '../parts/tabs'
import { Trouble } from '../parts/trouble'
import { useAnswer } from '../parts/use-answer'
import { useSending } from '../parts/use-sending'
import { words } from '../parts/words'
import { CompositeRoom } from './composite'
import { DataRoom } from './data'
import { type Draft, linkTo, TABS, type Tab, useDraft } from './draft'
import { isPreviewable, LIVE_MS, usePreviews } from './live'
import { Look } from './look'
import { Mine } from './mine'
import { PdfRoom } from './pdf'
import { PictureRoom } from './picture'
import type { Room } from './room'
import { FIELDS, needsKey, restyle, type Sent, submit } from './submit'
import { TextRoom } from './text'

const ROOMS: Record<Tab, (room: Room) => VNode> = {
  text: TextRoom,
  picture: PictureRoom,
  pdf: PdfRoom,
  data: DataRoom,
  composite: CompositeRoom,
}

/** The figure that the page shows, and what it is called; kept, so that a reload finds it again. */
interface Shown {
  id: string
  name: string
  /** What it was drawn from; absent: it was reopened. */
  asked?: string
}

const SHOWN = 'studio figure'
const NEWEST = 48

/** `/`: what shall be drawn on one side, the figure on the other, earlier figures below. */
export function Studio() {
  const [draft, change] = useDraft()
  const key = useApiKey()
  const [pdf, setPdf] = useState<File>()
  const [shown, setShown] = useShown()
  const dressing = useRef<Sent | undefined>(undefined)
  const previews = usePreviews()
  const plate = useRef<HTMLElement>(null)
  const sending = useSending(FIELDS)
  const { answer: config, fault } = useAnswer('config', (signal) =>
    call('GET /api/config', { signal }),
  )
  const { answer: history, again } = useAnswer(`mine ${key}`, (signal) =>
    call('GET /api/history', { query: { limit: NEWEST }, headers: credential(), signal }),
  )
  const mine = versions(history?.items ?? [])
  const paid = key !== ''
  const asked = askedOf(draft, paid)
  // A page that is loaded again leaves the figure that it showed.
  const tried = useRef(shown && asked)
  const show = (sent: Sent, next: Omit<Shown, 'id'>) => {
    dressing.current = sent.restyle ? sent : undefined
    setShown({ ...next, id: sent.id })
  }
  const draw = (live: boolean) =>
    sending.send(async () => {
      tried.current = asked
      const name = nameOf(draft)
      const drawn = shown?.asked === asked
      if (!live) plate.current?.scrollIntoView({ block: 'nearest' })
      const before = previews.take()
      if (drawn && (live || before.length > 0)) {
        if (live) previews.keep(before)
        return setShown({ ...shown, name })
      }
      const sent = await submit(draft, key, pdf)
      void previews.drop(before)
      if (live) previews.keep([sent])
      show(sent, { name, asked })
    })
  const ended = (error: string | null) => {
    const { id, restyle: style } = dressing.current ?? {}
    dressing.current = undefined
    if (error === null && style && id !== undefined && id === shown?.id)
      void sending.send(async () => {
        const sent = await restyle(id, style)
        previews.follow(id, sent)
        show(sent, shown)
      })
    else again()
  }
  const live = paid ? draft.livePaid : draft.live
  const previewable = isPreviewable(draft) && (paid || draft.tab === 'text')
  useEffect(() => {
    // What was refused once is not asked for again until it changes.
    const known = asked === shown?.asked || asked === tried.current
    if (!live || !previewable || sending.busy || known) return
    const timer = setTimeout(() => void draw(true), LIVE_MS)
    return () => clearTimeout(timer)
  }, [asked, live, previewable, sending.busy])
  const room = { draft, change, fields: sending.fields, config, pdf, setPdf, mine }
  const Open = ROOMS[draft.tab]
  const needed = needsKey(draft.tab) || config?.anonymous_jobs === false
  const said = words.studio
  return (
    <Frame place="studio">
      {fault && <Trouble fault={fault} />}
      <h1 class="headline">{said.heading}</h1>
      <div class="bench">
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault()
            void draw(false)
          }}
          onKeyDown={(event) => {
            const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
            if (wanted && !sending.busy) void draw(false)
          }}
        >
          <Tabs
            label={said.tabsLabel}
            names={TABS}
            here={draft.tab}
            titles={said.tabs}
            choose={(tab) => change({ tab })}
          >
            <Open {...room} />
            <Look {...room} />
            <KeyBox needed={needed} fault={sending.fields.api_key} />
          </Tabs>
          {sending.fault && (
            <p class="fault" role="alert">
              {sending.fault}
            </p>
          )}
          <div class="row acts">
            <CopyButton text={linkTo(draft)} act={said.share} />
            {(draft.tab === 'text' || draft.tab === 'data') && (
              <label class="live" title={paid ? said.paid : said.liveHint}>
                <input
                  type="checkbox"
                  checked={live}
                  onChange={({ currentTarget: { checked } }) =>
                    change(paid ? { livePaid: checked } : { live: checked })
                  }
                />
                {paid ? said.livePaid : said.live}
              </label>
            )}
            <button class="main" type="submit" disabled={sending.busy}>
              {said.draw[draft.tab]}
            </button>
          </div>
        </form>
        <section ref={plate} class="card plate" aria-label={said.figure}>
          {shown ? (
            <Figure
              id={shown.id}
              name={shown.name}
              ended={ended}
              tools={(job) => <FigureTools job={job} config={config} page />}
            />
          ) : (
            <div class="sheet empty">
              <p>{said.empty}</p>
            </div>
          )}
        </section>
      </div>
      <Mine
        items={mine}
        open={({ job_id: id, title }) => {
          setShown({ id, name: title })
          plate.current?.scrollIntoView({ block: 'nearest' })
        }}
        removed={(id) => {
          if (id === shown?.id) setShown(undefined)
          again()
        }}
      />
      <footer class="foot soft">
        <span>Burin {config?.version}</span>
        <a href={root('docs/')}>{words.frame.docs}</a>
        <a href={root('docs/api-jobs.md')}>{said.code}</a>
        <a href={root('docs/licences.md')}>{said.licences}</a>
      </footer>
    </Frame>
  )
}

/** Always open where nothing can be drawn without a key. */
function KeyBox({ needed, fault }: { needed: boolean; fault: string | undefined }) {
  const key = useApiKey()
  if (needed) return <KeyField needed fault={fault} />
  return (
    <details open={fault !== undefined || key !== ''}>
      <summary>{words.key.label}</summary>
      <KeyField needed={false} fault={fault} />
    </details>
  )
}

function useShown(): [Shown | undefined, (next: Shown | undefined) => void] {
  const [shown, set] = useState<Shown | undefined>(() => {
    // Links of earlier versions named a figure alone.
    const [, id] = /^#([0-9a-f]{32})$/.exec(location.hash) ?? []
    if (id !== undefined) return { id, name: '' }
    try {
      return JSON.parse(recall(SHOWN) ?? '') as Shown
    } catch {
      return undefined
    }
  })
  return [
    shown,
    (next) => {
      keep(SHOWN, next ? JSON.stringify(next) : null)
      set(next)
    },
  ]
}

/** An edited figure stands for those that it was made from. */
function versions(items: readonly OwnRecord[]): OwnRecord[] {
  const older = new Set(items.flatMap(({ parent }) => parent ?? []))
  return items.filter(({ job_id: id, workflow }) => !older.has(id) && workflow !== 'optimize')
}

/** What decides how the figure looks: where it has not changed, the figure is drawn already. */
function askedOf({ live, livePaid, caption, ...draft }: Draft, paid: boolean): string {
  return JSON.stringify({ ...draft, ...(paid && { caption, paid }) })
}

function nameOf({ tab, caption, intent, picture }: Draft): string {
  if (tab === 'picture') return (picture?.name ?? '').replace(/\.\w+$/, '')
  if (tab === 'data') return intent.trim().slice(0, 120)
  return tab === 'composite' ? '' : caption.trim()
}
