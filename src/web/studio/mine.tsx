import { useState } from 'preact/hooks'
import { altOf } from '../figure/viewer'
import type { OwnRecord } from '../operations'
import { Act } from '../parts/act'
import { Thumbnail, usePicture } from '../parts/artifact'
import { Confirm, Dialog } from '../parts/dialog'
import { Choice } from '../parts/field'
import { instant } from '../parts/format'
import { Over } from '../parts/over'
import { root } from '../parts/root'
import { told, words } from '../parts/words'
import { forget } from './submit'

const said = words.studio.mine

interface MineProps {
  records: readonly OwnRecord[]
  open: (item: OwnRecord) => void
  removed: (id: string) => void
}

/** What this browser, or the visitor's key, has drawn. @param records edited figures and what they were made from, too */
export function Mine({ records, open, removed }: MineProps) {
  const [doomed, setDoomed] = useState<OwnRecord>()
  // By id: a list that is read again has other records.
  const [compared, setCompared] = useState<readonly string[]>([])
  const items = newest(records)
  const remove = async () => {
    const id = doomed?.job_id ?? ''
    for (const one of familyOf(id, records)) await forget(one.job_id)
    setDoomed(undefined)
    setCompared([])
    removed(id)
  }
  const [one, two] = compared.map((id) => records.find(({ job_id }) => job_id === id))
  return (
    <section class="below" aria-labelledby="mine">
      <h2 id="mine">{said.heading}</h2>
      {items.length === 0 && <p class="soft">{said.none}</p>}
      <p role="status" class="soft">
        {one && !two && said.second}
      </p>
      <ul class="mine">
        {items.map((item) => (
          <li
            key={item.job_id}
            class="card"
            draggable
            onDragStart={(event) => drag(event, { figure: item.job_id })}
          >
            <a
              class="open"
              href={root(`jobs/${item.job_id}`)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                open(item)
              }}
            >
              <Thumbnail path={item.thumbnail_url} />
              <span class="title">{item.title || said.untitled}</span>
            </a>
            <p class="soft">
              <span class={item.error === null ? undefined : 'fault'}>{stateOf(item)}</span>
              <span>{instant(item.created_at, false)}</span>
            </p>
            <div class="row">
              {item.thumbnail_url !== null && (
                <Act
                  label={said.compare}
                  named={told(said.compareWith, item.title)}
                  pressed={compared.includes(item.job_id)}
                  act={() =>
                    setCompared([...new Set(compared).symmetricDifference(new Set([item.job_id]))])
                  }
                />
              )}
              {item.finished_at !== null && (
                <Act
                  label="×"
                  named={told(said.remove, item.title)}
                  look="small remove"
                  act={() => setDoomed(item)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {one && two && <Compare one={one} two={two} close={() => setCompared([])} />}
      {doomed && (
        <Confirm
          title={told(said.removeHeading, doomed.title)}
          warning={said.removeWarning}
          act={said.act}
          close={() => setDoomed(undefined)}
          confirmed={remove}
        />
      )}
    </section>
  )
}

/** Two figures, side by side or one over the other. */
function Compare({ one, two, close }: { one: OwnRecord; two: OwnRecord; close: () => void }) {
  const [way, setWay] = useState('beside')
  const sides = [useSide(one, 'A'), useSide(two, 'B')] as const
  const { heading, way: label, ways } = words.studio.compare
  return (
    <Dialog title={heading} close={close} wide>
      <Choice label={label} value={way} set={setWay} options={Object.entries(ways)} />
      {way === 'over' ? (
        <Over front={sides[0]} back={sides[1]} />
      ) : (
        <div class="pair">
          {sides.map(({ src, alt, label }) => (
            <figure key={label}>
              <div class="sheet over whole">{src && <img src={src} alt={alt} />}</div>
            </figure>
          ))}
        </div>
      )}
      <ul class="names">
        {[one, two].map((record, at) => (
          <li key={record.job_id}>
            <b>{sides[at]?.label}</b> {record.title || said.untitled}{' '}
            <span class="soft">{instant(record.created_at, false)}</span>
          </li>
        ))}
      </ul>
      <div class="row ends">
        <Act label={words.dialog.leave} look="" act={close} />
      </div>
    </Dialog>
  )
}

/** As sharp as it is there. */
function useSide({ artifacts, thumbnail_url: small, title }: OwnRecord, label: string) {
  const sharp = artifacts.find(({ path }) => path === 'final.svg')?.url
  return { src: usePicture(sharp ?? small), alt: altOf(title), label }
}

/** Of each figure and all that was made of it the newest that is finished, under its name. */
export function newest(records: readonly OwnRecord[]): OwnRecord[] {
  const figures = records.filter(({ workflow }) => workflow !== 'optimize')
  const best = (family: readonly OwnRecord[]) =>
    family.find(({ finished_at: ended, error }) => ended !== null && error === null) ?? family[0]
  return figures.filter((one) => best(familyOf(one.job_id, figures)) === one)
}

/** A record with those that it was made from, and all that was made of them. */
function familyOf(id: string, records: readonly OwnRecord[]): OwnRecord[] {
  const rootOf = (one: string): string => {
    const parent = records.find(({ job_id }) => job_id === one)?.parent
    return parent && records.some(({ job_id }) => job_id === parent) ? rootOf(parent) : one
  }
  const root = rootOf(id)
  return records.filter(({ job_id: one }) => rootOf(one) === root)
}

function stateOf({ error, finished_at: ended, workflow }: OwnRecord): string {
  const kinds: Readonly<Record<string, string>> = words.studio.kinds
  if (error !== null) return words.states.failed
  if (ended === null) return words.states.running
  return (Object.hasOwn(kinds, workflow) && kinds[workflow]) || workflow
}

/** What is on its way: a figure by its id, or the panel of a place. */
interface Dragged {
  figure?: string
  panel?: number
}

const KIND = 'application/x-burin'

export function drag({ dataTransfer }: DragEvent, what: Dragged): void {
  dataTransfer?.setData(KIND, JSON.stringify(what))
}

/** Whether what is dragged here may be dropped. */
export const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes(KIND) ?? false

export const dropped = ({ dataTransfer }: DragEvent): Dragged =>
  JSON.parse(dataTransfer?.getData(KIND) || '{}')
