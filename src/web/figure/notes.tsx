import { words } from '../parts/words'
import type { JobState } from './use-job'

/** What a reader of the figure must know: where its reading is doubtful, what was not met, what dashes mean. */
export function Notes({ job: { record, report, svg } }: { job: JobState }) {
  const said = words.figure
  const doubts = [...(record?.warnings ?? []), ...(report?.unsure ?? [])]
  const notes = [
    { look: 'note doubtful', title: said.doubtful, lines: new Set(doubts) },
    { look: 'note', title: said.ignored, lines: new Set(report?.ignored) },
  ]
  return (
    <>
      {notes.map(
        ({ look, title, lines }) =>
          lines.size > 0 && (
            <div key={title} class={look}>
              <h3>{title}</h3>
              <ul>
                {[...lines].map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </div>
          ),
      )}
      {report?.material && report.drawing?.edited && <p class="note">{said.edited}</p>}
      {svg?.includes('data-inferred="true"') && (
        <p class="note dashes">
          <svg width="36" height="8" aria-hidden="true">
            <path d="M0 4H36" stroke="currentColor" stroke-width="2" stroke-dasharray="6 4" />
          </svg>
          {said.dashes}
        </p>
      )}
    </>
  )
}
