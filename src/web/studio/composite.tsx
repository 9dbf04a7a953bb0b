import { Act } from '../parts/act'
import { Thumbnail } from '../parts/artifact'
import { useDropping } from '../parts/drop'
import { Entry, Fault } from '../parts/field'
import { told, words } from '../parts/words'
import type { Panel } from './draft'
import { drag, dropped, isOurs, newest } from './mine'
import { asked, type Room } from './rooms'

/** Letters as journals set them: (a), (b)... and after (z) (aa). */
function letter(at: number): string {
  const low = String.fromCharCode(97 + (at % 26))
  return at < 26 ? low : letter(Math.floor(at / 26) - 1) + low
}

/** Letters follow the order as long as nobody has written other words. */
const isLettered = ({ label }: Panel) => /^\([a-z]+\)$/.test(label)
const lettered = (panel: Panel, at: number): Panel => ({ ...panel, label: `(${letter(at)})` })

/** Finished figures of this key, joined into one. */
export function CompositeRoom(room: Room) {
  const { change, fields, mine } = room
  const { panels } = room.draft
  const said = words.studio.composite
  const ready = newest(mine).filter(({ error, thumbnail_url: one }) => error === null && one)
  const set = (next: readonly Panel[]) =>
    change({ panels: panels.every(isLettered) ? next.map(lettered) : next })
  const add = (id: string, at = panels.length) => {
    const found = ready.find(({ job_id: one }) => one === id)
    if (!found) return
    const panel = { id, title: found.title, label: `(${letter(panels.length)})` }
    set(panels.toSpliced(at, 0, panel))
  }
  const move = (from: number, to: number) => {
    const panel = panels[from]
    if (panel) set(panels.toSpliced(from, 1).toSpliced(to, 0, panel))
  }
  const zone = useDropping((event) => {
    const { figure, panel } = dropped(event)
    const item = event.target instanceof Element && event.target.closest('.panels li')
    const at = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : undefined
    if (figure !== undefined) add(figure, at)
    if (panel !== undefined) move(panel, at ?? panels.length - 1)
  }, isOurs)
  const deeds = (at: number): [label: string, named: string, act: () => void, off?: boolean][] => [
    ['←', said.earlier, () => move(at, at - 1), at === 0],
    ['→', said.later, () => move(at, at + 1), at === panels.length - 1],
    ['×', said.remove, () => set(panels.toSpliced(at, 1))],
  ]
  const fault = fields.source_task_ids ?? fields.labels
  return (
    <>
      <div class="drop joined" {...zone}>
        {panels.length === 0 && <p class="soft">{said.drop}</p>}
        <ol class="panels" aria-label={said.panels}>
          {panels.map((panel, at) => (
            <li
              key={`${at} ${panel.id}`}
              draggable
              onDragStart={(event) => drag(event, { panel: at })}
            >
              <Thumbnail
                path={ready.find(({ job_id: id }) => id === panel.id)?.thumbnail_url ?? null}
              />
              <span class="title">{panel.title}</span>
              <input
                aria-label={told(said.labelOf, panel.title)}
                value={panel.label}
                maxLength={200}
                onInput={({ currentTarget: { value } }) =>
                  change({ panels: panels.with(at, { ...panel, label: value }) })
                }
              />
              <div class="row">
                {deeds(at).map(([label, named, act, off]) => (
                  <Act key={label} {...{ label, act, off }} named={told(named, panel.title)} />
                ))}
              </div>
            </li>
          ))}
        </ol>
      </div>
      <Fault fault={fault} />
      <h3 class="field">{said.choose}</h3>
      {ready.length === 0 && <p class="hint">{said.none}</p>}
      <ul class="choices">
        {ready.map(({ job_id: id, title, thumbnail_url: picture }) => (
          <li key={id} draggable onDragStart={(event) => drag(event, { figure: id })}>
            <Thumbnail path={picture} />
            <span class="title">{title}</span>
            <Act label={said.act} named={told(said.add, title)} act={() => add(id)} />
          </li>
        ))}
      </ul>
      <Entry {...asked(room, 'caption', 'whole')} maxLength={2000} />
      <Entry {...asked(room, 'layout', 'layout')} />
    </>
  )
}
