import { useState } from 'preact/hooks'
import { Field } from '../parts/field'
import { words } from '../parts/words'
import type { Panel } from './draft'
import type { Room } from './room'
import { Thumbnail } from './thumbnail'

/** Letters as journals set them: (a), (b)... and after (z) (aa). */
function letter(at: number): string {
  const low = String.fromCharCode(97 + (at % 26))
  return at < 26 ? low : letter(Math.floor(at / 26) - 1) + low
}

/** Finished figures of this key, joined into one. */
export function CompositeRoom({ draft: { panels, layout }, change, fields, mine }: Room) {
  const said = words.studio.composite
  const [dragged, setDragged] = useState<number>()
  const ready = mine.filter(
    ({ service, error, thumbnail_url: picture }) =>
      service === 'task' && error === null && picture !== null,
  )
  const set = (next: readonly Panel[]) => change({ panels: next })
  const move = (from: number, to: number) => {
    const panel = panels[from]
    if (panel) set(panels.toSpliced(from, 1).toSpliced(to, 0, panel))
  }
  return (
    <>
      <h3 class="field">{said.choose}</h3>
      {ready.length === 0 && <p class="hint">{said.none}</p>}
      <ul class="choices">
        {ready.map(({ job_id: id, title, thumbnail_url: picture }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={said.add(title)}
              onClick={() => set([...panels, { id, title, label: `(${letter(panels.length)})` }])}
            >
              <Thumbnail path={picture} />
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
      {panels.length > 0 && (
        <ol class="panels" aria-label={said.panels}>
          {panels.map((panel, at) => (
            <li
              key={`${at} ${panel.id}`}
              draggable
              onDragStart={() => setDragged(at)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && move(dragged, at)}
            >
              <span class="title">{panel.title}</span>
              <input
                aria-label={said.labelOf(panel.title)}
                value={panel.label}
                maxLength={200}
                onInput={({ currentTarget }) =>
                  set(panels.with(at, { ...panel, label: currentTarget.value }))
                }
              />
              <button
                type="button"
                class="small"
                aria-label={said.earlier(panel.title)}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                class="small"
                aria-label={said.remove(panel.title)}
                onClick={() => set(panels.toSpliced(at, 1))}
              >
                ×
              </button>
            </li>
          ))}
        </ol>
      )}
      {(fields.source_task_ids ?? fields.labels) && (
        <p class="fault" role="alert">
          {fields.source_task_ids ?? fields.labels}
        </p>
      )}
      <Field label={said.layout} hint={said.layoutHint} fault={fields.layout}>
        {(ties) => (
          <input
            {...ties}
            value={layout}
            onInput={({ currentTarget }) => change({ layout: currentTarget.value })}
          />
        )}
      </Field>
    </>
  )
}
