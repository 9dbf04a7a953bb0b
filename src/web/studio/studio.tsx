import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Figure } from '../figure/figure'
import { Act } from '../parts/act'
import { useApiKey } from '../parts/api-key'
import { CopyButton } from '../parts/copy'
import { Check, Fault } from '../parts/field'
import { Frame } from '../parts/frame'
import { ADOPTED, SHOWN } from '../parts/kept'
import { KeyField } from '../parts/key-field'
import { root } from '../parts/root'
import { Tabs } from '../parts/tabs'
import { useAnswer } from '../parts/use-answer'
import { useEvent } from '../parts/use-event'
import { useSending } from '../parts/use-sending'
import { told, words } from '../parts/words'
import { ChartNotes } from './chart'
import { CompositeRoom } from './composite'
import { chosenIn, emptied, linkTo, TABS, type Tab, useDraft } from './draft'
import { enginesFor, Look } from './look'
import { Mine } from './mine'
import { PdfRoom } from './pdf'
import { Examples, Prompt } from './plate'
import { Reopen } from './reopen'
import { DataRoom, PictureRoom, PromptRoom, type Room, TextRoom } from './rooms'
import { useDrawing } from './use-drawing'

const ROOMS: Record<Tab, (room: Room) => VNode> = {
  text: TextRoom,
  picture: PictureRoom,
  pdf: PdfRoom,
  data: DataRoom,
  composite: CompositeRoom,
  prompt: PromptRoom,
}

const NEWEST = 48

/** `/`: what shall be drawn on one side, the figure on the other, earlier figures below. */
export function Studio() {
  const [draft, change] = useDraft()
  const key = useApiKey()
  const [pdf, setPdf] = useState<File>()
  const plate = useRef<HTMLElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { answer: config, fault } = useAnswer('GET /api/config')
  const paid = key !== ''
  const known = paid || config?.anonymous_jobs === true
  const asked = known ? { query: { limit: NEWEST } } : null
  const { answer: history, again } = useAnswer('GET /api/history', asked)
  const { items: mine = [], quota_remaining: left } = history ?? {}
  // What other tabs draw, or a key takes over there.
  useEvent<StorageEvent>('storage', ({ key: place }) => {
    if (place === SHOWN || place === ADOPTED) again()
  })
  const seen = () => plate.current?.scrollIntoView({ block: 'nearest' })
  // What was refused is seen, and can be mended at once.
  const refused = () =>
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  const engines = enginesFor(draft.tab, config)
  const byRules = (draft.provider || engines[0]) === 'local'
  const { shown, show, sending, live, draw, open, take, ended } = useDrawing(
    { draft, change, pdf },
    { byRules, most: config?.limits.text_characters },
    { before: seen, after: again, refused },
  )
  const { fields } = sending
  const upload = useSending()
  const uploading = draft.tab === 'picture' && upload.busy
  const room = { draft, change, fields, config, upload, pdf, setPdf, mine }
  const Open = ROOMS[draft.tab]
  const byWords = { label: words.studio.chart.byWords, act: () => draw({ chart: '' }, true) }
  const rules = () => draw({ provider: 'local', model: '' })
  const withoutModel = { label: words.figure.byRules, act: rules }
  const isDrawnByModel = !byRules && engines.length > 0
  const instead =
    draft.tab === 'data' && draft.chart ? byWords : isDrawnByModel ? withoutModel : undefined
  const said = words.studio
  return (
    <Frame place="">
      <Fault fault={fault} />
      <div class="row title">
        <h1 class="headline">{said.heading}</h1>
        {shown && (
          <Act
            label={said.anew}
            act={() => {
              change(emptied())
              show(undefined)
            }}
          />
        )}
      </div>
      <div class="bench">
        <form
          ref={form}
          class="card"
          onSubmit={(event) => {
            event.preventDefault()
            draw()
          }}
          onKeyDown={(event) => {
            const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
            if (wanted && !sending.busy && !uploading) draw()
          }}
        >
          <Tabs
            label={said.tabsLabel}
            names={TABS}
            here={draft.tab}
            titles={said.tabs}
            choose={open}
          >
            <Open {...room} />
            <Look {...room} />
            <KeyField needed={config?.anonymous_jobs === false} fault={fields.api_key} />
            {left != null && <p class="hint">{told(words.key.left, left)}</p>}
          </Tabs>
          <div class="row acts">
            <Fault fault={sending.fault} />
            <CopyButton text={linkTo(draft)} act={said.share} />
            {(draft.tab === 'text' || draft.tab === 'data') && (
              <Check
                label={paid ? said.livePaid : said.live}
                checked={live}
                set={(checked) => change(paid ? { livePaid: checked } : { live: checked })}
              />
            )}
            <button class="main" type="submit" disabled={sending.busy || uploading}>
              {uploading ? said.picture.uploading : said.draw[draft.tab]}
            </button>
          </div>
        </form>
        <section ref={plate} class="card plate" aria-label={said.figure}>
          {shown ? (
            <Figure
              id={shown.id}
              name={shown.name}
              config={config}
              ended={ended}
              take={take}
              instead={instead}
              more={(job) =>
                shown.asked?.includes('POST /api/plot') && (
                  <ChartNotes
                    job={job}
                    intent={draft.intent}
                    chosen={chosenIn(draft.chart)}
                    draw={(chart) => draw({ tab: 'data', chart }, true)}
                  />
                )
              }
              way={(job) => shown.asked === undefined && <Reopen job={job} />}
              {...(shown.prompt && {
                view: (job) => (
                  <Prompt job={job} draw={(text) => change({ tab: 'text', text, caption: '' })} />
                ),
              })}
            />
          ) : (
            <Examples open={draw} />
          )}
        </section>
      </div>
      <Mine
        records={mine}
        open={({ job_id: id, title }) => {
          show({ id, name: title })
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
