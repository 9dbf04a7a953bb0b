import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Figure } from '../figure/figure'
import { FigureTools } from '../figure/tools'
import type { OwnRecord } from '../operations'
import { credential, useApiKey } from '../parts/api-key'
import { call } from '../parts/client'
import { CopyButton } from '../parts/copy'
import { Frame } from '../parts/frame'
import { KeyField } from '../parts/key-field'
import { root } from '../parts/root'
import { Tabs } from '../parts/tabs'
import { Trouble } from '../parts/trouble'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { CompositeRoom } from './composite'
import { DataRoom } from './data'
import { linkTo, TABS, type Tab, useDraft } from './draft'
import { Look, STYLES } from './look'
import { Mine } from './mine'
import { PdfRoom } from './pdf'
import { PictureRoom } from './picture'
import type { Room } from './room'
import { betweenSamples, useSamples } from './samples'
import { needsKey } from './submit'
import { TextRoom } from './text'
import { useDrawing } from './use-drawing'

const ROOMS: Record<Tab, (room: Room) => VNode> = {
  text: TextRoom,
  picture: PictureRoom,
  pdf: PdfRoom,
  data: DataRoom,
  composite: CompositeRoom,
}

const NEWEST = 48

/** `/`: what shall be drawn on one side, the figure on the other, earlier figures below. */
export function Studio() {
  const [draft, change] = useDraft()
  const key = useApiKey()
  const [pdf, setPdf] = useState<File>()
  const plate = useRef<HTMLElement>(null)
  const [sampled, setSampled] = useState<string>()
  const { answer: config, fault } = useAnswer('config', (signal) =>
    call('GET /api/config', { signal }),
  )
  const paid = key !== ''
  const known = paid || config?.anonymous_jobs === true
  const { answer: mine = [], again } = useAnswer(`mine ${known} ${key}`, (signal) =>
    known ? ownFigures(signal) : Promise.resolve([]),
  )
  const seen = () => plate.current?.scrollIntoView({ block: 'nearest' })
  const drawing = useDrawing(draft, pdf, { before: seen, after: again })
  const { shown, show, sending, live, draw, base } = drawing
  const free = !paid || sampled === base?.id
  const samples = useSamples(base, STYLES, free)
  const drawSamples = free || !base ? undefined : () => setSampled(base.id)
  const { fields } = sending
  const room = { draft, change, fields, config, pdf, setPdf, mine, samples, drawSamples }
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
            draw()
          }}
          onKeyDown={(event) => {
            const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
            if (wanted && !sending.busy) draw()
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
              ended={drawing.ended}
              take={(id) => show({ ...shown, id, base: id })}
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
        records={mine}
        open={({ job_id: id, title }) => {
          show({ id, base: id, name: title })
          seen()
        }}
        removed={(id) => {
          if (id === shown?.id) show(undefined)
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

/** Newest first. */
async function ownFigures(signal: AbortSignal): Promise<readonly OwnRecord[]> {
  const query = { limit: NEWEST }
  const ask = () => call('GET /api/history', { query, headers: credential(), signal })
  return (await betweenSamples(ask)).items
}
